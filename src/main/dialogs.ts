import { clipboard, dialog, shell, type BrowserWindow } from 'electron'
import { writeAtomically } from '../core/config/atomic-write'
import type { SystemDialogs } from './ipc/config-handlers'

const JSON_FILES = [
  { name: 'JSON', extensions: ['json', 'jsonc'] },
  { name: 'All files', extensions: ['*'] }
]

export function systemDialogs(parent: () => BrowserWindow | undefined): SystemDialogs {
  return {
    chooseFolder: () => choose(parent(), { properties: ['openDirectory'] }),
    chooseFile: () =>
      choose(parent(), { properties: ['openFile', 'showHiddenFiles'], filters: JSON_FILES }),
    saveFile: async (suggestedName, text) => {
      const window = parent()
      const options = { defaultPath: suggestedName, filters: JSON_FILES }
      const { canceled, filePath } = window
        ? await dialog.showSaveDialog(window, options)
        : await dialog.showSaveDialog(options)
      if (canceled || filePath === '') return undefined
      writeAtomically(filePath, text)
      return filePath
    },
    showInFolder: (path) => shell.showItemInFolder(path),
    copy: async (text) => {
      await clipboard.writeText(text)
    }
  }
}

async function choose(
  window: BrowserWindow | undefined,
  options: Electron.OpenDialogOptions
): Promise<string | undefined> {
  const { canceled, filePaths } = window
    ? await dialog.showOpenDialog(window, options)
    : await dialog.showOpenDialog(options)
  return canceled ? undefined : filePaths[0]
}
