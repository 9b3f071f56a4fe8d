import { clipboard, dialog, shell, type BrowserWindow } from 'electron'
import { expectOutside } from '../core/disk/export-place'
import { replaceFile } from '../core/disk/replace-file'
import type { SystemDialogs } from './handlers/config-handlers'

const ALL_FILES = [{ name: 'All files', extensions: ['*'] }]
const JSON_FILES = [{ name: 'JSON', extensions: ['json', 'jsonc'] }, ...ALL_FILES]
const LINES_FILES = [{ name: 'JSON Lines', extensions: ['jsonl', 'ndjson'] }, ...ALL_FILES]
const ARCHIVE_FILES = [{ name: 'HTTP archive', extensions: ['har'] }, ...ALL_FILES]
const MARKDOWN_FILES = [{ name: 'Markdown', extensions: ['md'] }, ...ALL_FILES]
const TABLE_FILES = [{ name: 'CSV', extensions: ['csv'] }, ...ALL_FILES]
const FILTERS_BY_ENDING: ReadonlyMap<string, Electron.FileFilter[]> = new Map([
  ['.json', JSON_FILES],
  ['.jsonc', JSON_FILES],
  ['.jsonl', LINES_FILES],
  ['.har', ARCHIVE_FILES],
  ['.md', MARKDOWN_FILES],
  ['.csv', TABLE_FILES]
])
const FILTERS = { json: JSON_FILES, lines: LINES_FILES, any: ALL_FILES }

export type DialogParts = {
  readonly parent: () => BrowserWindow | undefined
  /** Nothing that somebody saves may land in here. */
  readonly profile: string
}

export function systemDialogs({ parent, profile }: DialogParts): SystemDialogs {
  const choosePlace = async (suggestedName: string): Promise<string | undefined> => {
    const path = await askForPlace(parent(), suggestedName)
    if (path !== undefined) expectOutside(profile, path)
    return path
  }
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
      const path = await choosePlace(suggestedName)
      if (path !== undefined) await replaceFile(path, content)
      return path
    },
    choosePlace,
    showInFolder: (path) => shell.showItemInFolder(path),
    copy: async (text) => {
      await clipboard.writeText(text)
    }
  }
}

async function askForPlace(
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
  const ending = /\.[a-z]+$/i.exec(name)?.[0].toLowerCase() ?? ''
  return FILTERS_BY_ENDING.get(ending) ?? ALL_FILES
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
