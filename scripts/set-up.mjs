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
import { say, SetUpError, step } from './report.mjs'
import { installPackages, missingPackages } from './system-libraries.mjs'

const OLDEST_NODE = [20, 19]

/** Dependencies, runtime and system libraries. Resolves with the runtime. */
export async function setUp({ needsVirtualDisplay = false } = {}) {
  checkNode()
  if (!areDependenciesCurrent()) await step('dependencies', installDependencies)

  const found = findRuntime()
  if (!found) await step('electron', provideRuntime)
  const runtime = found ?? findRuntime()

  const missing = await missingPackages(runtime.executable, { needsVirtualDisplay })
  if (missing.length > 0) await step('system', () => installPackages(missing))

  if (!found || found.kind === 'override') {
    await step('electron', async () => {
      const version = await checkVersion(runtime.executable)
      return describeRuntime({ ...runtime, version })
    })
  }
  if (runtime.kind === 'republished') say('electron', REPUBLISHED_NOTICE)
  return runtime
}

export async function setUpAndBuild(options) {
  const runtime = await setUp(options)
  if (!isBuildCurrent()) await step('build', build)
  return runtime
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new SetUpError(
    `Patchbay needs Node ${OLDEST_NODE.join('.')} or newer to set itself up; this is ${process.version}.`
  )
}
