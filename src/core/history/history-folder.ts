/**
 * Where kept calls lie: a folder for each server and tool, and in it two files for each call, so that
 * a list can be read without the results. Names begin with the time, so that their order is by age.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { CallId, ServerId } from '../../shared/ids'
import { fromJson } from '../../shared/json'
import type { Loss } from '../config/state-file'
import { UNFINISHED } from '../config/write-target'
import { replaceFile } from '../replace-file'
import { StoredRow, StoredOutcome } from './stored-call'

const ENTRY = '.call.json'
const OUTCOME = '.outcome.json'
/** What was removed lies here until it cannot be brought back any more. */
const REMOVED = 'removed'
/** More than the longest outcome and arguments take together. */
const LIMIT_BYTES = 24 * 1024 * 1024
const TIME_DIGITS = 15

/** A call by where it lies. */
export type Place = { readonly folder: string; readonly stem: string }

export class HistoryFolder {
  /** The files of which it was told that they cannot be understood. */
  private readonly told = new Set<string>()

  constructor(
    private readonly root: string,
    private readonly onLoss: (loss: Loss) => void
  ) {}

  folderOf(serverId: ServerId, tool: string): string {
    return join(this.serverFolder(serverId), digest(tool))
  }

  placeOf({ serverId, tool, startedAt, callId }: StoredRow): Place {
    const time = String(Math.max(0, Math.round(startedAt))).padStart(TIME_DIGITS, '0')
    return { folder: this.folderOf(serverId, tool), stem: `${time}-${digest(callId)}` }
  }

  /** Oldest first. */
  async places(folder: string): Promise<readonly Place[]> {
    const names = await namesIn(folder)
    return names
      .filter((name) => name.endsWith(ENTRY))
      .map((name) => ({ folder, stem: name.slice(0, -ENTRY.length) }))
      .sort((a, b) => (a.stem < b.stem ? -1 : 1))
  }

  /** Every call of every server, oldest first. */
  async allPlaces(): Promise<readonly Place[]> {
    const folders = await this.folders()
    const places = await Promise.all(folders.map((folder) => this.places(folder)))
    return places.flat().sort((a, b) => (a.stem < b.stem ? -1 : 1))
  }

  async find(callId: CallId): Promise<Place | undefined> {
    const ending = `-${digest(callId)}${ENTRY}`
    for (const folder of await this.folders()) {
      const name = (await namesIn(folder)).find((each) => each.endsWith(ending))
      if (name !== undefined) return { folder, stem: name.slice(0, -ENTRY.length) }
    }
    return undefined
  }

  /** Undefined for one that is gone or cannot be read. */
  readEntry({ folder, stem }: Place): Promise<StoredRow | undefined> {
    return this.read(join(folder, stem + ENTRY), StoredRow)
  }

  readOutcome({ folder, stem }: Place): Promise<StoredOutcome | undefined> {
    return this.read(join(folder, stem + OUTCOME), StoredOutcome)
  }

  async writeEntry({ folder, stem }: Place, json: string): Promise<void> {
    await replaceFile(join(folder, stem + ENTRY), json)
  }

  /** Before the entry, so that whatever is listed can be read. */
  async writeOutcome({ folder, stem }: Place, json: string): Promise<void> {
    await replaceFile(join(folder, stem + OUTCOME), json)
  }

  async delete({ folder, stem }: Place): Promise<void> {
    await rm(join(folder, stem + ENTRY), { force: true })
    await rm(join(folder, stem + OUTCOME), { force: true })
  }

  /** Puts calls aside, and gives back the way to bring them to a folder, which rejects if some are gone. */
  async putAside(places: readonly Place[]): Promise<(folder: string) => Promise<void>> {
    const aside = join(this.root, REMOVED, randomUUID())
    await mkdir(aside, { recursive: true, mode: 0o700 })
    const moved: string[] = []
    for (const { folder, stem } of places) {
      for (const name of [stem + OUTCOME, stem + ENTRY]) {
        if (await moveIfThere(join(folder, name), join(aside, name))) moved.push(name)
      }
    }
    return async (folder) => {
      let missing = 0
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const name of moved) {
        if (!(await moveIfThere(join(aside, name), join(folder, name)))) missing += 1
      }
      if (missing > 0) throw cannotBringBack(missing === moved.length)
    }
  }

  /** Forgets what was removed in an earlier run, and what a writer left behind. Gives the size of the rest. */
  async tidy(): Promise<number> {
    await rm(join(this.root, REMOVED), { recursive: true, force: true })
    let bytes = 0
    for (const folder of await this.folders()) {
      const names = new Set(await namesIn(folder))
      for (const name of names) {
        const path = join(folder, name)
        if (isLeftBehind(name, names)) await rm(path, { force: true })
        else bytes += await sizeOf(path)
      }
    }
    return bytes
  }

  async size({ folder, stem }: Place): Promise<number> {
    return (await sizeOf(join(folder, stem + ENTRY))) + (await sizeOf(join(folder, stem + OUTCOME)))
  }

  private serverFolder(serverId: ServerId): string {
    return join(this.root, digest(serverId))
  }

  private async folders(): Promise<readonly string[]> {
    const servers = (await namesIn(this.root)).filter((name) => name !== REMOVED)
    const tools = await Promise.all(
      servers.map(async (server) =>
        (await namesIn(join(this.root, server))).map((tool) => join(this.root, server, tool))
      )
    )
    return tools.flat()
  }

  /** Undefined for a file that is gone or cannot be read. That is told once. */
  private async read<Schema extends z.ZodType>(
    path: string,
    schema: Schema
  ): Promise<z.output<Schema> | undefined> {
    try {
      if ((await stat(path)).size > LIMIT_BYTES) throw new Error('it is too large')
      return schema.parse(fromJson(await readFile(path, 'utf8')))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return undefined
      const why = firstLine(messageOf(error))
      const message = `Some calls are left out of the history, because their files cannot be understood. They stay as they are. One is ${path}: ${why}`
      if (!this.told.has(path)) this.onLoss({ message, path: this.root, lost: 'all' })
      this.told.add(path)
      return undefined
    }
  }
}

/** Not finished, or an outcome whose entry was never written. */
function isLeftBehind(name: string, names: ReadonlySet<string>): boolean {
  if (name.endsWith(UNFINISHED)) return true
  return name.endsWith(OUTCOME) && !names.has(name.slice(0, -OUTCOME.length) + ENTRY)
}

function cannotBringBack(isAllGone: boolean): WorkbenchError {
  const what = isAllGone ? 'What was removed' : 'Some of what was removed'
  const message = `${what} is no longer there, so it cannot be brought back.`
  return new WorkbenchError(WorkbenchErrorCode.NotFound, message)
}

/** A name for a folder or file that no text can lead out of. */
function digest(text: string): string {
  return createHash('sha256').update(text, 'utf16le').digest('hex').slice(0, 32)
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch {
    return [] // nothing was kept there yet
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    return 0 // it is gone
  }
}

/** False when there is nothing to move. */
async function moveIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
