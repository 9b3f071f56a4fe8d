/**
 * Writes a file without holding up anybody. Whoever reads it finds the old content or the new, also
 * after the power was cut.
 */
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { WorkbenchError } from '../../shared/protocol/errors'
import {
  beingWritten,
  cannotWrite,
  modeOf,
  PRIVATE_MODE,
  removeStrays,
  targetOf,
  temporaryFor
} from './write-target'
import { tell } from './write-watch'

/** Puts all it is given at the end of what is written already. */
export type Append = (content: string | Uint8Array) => Promise<void>

/** Follows links to the file that they mean. Makes the folder when it is missing. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  try {
    const target = targetOf(path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await replace(target, modeOf(target), (append) => append(content))
    tell(path, undefined)
  } catch (error) {
    const fault = cannotWrite(path, error)
    tell(path, fault)
    throw fault
  }
}

/**
 * The same in a folder that others write to as well: what they have put there by that name is replaced,
 * and no link is followed. It is for the person only.
 */
export async function replaceHere(path: string, content: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await replace(path, PRIVATE_MODE, (append) => append(content))
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

/**
 * The same in parts, for a file that the person has chosen a place for: it is for them only, whoever
 * could read the one before, and a folder that is not there is not made.
 */
export async function replaceInParts<T>(
  path: string,
  write: (append: Append) => Promise<T>
): Promise<T> {
  try {
    if (await isDevice(path)) return await writeInto(path, 'w', write)
    const target = targetOf(path)
    modeOf(target) // refuses what is no file
    return await replace(target, PRIVATE_MODE, write)
  } catch (error) {
    throw isOfCaller(error) ? error : cannotWrite(path, error)
  }
}

/** It says enough itself. */
function isOfCaller(error: unknown): boolean {
  return error instanceof WorkbenchError || (error instanceof Error && error.name === 'AbortError')
}

/** A terminal or a pipe has no content that could be lost, and nothing can take its place. */
async function isDevice(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined) // what is not there is made
  return found !== undefined && !found.isFile() && !found.isDirectory()
}

async function replace<T>(
  target: string,
  mode: number,
  write: (append: Append) => Promise<T>
): Promise<T> {
  removeStrays(target)
  const temporary = temporaryFor(target)
  beingWritten.add(temporary)
  try {
    const value = await writeInto(temporary, 'wx', write, mode)
    await rename(temporary, target)
    await syncFolder(dirname(target))
    return value
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    beingWritten.delete(temporary)
  }
}

/** With a mode, it is a file that has to be safe on the disk. */
async function writeInto<T>(
  path: string,
  flags: string,
  write: (append: Append) => Promise<T>,
  mode?: number
): Promise<T> {
  const file = await open(path, flags, mode)
  try {
    if (mode !== undefined) await file.chmod(mode) // the process may have a mask that takes bits away
    // A handle goes on until all of it is written, which a single write need not do.
    const value = await write((content) => file.writeFile(content))
    if (mode !== undefined) await file.sync()
    return value
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
