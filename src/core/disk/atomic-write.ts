/** Writes a file so that whoever reads it, at any moment, finds the old text or the new one. */
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { heard } from './write-watch'
import { cannotWrite, modeOf, removeStrays, targetOf, temporaryFor } from './write-target'

/**
 * Follows links to the file that they mean. Makes the folder when it is missing. A file that is there
 * keeps its mode unless it gets another; one that a link leads to always does.
 */
export function writeAtomically(path: string, text: string, mode?: number): void {
  heard(path, () => write(path, text, mode))
}

function write(path: string, text: string, mode?: number): void {
  try {
    const target = targetOf(path)
    const folder = dirname(target)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    removeStrays(target)
    const temporary = temporaryFor(target)
    try {
      const kept = modeOf(target)
      writeDurably(temporary, text, target === resolve(path) ? (mode ?? kept) : kept)
      renameSync(temporary, target)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    }
    syncFolder(folder)
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

function writeDurably(path: string, text: string, mode: number): void {
  const file = openSync(path, 'wx', mode)
  try {
    fchmodSync(file, mode) // the process may have a mask that takes bits away
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The rename is safe on disk only when the folder is. Windows has no way to say that. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } catch {
    // Some file systems cannot; the new text is in its place all the same.
  } finally {
    closeSync(handle)
  }
}
