/** What happens once the window shows its content: the line for whoever started us, and the picture. */
import type { BrowserWindow, NativeImage, WebContents } from 'electron'
import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from '../shared/protocol/errors'
import { quitWith } from './quit'

const PAINT_LIMIT_MS = 30_000
const CAPTURE_ATTEMPTS = 10
const CAPTURE_PAUSE_MS = 200

/** For whoever started us, with the time that it took. */
export function sayThat(what: string): void {
  process.stdout.write(`patchbay ${what}  (${Math.round(performance.now())} ms)\n`)
}

export function whenPainted(window: BrowserWindow, screenshot: string | undefined): void {
  sayThat('is ready')
  if (screenshot !== undefined) void takeScreenshot(window.webContents, screenshot)
}

async function takeScreenshot(contents: WebContents, file: string): Promise<void> {
  try {
    const image = await capture(contents)
    await writeFile(file, image.toPNG())
    process.stdout.write(`wrote ${file}\n`)
  } catch (error) {
    process.stderr.write(`Cannot write the screenshot ${file}: ${messageOf(error)}\n`)
    return quitWith(1)
  }
  quitWith(0)
}

/** On a busy machine there is at times no picture of a window that was just painted. */
async function capture(contents: WebContents): Promise<NativeImage> {
  for (let attempt = 1; attempt < CAPTURE_ATTEMPTS; attempt++) {
    const image = await contents.capturePage().catch(() => undefined) // it is tried again
    if (image && !image.isEmpty()) return image
    await pause(CAPTURE_PAUSE_MS)
  }
  return contents.capturePage()
}

/** Whoever waits for a picture must not wait forever. */
export function quitUnlessPainted(painted: Promise<unknown>): void {
  const timer = setTimeout(() => {
    process.stderr.write(`The window showed nothing within ${PAINT_LIMIT_MS / 1000} s.\n`)
    quitWith(1)
  }, PAINT_LIMIT_MS)
  void painted.then(() => clearTimeout(timer))
}
