/** What happens once the window shows its content: the line for whoever started us, and the picture. */
import { app, type BrowserWindow, type WebContents } from 'electron'
import { writeFile } from 'node:fs/promises'
import { messageOf } from '../shared/errors'

export function whenPainted(window: BrowserWindow, screenshot: string | undefined): void {
  const ms = Math.round(performance.now())
  process.stdout.write(`patchbay is ready  (${ms} ms)\n`)
  if (screenshot !== undefined) void takeScreenshot(window.webContents, screenshot)
}

async function takeScreenshot(contents: WebContents, file: string): Promise<void> {
  try {
    const image = await contents.capturePage()
    await writeFile(file, image.toPNG())
    process.stdout.write(`wrote ${file}\n`)
  } catch (error) {
    process.stderr.write(`Cannot write the screenshot ${file}: ${messageOf(error)}\n`)
    process.exitCode = 1
  }
  app.quit()
}
