// A virtual display, so that windows open where there is no screen and tests never touch a real one.
import { spawn } from 'node:child_process'
import { SetUpError } from './report.mjs'

export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/**
 * For a Chromium on a virtual display. On a Wayland desktop it would go to the real one, and without
 * a desktop there is no bus to talk to, about which it complains line after line.
 */
export const VIRTUAL_DISPLAY_SWITCHES = ['--ozone-platform=x11', '--disable-gpu', '--log-level=3']

/**
 * Starts Xvfb on a display number of its own choosing.
 * Resolves with the environment that points at it and the function that ends it.
 */
export async function openVirtualDisplay({ size = '1600x1000' } = {}) {
  if (process.platform !== 'linux') return { env: {}, close: () => {} }
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] }
  )
  let complaint = ''
  server.stderr.on('data', (chunk) => (complaint += chunk))
  const close = () => server.kill()
  process.once('exit', close)
  endOnSignal(close)

  const number = await new Promise((resolve, reject) => {
    server.stdio[3].once('data', (chunk) => resolve(String(chunk).trim()))
    server.once('error', reject)
    server.once('exit', () =>
      reject(new SetUpError(`Xvfb, the virtual display, did not start:\n${complaint}`))
    )
  })
  server.removeAllListeners('exit')
  return { env: { DISPLAY: `:${number}`, WAYLAND_DISPLAY: '' }, close }
}

/** A signal that nobody handles ends us without the exit event. */
function endOnSignal(close) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      if (process.listenerCount(signal) > 0) return // somebody else ends us in their own way
      close()
      process.kill(process.pid, signal)
    })
  }
}
