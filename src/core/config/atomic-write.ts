/** Writes a file so that whoever reads it, at any moment, finds the old text or the new one. */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'

const MOST_LINKS = 40
const STRAY_AGE_MS = 60_000

/** Follows links to the file that they mean. Makes the folder when it is missing. */
export function writeAtomically(path: string, text: string): void {
  try {
    const target = targetOf(path)
    const folder = dirname(target)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    removeStrays(target)
    const temporary = join(
      folder,
      `.${basename(target)}.${process.pid}-${randomBytes(6).toString('hex')}.new`
    )
    try {
      writeDurably(temporary, text, modeOf(target))
      renameSync(temporary, target)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    }
    syncFolder(folder)
  } catch (error) {
    throw new WorkbenchError(
      WorkbenchErrorCode.Storage,
      `Cannot write ${path}: ${reasonOf(error)}`,
      { code: codeOf(error) }
    )
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

/** Also for a link whose target is not there yet. */
function targetOf(path: string): string {
  let target = resolve(path)
  for (let links = 0; links < MOST_LINKS; links += 1) {
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target
    target = resolve(dirname(target), readlinkSync(target))
  }
  throw new Error('there are too many links on the way to it.')
}

function modeOf(target: string): number {
  const found = statSync(target, { throwIfNoEntry: false })
  if (found?.isDirectory() === true) throw new Error('there is a folder with this name.')
  if (found?.isFile() === false) throw new Error('this is not an ordinary file.')
  return found ? found.mode & 0o777 : 0o600
}

/** What a writer left behind that was killed before it could rename. */
function removeStrays(target: string): void {
  const prefix = `.${basename(target)}.`
  for (const name of readdirSync(dirname(target))) {
    if (!name.startsWith(prefix)) continue
    const writer = /^(\d+)-[\da-f]{12}\.new$/.exec(name.slice(prefix.length))?.[1]
    if (writer === undefined) continue
    const stray = join(dirname(target), name)
    if (isOld(stray) || !isRunning(Number(writer))) rmSync(stray, { force: true })
  }
}

function isOld(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > STRAY_AGE_MS
}

/** We write one file at a time, so what bears our own number is left from another process. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space and try again; what was there before is unchanged.',
  EDQUOT:
    'your share of the disk is used up. Free some space and try again; what was there before is unchanged.',
  EROFS: 'the disk can only be read. What was there before is unchanged.',
  EACCES: 'you may not write there. Change the permissions of the folder and try again.',
  EPERM: 'the system does not allow it. Change the permissions of the folder and try again.'
}

function reasonOf(error: unknown): string {
  return REASONS[codeOf(error) ?? ''] ?? messageOf(error)
}
