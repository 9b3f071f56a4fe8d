// npm run package: puts the app beside the official Electron into dist/. Not signed, no installer.
import { cpSync, renameSync, rmSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { inProject } from './project.mjs'
import { failAndExit, SetUpError, step } from './report.mjs'
import { setUpAndBuild } from './set-up.mjs'

const APP_FILES = ['package.json', 'out', 'resources']
/** Not part of what is built: native modules, which find their binaries beside themselves. */
const NATIVE_MODULES = ['@napi-rs']

async function makePackage() {
  const runtime = await setUpAndBuild()
  if (runtime.kind !== 'official') {
    throw new SetUpError(
      'Packaging uses the official Electron only. This one is ' +
        (runtime.kind === 'republished'
          ? 'a republished copy, good enough for development and tests.'
          : 'named by PATCHBAY_ELECTRON.')
    )
  }
  if (process.platform === 'darwin') {
    throw new SetUpError(
      'Packaging for macOS is not there yet: its bundle has to be renamed inside.'
    )
  }
  const target = inProject('dist', `patchbay-${process.platform}-${process.arch}`)
  await step('package', async () => {
    assemble(runtime.executable, target)
    return target
  })
}

/** Electron runs what is in resources/app when there is such a folder. */
function assemble(executable, target) {
  rmSync(target, { recursive: true, force: true })
  cpSync(dirname(executable), target, { recursive: true })
  for (const name of APP_FILES) {
    cpSync(inProject(name), join(target, 'resources', 'app', name), { recursive: true })
  }
  for (const name of NATIVE_MODULES) {
    const path = join('node_modules', name)
    cpSync(inProject(path), join(target, 'resources', 'app', path), { recursive: true })
  }
  const suffix = extname(executable)
  renameSync(join(target, `electron${suffix}`), join(target, `patchbay${suffix}`))
}

makePackage().catch(failAndExit)
