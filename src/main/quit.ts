/** Ends every server before the app ends. Asking a second time ends them without asking. */
import { app } from 'electron'
import type { Workbench } from '../core/workbench'

export function quitCleanly(workbench: Workbench): void {
  let progress: 'running' | 'closing' | 'closed' = 'running'
  app.on('before-quit', (event) => {
    if (progress === 'closed') return
    event.preventDefault()
    if (progress === 'closing') return forceQuit(workbench)
    progress = 'closing'
    void workbench.closeAll().finally(() => {
      progress = 'closed'
      app.quit()
    })
  })
  app.on('window-all-closed', () => app.quit())
}

function forceQuit(workbench: Workbench): void {
  workbench.killAll()
  app.exit(0)
}
