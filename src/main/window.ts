/** The only place that makes a window. */
import { app, BrowserWindow, nativeTheme } from 'electron'
import { join } from 'node:path'
import { HARDENED } from './hardened'
import { lockNavigation } from './navigation'
import { SMALLEST, type WindowState } from './window-state'

/** The colour of --surface in tokens.css, so that the window does not flash before its first paint. */
const SURFACE = { light: '#ffffff', dark: '#16181d' }

export function createWindow(state: WindowState, uiUrl: string): BrowserWindow {
  const { x, y, width, height, isMaximized } = state
  const window = new BrowserWindow({
    ...(x !== undefined && y !== undefined && { x, y }),
    width,
    height,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    title: 'Patchbay',
    icon: join(app.getAppPath(), 'resources/icon.png'),
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? SURFACE.dark : SURFACE.light,
    webPreferences: { ...HARDENED, preload: join(import.meta.dirname, '../preload/index.cjs') }
  })
  if (isMaximized) window.maximize()
  lockNavigation(window.webContents, uiUrl)
  window.once('ready-to-show', () => window.show())
  return window
}

export function stateOf(window: BrowserWindow): WindowState {
  return { ...window.getNormalBounds(), isMaximized: window.isMaximized() }
}
