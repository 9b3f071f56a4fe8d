/** Where a file is written before it takes the place of another, and what may stand in the way. */
import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'

const MOST_LINKS = 40
const STRAY_AGE_MS = 60_000

/** For the person only. */
export const PRIVATE_MODE = 0o600

/** How the names of files end that are not whole yet, or never became whole. */
export const UNFINISHED = '.new'

/** The unfinished files of writers that let others go on meanwhile. */
export const beingWritten = new Set<string>()

/** In the same folder, because nothing can be renamed from one disk to another. */
export function temporaryFor(target: string): string {
  const name = `.${basename(target)}.${process.pid}-${randomBytes(6).toString('hex')}${UNFINISHED}`
  return join(dirname(target), name)
}

/** Also for a link whose target is not there yet. */
export function targetOf(path: string): string {
  return wayTo(path).at(-1) ?? path
}

/** The path, and where it leads, link by link; only the last one is no link. */
export function wayTo(path: string): readonly string[] {
  const way: string[] = []
  let target = resolve(path)
  for (let links = 0; links < MOST_LINKS; links += 1) {
    way.push(target)
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return way
    target = resolve(dirname(target), readlinkSync(target))
  }
  throw new Error('there are too many links on the way to it.')
}

export function modeOf(target: string): number {
  const found = statSync(target, { throwIfNoEntry: false })
  if (found?.isDirectory() === true) throw new Error(A_FOLDER)
  if (found?.isFile() === false) throw new Error('this is not an ordinary file.')
  return found ? found.mode & 0o777 : PRIVATE_MODE
}

/** What a writer left behind that was killed before it could rename. */
export function removeStrays(target: string): void {
  const prefix = `.${basename(target)}.`
  for (const name of readdirSync(dirname(target))) {
    if (!name.startsWith(prefix)) continue
    const writer = /^(\d+)-[\da-f]{12}\.new$/.exec(name.slice(prefix.length))?.[1]
    if (writer === undefined) continue
    const stray = join(dirname(target), name)
    if (beingWritten.has(stray)) continue
    if (isOld(stray) || !isRunning(Number(writer))) rmSync(stray, { force: true })
  }
}

function isOld(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > STRAY_AGE_MS
}

/** What bears our own number and is not being written is left from another process. */
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

const A_FOLDER = 'there is a folder with this name.'
const NOT_A_FOLDER = 'a part of this path is not a folder.'

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space and try again; what was there before is unchanged.',
  EDQUOT:
    'your share of the disk is used up. Free some space and try again; what was there before is unchanged.',
  EROFS: 'the disk can only be read. What was there before is unchanged.',
  EACCES: 'you may not write there. Change the permissions of the folder and try again.',
  EPERM: 'the system does not allow it. Change the permissions of the folder and try again.',
  ENOENT: 'its folder is not there.',
  ENOTDIR: NOT_A_FOLDER,
  EEXIST: NOT_A_FOLDER,
  EISDIR: A_FOLDER,
  ENAMETOOLONG: 'its name is too long.'
}

export function cannotWrite(path: string, error: unknown): WorkbenchError {
  const code = codeOf(error)
  const reason = REASONS[code ?? ''] ?? messageOf(error)
  return new WorkbenchError(WorkbenchErrorCode.Storage, `Cannot write ${path}: ${reason}`, { code })
}
