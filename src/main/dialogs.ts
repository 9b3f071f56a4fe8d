import { clipboard, dialog, shell, type BrowserWindow } from 'electron'
import { replaceFile } from '../core/replace-file'
import type { SystemDialogs } from './ipc/config-handlers'

const ALL_FILES = [{ name: 'All files', extensions: ['*'] }]
const JSON_FILES = [{ name: 'JSON', extensions: ['json', 'jsonc'] }, ...ALL_FILES]

export function systemDialogs(parent: () => BrowserWindow | undefined): SystemDialogs {
  return {
    chooseFolder: () => choose(parent(), { properties: ['openDirectory'] }),
    chooseFile: (kind) =>
      choose(parent(), {
        properties: ['openFile', 'showHiddenFiles'],
        filters: kind === 'json' ? JSON_FILES : ALL_FILES
      }),
    saveFile: async (suggestedName, content) => {
      const window = parent()
      const filters = /\.jsonc?$/i.test(suggestedName) ? JSON_FILES : ALL_FILES
      const options = { defaultPath: suggestedName, filters }
      const { canceled, filePath } = window
        ? await dialog.showSaveDialog(window, options)
        : await dialog.showSaveDialog(options)
      if (canceled || filePath === '') return undefined
      await replaceFile(filePath, content)
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
