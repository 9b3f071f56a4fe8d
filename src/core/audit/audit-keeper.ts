/**
 * Keeps the audit log open, whatever becomes of its file: opens it when it can be, starts anew when it
 * is damaged, and holds on to what has happened already until it can be written.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { AuditStanding } from '../../shared/audit'
import { reasonOf } from './audit-log'
import type { AuditSettings, Handed } from './audit-messages'
import { AuditReader } from './audit-query'
import { openAudit, startAnew, type TellAside } from './audit-salvage'
import { AuditStore, type Intent } from './audit-store'
import { isDamaged } from './audit-tables'
import { DailyFiles, type DailyLine } from './daily-files'
import type { Redactor } from './redaction'

/** So many are written in one transaction; whoever wants to begin something waits for no more. */
const RECORDS_AT_ONCE = 1_000
const DAY_MS = 24 * 60 * 60 * 1_000

export type KeeperOptions = {
  readonly path: string
  readonly settings: AuditSettings
  readonly redactor: Redactor
  readonly onTaken: (handed: readonly number[]) => void
  readonly onChange: () => void
  readonly onNotice: TellAside
  readonly now?: () => number
  /** Sees a database before anybody else uses it. */
  readonly onOpen?: (database: DatabaseSync) => void
}

type Opened = {
  readonly database: DatabaseSync
  readonly store: AuditStore
  readonly reader: AuditReader
}

export class AuditKeeper {
  readonly path: string
  private opened?: Opened
  private settings: AuditSettings
  private late: Handed[] = []
  private problem?: string
  private folderProblem?: string
  private revision = 0
  private newest = 0
  private readonly now: () => number

  constructor(private readonly options: KeeperOptions) {
    this.path = options.path
    this.settings = options.settings
    this.now = options.now ?? Date.now
  }

  get standing(): Omit<AuditStanding, 'isOn' | 'notice'> {
    const { newest, revision, problem, folderProblem } = this
    return {
      newest,
      revision,
      ...(problem !== undefined && { problem }),
      ...(folderProblem !== undefined && { folderProblem })
    }
  }

  configure(settings: AuditSettings): void {
    if (settings.folder !== this.settings.folder) this.tellFolder(undefined)
    this.settings = settings
  }

  /** Throws when it is not on disk. */
  begin(intent: Intent): number {
    const { id, line } = this.writing((store) => store.begin(intent))
    this.alsoDaily([{ time: intent.time, line }])
    this.settle()
    return id
  }

  /** Written when it can be, in the order in which it came. */
  take(handed: readonly Handed[]): void {
    this.late.push(...handed)
    this.settle()
  }

  /** Tries what could not be written before. */
  settle(): void {
    while (this.late.length > 0) {
      const next = this.late.slice(0, RECORDS_AT_ONCE)
      try {
        this.complete(next)
      } catch {
        return // the person was told, and it is tried again
      }
      this.late.splice(0, next.length)
      this.options.onTaken(next.map(({ handed }) => handed))
    }
  }

  reader(): AuditReader {
    return this.open().reader
  }

  /** Looks after the file: what is too old or too much goes, and what keeps it from being written. */
  tend(): void {
    try {
      const { bytes, days } = this.settings
      const { store } = this.open()
      const removed = this.guarded(() =>
        store.trim({ bytes, oldestAt: this.now() - days * DAY_MS })
      )
      if (removed > 0) this.changed()
      if (this.problem !== undefined) this.probe()
    } catch (error) {
      this.tell(error)
    }
    this.settle()
  }

  close(): void {
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

  private complete(late: readonly Handed[]): void {
    const now = this.now()
    const written = this.writing((store) => store.complete(late.map((one) => one.late)))
    this.alsoDaily(
      written.flatMap((one, index) =>
        one ? [{ time: late[index]?.late.intent?.time ?? now, line: one.line }] : []
      )
    )
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
    return written
  }

  /** A file that turns out to be damaged is set aside, and it is tried once more. */
  private guarded<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      if (this.opened?.database.isTransaction) this.opened.database.exec('ROLLBACK')
      if (!isDamaged(error)) throw error
      this.close()
      this.use(startAnew(this.path, error, this.options.onNotice))
      return work()
    }
  }

  private open(): Opened {
    return this.opened ?? this.use(openAudit(this.path, this.options.onNotice))
  }

  private use(database: DatabaseSync): Opened {
    try {
      this.options.onOpen?.(database)
      const store = new AuditStore(database, this.options.redactor, this.now)
      const reader = new AuditReader(database)
      this.newest = reader.newest()
      this.opened = { database, store, reader }
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
      this.tellFolder(undefined)
    } catch (error) {
      this.tellFolder(`The daily files cannot be written: ${reasonOf(error)}.`)
    }
  }

  private tell(error: unknown): void {
    const problem = error === undefined ? undefined : reasonOf(error)
    if (problem === this.problem) return
    if (problem === undefined) delete this.problem
    else this.problem = problem
    this.options.onChange()
  }

  private tellFolder(problem: string | undefined): void {
    if (problem === this.folderProblem) return
    if (problem === undefined) delete this.folderProblem
    else this.folderProblem = problem
    this.options.onChange()
  }

  private changed(): void {
    this.revision++
    this.newest = this.opened?.reader.newest() ?? this.newest
    this.options.onChange()
  }
}
