import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { AppCommand } from '../../shared/ipc/ipc-contract'
import { visibleText } from '../../shared/text/visible-text'

/** Project folders, for the menu. When any of it changes, the menu is made anew. */
export type MenuProjects = {
  readonly recent: readonly string[]
  readonly isOpen: boolean
  readonly open: (folder: string) => void
  readonly close: () => void
}

export function appMenu(invoke: (command: AppCommand) => void, projects: MenuProjects): Menu {
  const isMac = process.platform === 'darwin'
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    { label: '&File', submenu: fileItems(invoke, projects) },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { label: 'Command palette', accelerator: 'CmdOrCtrl+K', click: () => invoke('palette') },
        { label: 'Traffic', accelerator: 'CmdOrCtrl+J', click: () => invoke('toggle-dock') },
        { type: 'separator' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'resetZoom' },
        { type: 'separator' },
        { role: 'togglefullscreen' }
      ]
    },
    { role: 'windowMenu' }
  ]
  return Menu.buildFromTemplate(template)
}

function fileItems(
  invoke: (command: AppCommand) => void,
  projects: MenuProjects
): MenuItemConstructorOptions[] {
  return [
    { label: 'Add server', accelerator: 'CmdOrCtrl+N', click: () => invoke('add-server') },
    { label: 'Import servers…', click: () => invoke('import-servers') },
    { type: 'separator' },
    {
      label: 'Open project folder…',
      accelerator: 'CmdOrCtrl+O',
      click: () => invoke('open-project')
    },
    {
      label: 'Open recent',
      enabled: projects.recent.length > 0,
      submenu: projects.recent.map((folder) => ({
        label: menuLabel(folder),
        click: () => projects.open(folder)
      }))
    },
    { label: 'Close project', enabled: projects.isOpen, click: () => projects.close() },
    { type: 'separator' },
    { label: 'Settings', accelerator: 'CmdOrCtrl+,', click: () => invoke('settings') },
    { type: 'separator' },
    { role: 'quit' }
  ]
}

/** A single ampersand would underline the letter after it. */
function menuLabel(folder: string): string {
  return visibleText(folder).replaceAll('&', '&&')
}
