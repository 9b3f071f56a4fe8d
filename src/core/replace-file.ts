/**
 * Writes a file without holding up anybody. Whoever reads it finds the old content or the new, also
 * after the power was cut.
 */
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  beingWritten,
  cannotWrite,
  modeOf,
  removeStrays,
  targetOf,
  temporaryFor
} from './config/write-target'

/** Follows links to the file that they mean. Makes the folder when it is missing. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  try {
    const target = targetOf(path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    removeStrays(target)
    await replace(target, content)
    await syncFolder(dirname(target))
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

async function replace(target: string, content: string | Uint8Array): Promise<void> {
  const temporary = temporaryFor(target)
  beingWritten.add(temporary)
  try {
    await writeDurably(temporary, content, modeOf(target))
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    beingWritten.delete(temporary)
  }
}

async function writeDurably(
  path: string,
  content: string | Uint8Array,
  mode: number
): Promise<void> {
  const file = await open(path, 'wx', mode)
  try {
    await file.chmod(mode) // the process may have a mask that takes bits away
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The rename is safe on disk only when the folder is. Windows has no way to say that. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch {
    // Some file systems cannot; the new content is in its place all the same.
  } finally {
    await handle.close()
  }
}
