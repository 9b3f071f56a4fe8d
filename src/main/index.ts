/** Where the app begins: with its window, which needs little. The rest is loaded while that one starts. */
import { dialog } from 'electron'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { messageOf } from '../shared/protocol/errors'
import { settlesWithin, systemClock } from '../core/time/clock'
import { beforeReady, openFirstWindow, type FirstWindow } from './first-window'

/** A window that nobody can see is not painted. */
const PAINT_PATIENCE_MS = 2_000

// A server that floods us leaves garbage so fast that the heap would grow fourfold between two
// collections of it. V8 takes only code that it compiled with the same flags, so this comes first.
setFlagsFromString('--heap-growing-percent=30')

// Beside the program, so that nobody can change the one without the other. Where that cannot be
// written, every start compiles anew.
enableCompileCache(join(import.meta.dirname, 'code-cache'))

beforeReady((surroundings) => {
  const first = openFirstWindow(surroundings, join(import.meta.dirname, '../renderer'))
  void load(first)
})

/**
 * What the app is made of comes with the code that V8 made of it before. Until the window shows
 * something, it needs the thread that this takes.
 */
async function load(first: FirstWindow): Promise<void> {
  try {
    await settlesWithin(systemClock, PAINT_PATIENCE_MS, first.paint)
    const { start } = await import('./app')
    start(first)
  } catch (error) {
    // Nobody is there to answer the window, which would wait for ever.
    dialog.showErrorBox('Patchbay could not start', messageOf(error))
    process.exit(1)
  }
}
