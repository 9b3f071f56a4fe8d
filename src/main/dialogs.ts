import { clipboard, dialog, shell, type BrowserWindow } from 'electron'
import { replaceFile } from '../core/replace-file'
import type { SystemDialogs } from './ipc/config-handlers'

const ALL_FILES = [{ name: 'All files', extensions: ['*'] }]
const JSON_FILES = [{ name: 'JSON', extensions: ['json', 'jsonc'] }, ...ALL_FILES]
const LINES_FILES = [{ name: 'JSON Lines', extensions: ['jsonl', 'ndjson'] }, ...ALL_FILES]
const FILTERS = { json: JSON_FILES, lines: LINES_FILES, any: ALL_FILES }

export function systemDialogs(parent: () => BrowserWindow | undefined): SystemDialogs {
  return {
    chooseFolder: (start) =>
      choose(parent(), {
        properties: ['openDirectory'],
        ...(start !== undefined && { defaultPath: start })
      }),
    chooseFile: (kind) =>
      choose(parent(), {
        properties: ['openFile', 'showHiddenFiles'],
        filters: FILTERS[kind]
      }),
    saveFile: async (suggestedName, content) => {
      const path = await choosePlace(parent(), suggestedName)
      if (path !== undefined) await replaceFile(path, content)
      return path
    },
    choosePlace: (suggestedName) => choosePlace(parent(), suggestedName),
    showInFolder: (path) => shell.showItemInFolder(path),
    copy: async (text) => {
      await clipboard.writeText(text)
    }
  }
}

async function choosePlace(
  window: BrowserWindow | undefined,
  suggestedName: string
): Promise<string | undefined> {
  const options = { defaultPath: suggestedName, filters: filtersFor(suggestedName) }
  const { canceled, filePath } = window
    ? await dialog.showSaveDialog(window, options)
    : await dialog.showSaveDialog(options)
  return canceled || filePath === '' ? undefined : filePath
}

function filtersFor(name: string): Electron.FileFilter[] {
  if (/\.jsonc?$/i.test(name)) return JSON_FILES
  return /\.jsonl$/i.test(name) ? LINES_FILES : ALL_FILES
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
