/** Ends every server before the app ends. Asking a second time ends them without asking. */
import { app } from 'electron'
import type { Examinations } from '../core/desk/examinations'
import type { ServerDesk } from '../core/desk/server-desk'
import type { Workbench } from '../core/workbench/workbench'

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

type Running = {
  readonly workbench: Workbench
  readonly desk: ServerDesk
  readonly examinations: Examinations
}

export function quitCleanly(running: Running, { onQuit, onEnd }: Leaving): void {
  const { workbench, desk, examinations } = running
  let isClosing = false
  app.on('before-quit', (event) => {
    event.preventDefault()
    if (isClosing) return endNow(running, exitCode)
    isClosing = true
    onQuit()
    desk.stop()
    void Promise.allSettled([workbench.closeAll(), examinations.stopAll()])
      .then(onEnd)
      .finally(() => endNow(running, exitCode))
  })
  app.on('window-all-closed', () => app.quit())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => app.quit())
  }
}

function endNow({ workbench, examinations }: Running, code: number): void {
  workbench.killAll()
  examinations.killAll()
  app.exit(code)
}
