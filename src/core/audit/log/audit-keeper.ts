/**
 * Keeps the audit log open, whatever becomes of its file: opens it when it can be, starts anew when it
 * is damaged, and holds on to what has happened already until it can be written. A file that vanishes
 * under it is not replaced before it is put back or you say so.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { AuditStanding } from '../../../shared/traffic/audit'
import { messageOf } from '../../../shared/protocol/errors'
import type { Parcel } from '../../channel/serve'
import type { AuditFiles } from './audit-files'
import { reasonOf } from './audit-log'
import type { AuditSettings } from './audit-messages'
import { openAudit, startAnew, type OpeningOptions, type TellLoss } from './audit-opening'
import { AuditGone, AuditPlace } from './audit-place'
import { AuditReader } from './audit-query'
import { AuditStore, type Entry, type Intent, type Late, type Written } from './audit-store'
import { isDamaged } from './audit-tables'
import { DailyFiles, type DailyLine } from './daily-files'
import { isLogWith, LastLinkFile, reachOf, type LastLink } from './last-link'
import type { Redactor } from '../../redaction/redaction'

/** So many are written in one transaction; whoever wants to begin something waits for no more. */
const RECORDS_AT_ONCE = 1_000
const DAY_MS = 24 * 60 * 60 * 1_000
/** The last link is remembered at most this often, because each time waits for the disk. */
const REMEMBER_MS = 1_000

export type KeeperOptions = AuditFiles & {
  readonly settings: AuditSettings
  readonly redactor: Redactor
  readonly onTaken: (parcels: readonly number[]) => void
  readonly onChange: () => void
  readonly onNotice: TellLoss
  readonly now?: () => number
  /** Sees a database before anybody else uses it. */
  readonly onOpen?: (database: DatabaseSync) => void
}

type Opened = {
  readonly database: DatabaseSync
  readonly store: AuditStore
  readonly reader: AuditReader
  readonly place: AuditPlace
}

/** What keeps the daily files and the last link from being written. No record is lost by it. */
type Beside = { readonly folder?: string | undefined; readonly link?: string | undefined }

export class AuditKeeper {
  readonly files: AuditFiles
  private opened?: Opened
  /** What was written last here. */
  private last?: LastLink
  private rememberedAt = -Infinity
  private settings: AuditSettings
  private late: Parcel<Late>[] = []
  private problem?: string
  private isGone = false
  private beside: Beside = {}
  private revision = 0
  private newest = 0
  private readonly now: () => number

  constructor(private readonly options: KeeperOptions) {
    this.files = { path: options.path, lastLink: options.lastLink }
    this.settings = options.settings
    this.now = options.now ?? Date.now
  }

  get standing(): Omit<AuditStanding, 'isOn' | 'notice'> {
    const { newest, revision, problem, isGone } = this
    const folderProblem = this.beside.folder ?? this.beside.link
    return {
      newest,
      revision,
      ...(problem !== undefined && { problem }),
      ...(isGone && { isGone }),
      ...(folderProblem !== undefined && { folderProblem })
    }
  }

  configure(settings: AuditSettings): void {
    if (settings.folder !== this.settings.folder) this.tellBeside({ folder: undefined })
    this.settings = settings
  }

  /** Throws when it is not on disk. */
  begin(intent: Intent): number {
    const [id] = this.beginAll([intent])
    if (id === undefined) throw new Error('The log wrote no record for this.')
    return id
  }

  /**
   * Writes all intents, and the entries held before them, to disk in one transaction. Throws when
   * none could be written.
   */
  beginAll(intents: readonly Intent[]): readonly number[] {
    const late = this.late.slice(0, RECORDS_AT_ONCE)
    const begun = this.writeAll([
      ...late.map(({ value }) => value),
      ...intents.map((intent) => ({ intent }))
    ])
    this.tookAway(late)
    this.settle()
    return begun.slice(late.length).flatMap((written) => (written ? [written.id] : []))
  }

  /** Written when it can be, in the order in which it came. */
  take(parcels: readonly Parcel<Late>[]): void {
    this.hold(parcels)
    this.settle()
  }

  /** Written with whatever is written next. */
  hold(parcels: readonly Parcel<Late>[]): void {
    this.late.push(...parcels)
  }

  /** Tries what could not be written before. */
  settle(): void {
    while (this.late.length > 0) {
      const next = this.late.slice(0, RECORDS_AT_ONCE)
      try {
        this.writeAll(next.map(({ value }) => value))
      } catch {
        return // the person was told, and it is tried again
      }
      this.tookAway(next)
    }
  }

  /** Also of a log whose file is gone: what it held can be read for as long as it is open. */
  reader(): AuditReader {
    return (this.opened ?? this.open()).reader
  }

  /** You do not have the file that is gone any more: the log goes on with whatever is there now. */
  startAnew(): void {
    const { last, opened } = this
    if (!this.isGone || !last) return
    new LastLinkFile(this.files.lastLink).write(last)
    opened?.database.close()
    delete this.opened
    this.tend()
    this.changed()
  }

  /** Looks after the file: what is too old or too much goes, and what keeps it from being written. */
  tend(): void {
    try {
      const { bytes, days } = this.settings
      const { store } = this.open()
      const removed = this.guarded(() =>
        store.trim({ bytes, oldestAt: dayOf(this.now()) - days * DAY_MS })
      )
      if (removed > 0) this.changed()
      if (this.problem !== undefined) this.probe()
      this.remember()
    } catch (error) {
      this.tell(error)
    }
    this.settle()
  }

  /** Remembers how far the log has come, if it has come further. Never throws. */
  remember(): void {
    const { last } = this
    // The first link is remembered at once, so a log that has none yet does not count as remembered.
    if (!last?.hash || !this.opened || this.opened.place.whatHappened() !== undefined) return
    try {
      const file = new LastLinkFile(this.files.lastLink)
      if (file.read()?.hash !== last.hash) file.write(last)
      this.rememberedAt = performance.now()
      this.tellBeside({ link: undefined })
    } catch (error) {
      this.tellBeside({ link: messageOf(error) })
    }
  }

  close(): void {
    this.remember()
    this.opened?.database.close()
    delete this.opened
  }

  /** Whether something could be written now. */
  private probe(): void {
    const { database } = this.open()
    this.guarded(() => {
      database.exec(
        'BEGIN IMMEDIATE; CREATE TABLE probe(x); INSERT INTO probe VALUES (zeroblob(8192))'
      )
      database.exec('ROLLBACK')
    })
    this.tell(undefined)
  }

  private writeAll(entries: readonly Entry[]): readonly (Written | undefined)[] {
    const now = this.now()
    const written = this.writing((store) => store.writeAll(entries))
    this.alsoDaily(
      written.flatMap((one, index) =>
        one ? [{ time: entries[index]?.intent?.time ?? now, line: one.line }] : []
      )
    )
    return written
  }

  /** The first of what has happened is on disk now. */
  private tookAway(taken: readonly Parcel<Late>[]): void {
    if (taken.length === 0) return
    this.late.splice(0, taken.length)
    this.options.onTaken(taken.map(({ parcel }) => parcel))
  }

  private writing<Result>(write: (store: AuditStore) => Result): Result {
    let written: Result
    try {
      written = this.guarded(() => write(this.open().store))
    } catch (error) {
      this.tell(error)
      throw error
    }
    this.tell(undefined)
    this.changed()
    if (performance.now() - this.rememberedAt > REMEMBER_MS) this.remember()
    return written
  }

  /** A file that turns out to be damaged is set aside, and it is tried once more. */
  private guarded<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      if (this.opened?.database.isTransaction) this.opened.database.exec('ROLLBACK')
      if (!isDamaged(error)) throw error
      this.opened?.database.close()
      delete this.opened
      this.use(startAnew(this.opening(), error))
      return work()
    }
  }

  private open(): Opened {
    this.expectInPlace()
    return this.opened ?? this.use(openAudit(this.opening()))
  }

  /** Throws for a log that was taken away; one that was put back as a copy is opened again. */
  private expectInPlace(): void {
    const { opened, last, files } = this
    const what = opened?.place.whatHappened()
    if (!opened || what === undefined) return
    if (!last || !isLogWith(files.path, last)) throw new AuditGone(files.path, what)
    opened.database.close()
    delete this.opened
  }

  private opening(): OpeningOptions {
    return { ...this.files, tell: this.options.onNotice, now: this.now }
  }

  private use(database: DatabaseSync): Opened {
    try {
      this.options.onOpen?.(database)
      const store = new AuditStore(database, this.options.redactor, this.now)
      const reader = new AuditReader(database)
      this.newest = reader.newest()
      this.opened = { database, store, reader, place: new AuditPlace(this.files.path) }
      this.reached()
      return this.opened
    } catch (error) {
      database.close()
      throw error
    }
  }

  /** A folder that cannot be written to loses nothing: the records are in the database. */
  private alsoDaily(lines: readonly DailyLine[]): void {
    const { folder } = this.settings
    if (folder === undefined || lines.length === 0) return
    try {
      new DailyFiles(folder).append(lines)
      this.tellBeside({ folder: undefined })
    } catch (error) {
      this.tellBeside({ folder: `The daily files cannot be written: ${reasonOf(error)}.` })
    }
  }

  private tell(error: unknown): void {
    const problem = error === undefined ? undefined : reasonOf(error)
    if (problem === this.problem) return
    this.isGone = error instanceof AuditGone
    if (problem === undefined) delete this.problem
    else this.problem = problem
    this.options.onChange()
  }

  private tellBeside(change: Beside): void {
    const before = this.standing.folderProblem
    this.beside = { ...this.beside, ...change }
    if (this.standing.folderProblem !== before) this.options.onChange()
  }

  private changed(): void {
    this.revision++
    this.newest = this.opened?.reader.newest() ?? this.newest
    this.reached()
    this.options.onChange()
  }

  private reached(): void {
    const reach = this.opened && reachOf(this.opened.database)
    if (reach) this.last = reach
  }
}

/** Records are forgotten once a day, because each time leaves a record about it. */
function dayOf(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS
}
