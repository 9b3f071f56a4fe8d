/** The recordings there are, how far each reaches, and which are forgotten first. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { namesById, type NamedServer } from '../../../shared/servers/server-names'
import type { RecordingSummary } from '../../../shared/traffic/traffic-row'
import type { QueryContext } from '../rows/frame-columns'
import { RECORDING_SPAN } from '../rows/tables'
import type { Extent } from './view'

/** So much of a recording that goes on is forgotten at once. */
const FORGOTTEN_PART = 0.1

/** Not a frame of a call that is kept. */
const NOT_HELD = `NOT EXISTS (SELECT 1 FROM call WHERE request_key = key)
  AND NOT EXISTS (SELECT 1 FROM call WHERE answer_key = key)`

/** Numbers of entries are fetched so many at a time. */
const SEQS_A_TIME = 1_000

const EMPTY: Extent = { firstSeq: 1, lastSeq: 0, entries: 0 }

type Source = { readonly kind: 'run' } | { readonly kind: 'file'; readonly name: string }

type Known = {
  readonly summary: RecordingSummary
  readonly importedAt?: number
  /** The file has not been read to its end. */
  readonly isUnfinished: boolean
}

export class Recordings {
  /** The one that goes on. */
  live?: number
  private readonly extents = new Map<number, Extent>()
  /** Files that are being read, and how many bytes each has come to. */
  private readonly underWay = new Map<number, number>()
  private readonly names: StatementSync

  constructor(private readonly database: DatabaseSync) {
    this.names = database.prepare(
      'INSERT INTO server(recording, id, name) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name'
    )
  }

  /** A file is not among the recordings until it is finished. */
  begin(startedAt: number, source: Source = { kind: 'run' }): number {
    const [name, importedAt, isUnfinished] =
      source.kind === 'file' ? [source.name, startedAt, 1] : [null, null, null]
    const { lastInsertRowid } = this.database
      .prepare(
        `INSERT INTO recording(started_at, source, name, imported_at, is_unfinished)
         VALUES (?, ?, ?, ?, ?)`
      )
      .run(startedAt, source.kind, name, importedAt, isUnfinished)
    const id = Number(lastInsertRowid)
    this.extents.set(id, EMPTY)
    if (source.kind === 'run') this.live = id
    else this.underWay.set(id, 0)
    return id
  }

  /** How many bytes a file that is being read has come to. */
  weigh(recording: number, bytes: number): void {
    this.underWay.set(recording, bytes)
  }

  /** The file was read to its end. */
  finish(recording: number, startedAt: number | undefined): void {
    this.database
      .prepare(
        `UPDATE recording SET started_at = coalesce(?, started_at), is_unfinished = NULL
         WHERE id = ?`
      )
      .run(startedAt ?? null, recording)
    this.underWay.delete(recording)
  }

  grow(recording: number, firstSeq: number, lastSeq: number, count: number): void {
    const known = this.extentOf(recording)
    this.extents.set(recording, {
      firstSeq: known.entries === 0 ? firstSeq : known.firstSeq,
      lastSeq,
      entries: known.entries + count
    })
  }

  nameServers(recording: number, names: Readonly<Record<string, string>>): void {
    for (const [id, name] of Object.entries(names)) this.names.run(recording, id, name)
  }

  /** The servers that it is of, by the names that they had then. */
  servers(recording: number): readonly NamedServer[] {
    return this.database
      .prepare('SELECT id, name FROM server WHERE recording = ?')
      .all(recording)
      .map(({ id, name }) => ({ id: String(id), name: String(name) }))
  }

  /** What these are called beside each other. */
  serverNames(recording: number): Readonly<Record<string, string>> {
    return namesById(this.servers(recording))
  }

  extentOf(recording: number): Extent {
    const known = this.extents.get(recording)
    if (known) return known
    const base = recording * RECORDING_SPAN
    const { first, last, entries } =
      this.database
        .prepare(
          `SELECT min(key) AS first, max(key) AS last, count(*) AS entries FROM entry
           WHERE key > ? AND key < ?`
        )
        .get(base, base + RECORDING_SPAN) ?? {}
    const extent =
      typeof first === 'number' && typeof last === 'number'
        ? { firstSeq: first - base, lastSeq: last - base, entries: Number(entries) }
        : EMPTY
    this.extents.set(recording, extent)
    return extent
  }

  /** The numbers of all entries that it has now, in order. */
  *seqsOf(recording: number): Generator<number> {
    const base = recording * RECORDING_SPAN
    const next = this.database.prepare(
      'SELECT key FROM entry WHERE key > ? AND key <= ? ORDER BY key LIMIT ?'
    )
    next.setReturnArrays(true)
    const last = base + this.extentOf(recording).lastSeq
    // One list after the other, because others read and write in between.
    for (let after = base; after < last;) {
      const found = next.all(after, last, SEQS_A_TIME) as unknown as readonly [number][]
      const keys = found.map(([key]) => key)
      for (const key of keys) yield key - base
      after = keys.at(-1) ?? last
    }
  }

  /** Newest first. */
  list(): readonly RecordingSummary[] {
    return this.all().flatMap(({ summary, isUnfinished }) => (isUnfinished ? [] : [summary]))
  }

  private all(): readonly Known[] {
    return this.database
      .prepare('SELECT * FROM recording ORDER BY id DESC')
      .all()
      .map(({ id, started_at: startedAt, source, name, imported_at: importedAt, ...rest }) => {
        const { lastSeq, entries } = this.extentOf(Number(id))
        const lastAt = this.timeOf(Number(id), lastSeq)
        const summary = {
          id: Number(id),
          startedAt: Number(startedAt),
          ...(lastAt !== undefined && { lastAt }),
          source: source as RecordingSummary['source'],
          ...(typeof name === 'string' && { name }),
          entries,
          isLive: Number(id) === this.live
        }
        return {
          summary,
          ...(typeof importedAt === 'number' && { importedAt }),
          isUnfinished: rest['is_unfinished'] === 1
        }
      })
  }

  /** What a filter has to know about the recording that it is for. */
  queryContext(recording: number): QueryContext {
    const { lastSeq } = this.extentOf(recording)
    const lastAt = this.timeOf(recording, lastSeq) ?? Date.now()
    return { dayOf: new Date(lastAt).setHours(0, 0, 0, 0), servers: this.servers(recording) }
  }

  /** All but the frames of calls that are kept. With none of these, the recording goes as well. */
  release(recording: number): void {
    const base = recording * RECORDING_SPAN
    for (const table of ['entry', 'raw']) {
      this.database
        .prepare(`DELETE FROM ${table} WHERE key > ? AND key < ? AND ${NOT_HELD}`)
        .run(base, base + RECORDING_SPAN)
    }
    this.extents.delete(recording)
    if (this.extentOf(recording).entries === 0) this.remove(recording)
  }

  /** False where nothing is left in it but the frames of calls that are kept. */
  canBeReleased(recording: number): boolean {
    if (this.extentOf(recording).entries === 0) return true
    const base = recording * RECORDING_SPAN
    return (
      this.database
        .prepare(`SELECT 1 FROM entry WHERE key > ? AND key < ? AND ${NOT_HELD} LIMIT 1`)
        .get(base, base + RECORDING_SPAN) !== undefined
    )
  }

  remove(recording: number): void {
    const base = recording * RECORDING_SPAN
    for (const table of ['entry', 'raw']) {
      this.database
        .prepare(`DELETE FROM ${table} WHERE key > ? AND key < ?`)
        .run(base, base + RECORDING_SPAN)
    }
    this.database.prepare('DELETE FROM server WHERE recording = ?').run(recording)
    this.database.prepare('DELETE FROM recording WHERE id = ?').run(recording)
    this.extents.delete(recording)
    this.underWay.delete(recording)
  }

  /** Runs in which nothing happened are not worth a place in the list, nor are parts of files. */
  removeEmpty(): void {
    for (const id of this.brokenOff()) this.remove(id)
    for (const { id, entries, isLive } of this.list()) {
      if (entries === 0 && !isLive) this.remove(id)
    }
  }

  /** Files that nobody reads any more, and that were not read to their end. */
  brokenOff(): readonly number[] {
    return this.all()
      .filter(({ summary, isUnfinished }) => isUnfinished && !this.underWay.has(summary.id))
      .map(({ summary }) => summary.id)
  }

  /** What is in a file may be as old as it likes: it counts when it was imported. */
  tooOld(oldestAt: number): readonly number[] {
    const isOld = ({ summary: { isLive, lastAt, startedAt }, importedAt }: Known): boolean =>
      !isLive && (importedAt ?? lastAt ?? startedAt) < oldestAt
    return this.all().flatMap((known) =>
      isOld(known) && !known.isUnfinished ? [known.summary.id] : []
    )
  }

  oldestOther(): number | undefined {
    return this.list().findLast(({ id, isLive }) => !isLive && this.canBeReleased(id))?.id
  }

  /** From where on it is still there when its oldest part is forgotten. */
  firstKept(recording: number): number {
    const { firstSeq, lastSeq } = this.extentOf(recording)
    return firstSeq + Math.ceil((lastSeq - firstSeq + 1) * FORGOTTEN_PART)
  }

  /** Says from where on it is still there. */
  forgetOldest(recording: number): number {
    const { lastSeq, entries } = this.extentOf(recording)
    const kept = this.firstKept(recording)
    const base = recording * RECORDING_SPAN
    const forget = (table: string): number =>
      Number(
        this.database
          .prepare(`DELETE FROM ${table} WHERE key > ? AND key < ? AND ${NOT_HELD}`)
          .run(base, base + kept).changes
      )
    forget('raw')
    this.extents.set(recording, { firstSeq: kept, lastSeq, entries: entries - forget('entry') })
    return kept
  }

  /** Of what is kept; space that was freed is used again. */
  sizeBytes(): number {
    const read = (pragma: string): number =>
      Number(Object.values(this.database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0] ?? 0)
    return (read('page_count') - read('freelist_count')) * read('page_size')
  }

  /** The same without files that are being read. */
  settledBytes(): number {
    let bytes = this.sizeBytes()
    for (const unsettled of this.underWay.values()) bytes -= unsettled
    return bytes
  }

  private timeOf(recording: number, seq: number): number | undefined {
    const found = this.database
      .prepare('SELECT time FROM entry WHERE key = ?')
      .get(recording * RECORDING_SPAN + seq)
    return found?.['time'] as number | undefined
  }
}
