import { expect, it } from 'vitest'
import { isAllowed } from './permissions'

const PERMISSIONS = [
  'clipboard-read',
  'media',
  'display-capture',
  'mediaKeySystem',
  'geolocation',
  'notifications',
  'midi',
  'midiSysex',
  'pointerLock',
  'fullscreen',
  'openExternal',
  'fileSystem',
  'hid',
  'serial',
  'usb',
  'idle-detection',
  'storage-access',
  'window-management',
  'unknown'
]

it.each(PERMISSIONS)('refuses %s', (permission) => {
  expect(isAllowed(permission, true, true)).toBe(false)
})

it('lets only our own main frame write to the clipboard', () => {
  const asked = (isMainFrame: boolean, isOwn: boolean) =>
    isAllowed('clipboard-sanitized-write', isMainFrame, isOwn)
  expect([asked(true, true), asked(false, true), asked(true, false)]).toEqual([true, false, false])
})
