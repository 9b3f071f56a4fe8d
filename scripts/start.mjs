// npm start: sets up what is missing, builds what has changed, opens the app.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hasDisplay, openVirtualDisplay, VIRTUAL_DISPLAY_SWITCHES } from './display.mjs'
import { appEnvironment, inProject, root } from './project.mjs'
import { failAndExit, SetUpError } from './report.mjs'
import { sayHowItRuns, setUpAndBuild } from './set-up.mjs'
import { isRoot } from './system-libraries.mjs'

const USAGE = `npm start -- [options]
  --headless           run in a virtual display (Linux)
  --screenshot <file>  open the app, wait until it is ready, write a PNG, quit
  --open <server>      open this server at once
  --project <folder>   show the servers of this project
  --profile <folder>   keep settings and state in this folder`

async function start() {
  const options = readArguments()
  if (options.help) return void console.log(USAGE)
  if (!options.headless && !hasDisplay()) {
    throw new SetUpError(
      'There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set).\n' +
        'Start from a desktop session, or use a virtual display: npm start -- --headless'
    )
  }
  const runtime = await setUpAndBuild({ needsVirtualDisplay: options.headless })
  sayHowItRuns(runtime)
  const display = options.headless ? await openVirtualDisplay() : { env: {}, close: () => {} }

  const temporary = options.screenshot && !options.profile ? temporaryProfile() : undefined
  const code = await openApp(runtime, display, {
    ...options,
    profile: options.profile ?? temporary
  })
  display.close()
  if (temporary) rmSync(temporary, { recursive: true, force: true })
  process.exitCode = code
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        help: { type: 'boolean', short: 'h' },
        headless: { type: 'boolean', default: false },
        screenshot: { type: 'string' },
        open: { type: 'string' },
        project: { type: 'string' },
        profile: { type: 'string' }
      }
    })
    return values
  } catch (error) {
    throw new SetUpError(`${error.message}\n\n${USAGE}`)
  }
}

/** A picture of the app shows a first start, and must not disturb a Patchbay that is running. */
function temporaryProfile() {
  return mkdtempSync(join(tmpdir(), 'patchbay-'))
}

function openApp(runtime, display, options) {
  const switches = isRoot() ? ['--no-sandbox'] : []
  if (options.headless) switches.push(...VIRTUAL_DISPLAY_SWITCHES)

  const fromHere = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path)
  const args = []
  if (options.screenshot) args.push(`--screenshot=${fromHere(options.screenshot)}`)
  if (options.profile) args.push(`--profile=${fromHere(options.profile)}`)
  if (options.project) args.push(`--project=${fromHere(options.project)}`)
  if (options.open) args.push(`--open=${options.open}`)

  return new Promise((done, reject) => {
    const app = spawn(runtime.executable, [...switches, root, ...args], {
      cwd: inProject(),
      env: appEnvironment(display.env),
      stdio: 'inherit'
    })
    // A terminal sends Ctrl+C to the app as well, and twice would mean: at once.
    process.on('SIGINT', () => process.stdin.isTTY || app.kill('SIGINT'))
    process.on('SIGTERM', () => app.kill('SIGTERM'))
    app.once('error', reject)
    app.once('exit', (code, signal) => done(signal ? 1 : code))
  })
}

start().catch(failAndExit)
