/** The only place that makes a window. */
import {
  app,
  BrowserWindow,
  nativeTheme,
  screen,
  type BrowserWindowConstructorOptions,
  type Session
} from 'electron'
import { join } from 'node:path'
import type { WindowAsk } from '../../shared/question/records'
import { HARDENED } from './hardened'
import { lockNavigation } from './navigation'
import { refuseDatagrams } from './network'
import { placeOver, PROMPT_SMALLEST, promptSize } from './prompt-place'
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
    autoHideMenuBar: true,
    ...appearance(),
    webPreferences: { ...HARDENED, preload: preloadFile() }
  })
  if (isMaximized) window.maximize()
  lockNavigation(window.webContents, uiUrl)
  refuseDatagrams(window.webContents)
  window.once('ready-to-show', () => window.show())
  return window
}

/** Asks the person something. Its session is not that of the main window. */
export function createPromptWindow(
  prompt: WindowAsk,
  parent: BrowserWindow,
  session: Session,
  uiUrl: string
): BrowserWindow {
  const over = parent.getBounds()
  const { workArea } = screen.getDisplayMatching(over)
  const window = new BrowserWindow({
    ...placeOver(over, promptSize(prompt), workArea),
    minWidth: PROMPT_SMALLEST.width,
    minHeight: PROMPT_SMALLEST.height,
    title: 'Patchbay asks',
    parent,
    // On macOS that would be a sheet, which has no title and cannot be moved aside.
    modal: process.platform !== 'darwin',
    minimizable: false,
    fullscreenable: false,
    ...appearance(),
    icon: iconFile(),
    webPreferences: { ...HARDENED, session, preload: preloadFile() }
  })
  if (process.platform !== 'darwin') window.removeMenu()
  lockNavigation(window.webContents, uiUrl)
  refuseDatagrams(window.webContents)
  window.once('ready-to-show', () => showOver(window, parent))
  return window
}

function showOver(window: BrowserWindow, parent: BrowserWindow): void {
  const show = (): void => {
    if (!window.isDestroyed()) window.show()
  }
  if (parent.isMinimized()) parent.restore()
  if (parent.isVisible()) show()
  else parent.once('show', show)
}

function appearance(): BrowserWindowConstructorOptions {
  return {
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? SURFACE.dark : SURFACE.light
  }
}

/** Not before the first paint, because reading the picture takes a while. */
export function showIcon(window: BrowserWindow): void {
  // There a window has none of its own.
  if (process.platform === 'darwin' || window.isDestroyed()) return
  window.setIcon(iconFile())
}

function iconFile(): string {
  return join(app.getAppPath(), 'resources/icon.png')
}

function preloadFile(): string {
  return join(app.getAppPath(), 'out/preload/index.cjs')
}

export function stateOf(window: BrowserWindow): WindowState {
  return { ...window.getNormalBounds(), isMaximized: window.isMaximized() }
}
