/** Electron grants every permission by default. The window gets one: to write to the clipboard. */
import type { Session } from 'electron'
import { isOwnPage } from './navigation'

export function isAllowed(permission: string, isMainFrame: boolean, isOwn: boolean): boolean {
  return permission === 'clipboard-sanitized-write' && isMainFrame && isOwn
}

export function denyPermissions(session: Session, uiUrl: string): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(isAllowed(permission, details.isMainFrame, isOwnPage(details.requestingUrl, uiUrl)))
  })
  session.setPermissionCheckHandler((_contents, permission, origin, details) =>
    isAllowed(permission, details.isMainFrame, isOwnPage(origin, uiUrl))
  )
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}))
}
