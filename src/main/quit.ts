/** Ends every server before the app ends. Asking a second time ends them without asking. */
import { app } from 'electron'
import type { ServerDesk } from '../core/server-desk'
import type { Workbench } from '../core/workbench'

let exitCode = 0

/** Quits like the person would, but the process ends with this code. */
export function quitWith(code: number): void {
  exitCode = code
  app.quit()
}

export type Leaving = {
  /** The person wants to quit; the window may still be there. */
  readonly onQuit: () => void
  /** Every server has ended: what is not written down yet is. */
  readonly onEnd: () => Promise<void>
}

export function quitCleanly(
  workbench: Workbench,
  desk: ServerDesk,
  { onQuit, onEnd }: Leaving
): void {
  let isClosing = false
  app.on('before-quit', (event) => {
    event.preventDefault()
    if (isClosing) return endNow(workbench, desk, exitCode)
    isClosing = true
    onQuit()
    desk.stop()
    void Promise.allSettled([workbench.closeAll(), desk.examinations.stopAll()])
      .then(onEnd)
      .finally(() => endNow(workbench, desk, exitCode))
  })
  app.on('window-all-closed', () => app.quit())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => app.quit())
  }
}

function endNow(workbench: Workbench, desk: ServerDesk, code: number): void {
  workbench.killAll()
  desk.examinations.killAll()
  app.exit(code)
}
