/** The folder in which everything of ours is kept. Without one nothing could be remembered. */
import { app, dialog } from 'electron'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Only to be able to ask: what is kept here is gone with this run. */
export function useEmptyProfile(): void {
  app.setPath('userData', mkdtempSync(join(tmpdir(), 'patchbay-')))
}

/** The person chooses another folder, and we start again with it; or we end. */
export async function askForProfile(folder: string, fault: string): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: 'Patchbay cannot write to its folder.',
    detail: `${folder}\n${fault}\n\nYour servers and settings are kept there. Nothing was changed.`,
    buttons: ['Choose another folder…', 'Quit'],
    defaultId: 0,
    cancelId: 1
  })
  const chosen = response === 0 ? await chooseFolder() : undefined
  if (chosen !== undefined) {
    const others = process.argv.slice(1).filter((argument) => !argument.startsWith('--profile='))
    app.relaunch({ args: [...others, `--profile=${chosen}`] })
  }
  app.exit(chosen === undefined ? 1 : 0)
}

async function chooseFolder(): Promise<string | undefined> {
  const { filePaths } = await dialog.showOpenDialog({
    properties: ['openDirectory', 'createDirectory']
  })
  return filePaths[0]
}
