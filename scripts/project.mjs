// Where things are, and how a child process is run from here.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const cacheFolder = join(root, '.cache')

export function inProject(...parts) {
  return join(root, ...parts)
}

export function sha512(bytes) {
  return createHash('sha512').update(bytes).digest('base64')
}

export function fileHash(path) {
  return sha512(readFileSync(path))
}

/**
 * Runs a program to its end. Output is collected, so that a step stays one line; a failing step
 * shows it. With `show` it goes straight to the terminal instead.
 */
export function run(command, args, { env = process.env, show = false, limitMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      timeout: limitMs
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code, signal) => resolve({ code: code ?? 1, signal, output }))
  })
}

/** npm as this process was started by it, or the one on PATH. */
export function runNpm(args, options) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('npm-cli.js')) return run(process.execPath, [cli, ...args], options)
  if (process.platform === 'win32') return run('cmd.exe', ['/d', '/c', 'npm', ...args], options)
  return run('npm', args, options)
}

/** The entry file of an installed package, run by this Node. */
export function runTool(path, args, options) {
  return run(process.execPath, [inProject('node_modules', path), ...args], options)
}

/** The environment in which Electron is an app again, whatever this process inherited. */
export function appEnvironment(extra = {}) {
  const env = { ...process.env, ...extra }
  delete env.ELECTRON_RUN_AS_NODE
  return env
}

/** Runners colour their output even where nobody sees colours. */
export function plainOutput() {
  return process.stdout.isTTY ? {} : { NO_COLOR: '1' }
}

/** The environment in which the Electron executable is plain Node. */
export function nodeEnvironment(extra = {}) {
  return { ...process.env, ...extra, ELECTRON_RUN_AS_NODE: '1' }
}
