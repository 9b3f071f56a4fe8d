/** Brings the window back when its page crashes or hangs. Sessions live in main and go on meanwhile. */
import { dialog, type BrowserWindow } from 'electron'
import { CrashCounter } from './profile/crash-counter'

export function recoverWindow(window: BrowserWindow, quit: () => void): void {
  const crashes = new CrashCounter(() => performance.now())
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    // Chromium is still taking the old page down, and ends the app if a new one starts meanwhile.
    if (crashes.mayReload()) setImmediate(() => reload(window))
    else void askAfterCrashes(window, reason, quit)
  })
  let isAsking = false
  window.on('unresponsive', () => {
    if (isAsking) return
    isAsking = true
    void askWhileHung(window).finally(() => (isAsking = false))
  })
}

function reload(window: BrowserWindow): void {
  if (!window.isDestroyed()) window.webContents.reload()
}

async function askAfterCrashes(
  window: BrowserWindow,
  reason: string,
  quit: () => void
): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The window of Patchbay keeps crashing.',
    detail: `Chromium says: ${reason}. Open servers are still running.`,
    buttons: ['Load the window again', 'Quit'],
    defaultId: 0
  })
  if (response === 0) reload(window)
  else quit()
}

async function askWhileHung(window: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'The window of Patchbay does not respond.',
    detail: 'Loading it again loses nothing: open servers and running calls go on.',
    buttons: ['Wait', 'Load the window again'],
    defaultId: 0,
    cancelId: 0
  })
  if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
}
