// npm run dev: the app with hot reload.
import { forgetBuild } from './build.mjs'
import { hasDisplay } from './display.mjs'
import { appEnvironment, run, inProject } from './project.mjs'
import { failAndExit, SetUpError } from './report.mjs'
import { sayHowItRuns, setUp } from './set-up.mjs'
import { isRoot } from './system-libraries.mjs'

async function dev() {
  if (!hasDisplay()) throw new SetUpError('npm run dev needs a display to open its window on.')
  const runtime = await setUp()
  sayHowItRuns(runtime)
  forgetBuild()
  const args = [
    inProject('node_modules', 'electron-vite', 'bin', 'electron-vite.js'),
    'dev',
    '--watch'
  ]
  if (isRoot()) args.push('--noSandbox')
  const env = appEnvironment({ ELECTRON_EXEC_PATH: runtime.executable })
  const { code } = await run(process.execPath, args, { env, show: true })
  process.exitCode = code
}

dev().catch(failAndExit)
