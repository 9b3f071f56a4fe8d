// Brings a fresh clone to the point where the app can run. Does nothing that is done already.
import { areDependenciesCurrent, installDependencies } from './dependencies.mjs'
import { build, isBuildCurrent } from './build.mjs'
import {
  checkVersion,
  describeRuntime,
  findRuntime,
  provideRuntime,
  REPUBLISHED_NOTICE
} from './electron-runtime.mjs'
import { alone } from './lock.mjs'
import { say, SetUpError, step } from './report.mjs'
import { installPackages, isRoot, missingPackages } from './system-libraries.mjs'

/** Dependencies, runtime and system libraries. Resolves with the runtime. */
export async function setUp({ needsVirtualDisplay = false } = {}) {
  checkNode()
  return alone(async () => {
    if (!areDependenciesCurrent()) await step('dependencies', installDependencies)

    const found = findRuntime()
    if (!found) await step('electron', provideRuntime)
    const runtime = found ?? findRuntime()

    const missing = await missingPackages(runtime.executable, { needsVirtualDisplay })
    if (missing.length > 0) await step('system', () => installPackages(missing))

    if (found?.kind === 'override') await checkVersion(runtime.executable)
    if (!found) {
      await step('electron', async () => {
        const version = await checkVersion(runtime.executable)
        return describeRuntime({ ...runtime, version })
      })
    }
    return runtime
  })
}

export async function setUpAndBuild(options) {
  const runtime = await setUp(options)
  await buildIfNeeded()
  return runtime
}

export async function buildIfNeeded() {
  if (isBuildCurrent()) return
  await alone(async () => {
    if (!isBuildCurrent()) await step('build', build)
  })
}

/** What every command that opens a window has to say about it. */
export function sayHowItRuns(runtime) {
  if (runtime.kind === 'republished') say('electron', REPUBLISHED_NOTICE)
  if (isRoot()) say('electron', 'runs as root, so without the Chromium sandbox (--no-sandbox)')
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (isSupported) return
  throw new SetUpError(
    `Patchbay needs Node 20.19 or newer, or 22.12 or newer, to set itself up; this is ${process.version}.`
  )
}
