/** Calls the person with what the system has for that. */
import { app, Notification, type BrowserWindow } from 'electron'
import type { Bell } from './inbox-notices'

const TITLE = 'Patchbay'

export function systemBell(window: () => BrowserWindow | undefined): Bell {
  return {
    isInFront: () => window()?.isFocused() === true,
    ring: (text, onClick) => {
      window()?.flashFrame(true)
      if (!Notification.isSupported()) return () => window()?.flashFrame(false)
      const notification = new Notification({ title: TITLE, body: text })
      notification.on('click', () => {
        bringToFront(window())
        onClick()
      })
      notification.show()
      return () => {
        window()?.flashFrame(false)
        notification.close()
      }
    },
    count: (waiting) => {
      app.setBadgeCount(waiting)
      // Where there is no badge, the title says it.
      window()?.setTitle(waiting === 0 ? TITLE : `(${waiting}) ${TITLE}`)
    }
  }
}

function bringToFront(window: BrowserWindow | undefined): void {
  if (window?.isMinimized()) window.restore()
  window?.show()
  window?.focus()
}
