import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { AppCommand } from '../shared/ipc-contract'

export function appMenu(invoke: (command: AppCommand) => void): Menu {
  const isMac = process.platform === 'darwin'
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        { label: 'Settings', accelerator: 'CmdOrCtrl+,', click: () => invoke('settings') },
        { type: 'separator' },
        { role: 'quit' }
      ]
    },
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
