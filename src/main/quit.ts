/** Ends every server before the app ends. Asking a second time ends them without asking. */
import { app } from 'electron'
import type { Workbench } from '../core/workbench'

let exitCode = 0

/** Quits like the person would, but the process ends with this code. */
export function quitWith(code: number): void {
  exitCode = code
  app.quit()
}

export function quitCleanly(workbench: Workbench, onQuit: () => void): void {
  let isClosing = false
  app.on('before-quit', (event) => {
    event.preventDefault()
    if (isClosing) return void endNow(workbench, exitCode)
    isClosing = true
    onQuit()
    void workbench.closeAll().finally(() => endNow(workbench, exitCode))
  })
  app.on('window-all-closed', () => app.quit())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => app.quit())
  }
}

function endNow(workbench: Workbench, code: number): void {
  workbench.killAll()
  app.exit(code)
}
