/** The recordings there are, how far each reaches, and which are forgotten first. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { RecordingSummary } from '../../../shared/traffic-row'
import type { QueryContext } from './query-sql'
import { RECORDING_SPAN } from './tables'
import type { Extent } from './view'

/** So much of a recording that goes on is forgotten at once. */
const FORGOTTEN_PART = 0.1

const EMPTY: Extent = { firstSeq: 1, lastSeq: 0, entries: 0 }

type Source = { readonly kind: 'run' } | { readonly kind: 'file'; readonly name: string }

export class Recordings {
  /** The one that goes on. */
  live?: number
  private readonly extents = new Map<number, Extent>()
  private readonly names: StatementSync

  constructor(private readonly database: DatabaseSync) {
    this.names = database.prepare(
      'INSERT INTO server(recording, id, name) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name'
    )
  }

  begin(startedAt: number, source: Source = { kind: 'run' }): number {
    const name = source.kind === 'file' ? source.name : null
    const { lastInsertRowid } = this.database
      .prepare('INSERT INTO recording(started_at, source, name) VALUES (?, ?, ?)')
      .run(startedAt, source.kind, name)
    const id = Number(lastInsertRowid)
    this.extents.set(id, EMPTY)
    if (source.kind === 'run') this.live = id
    return id
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

  serverNames(recording: number): Readonly<Record<string, string>> {
    const rows = this.database
      .prepare('SELECT id, name FROM server WHERE recording = ?')
      .all(recording)
    return Object.fromEntries(rows.map(({ id, name }) => [id as string, name as string]))
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

  /** The numbers of all its entries, in order. */
  *seqsOf(recording: number): Generator<number> {
    const { firstSeq, lastSeq } = this.extentOf(recording)
    for (let seq = firstSeq; seq <= lastSeq; seq++) yield seq
  }

  startAt(recording: number, startedAt: number): void {
    this.database
      .prepare('UPDATE recording SET started_at = ? WHERE id = ?')
      .run(startedAt, recording)
  }

  /** Newest first. */
  list(): readonly RecordingSummary[] {
    return this.database
      .prepare('SELECT id, started_at, source, name FROM recording ORDER BY id DESC')
      .all()
      .map(({ id, started_at: startedAt, source, name }) => {
        const { lastSeq, entries } = this.extentOf(Number(id))
        const lastAt = this.timeOf(Number(id), lastSeq)
        return {
          id: Number(id),
          startedAt: Number(startedAt),
          ...(lastAt !== undefined && { lastAt }),
          source: source as RecordingSummary['source'],
          ...(typeof name === 'string' && { name }),
          entries,
          isLive: Number(id) === this.live
        }
      })
  }

  /** What a filter has to know about the recording that it is for. */
  queryContext(recording: number): QueryContext {
    const { lastSeq } = this.extentOf(recording)
    const lastAt = this.timeOf(recording, lastSeq) ?? Date.now()
    const names = this.serverNames(recording)
    return { dayOf: new Date(lastAt).setHours(0, 0, 0, 0), servers: names }
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
  }

  /** Runs in which nothing happened are not worth a place in the list. */
  removeEmpty(): void {
    for (const { id, entries, isLive } of this.list()) {
      if (entries === 0 && !isLive) this.remove(id)
    }
  }

  tooOld(oldestAt: number): readonly number[] {
    return this.list()
      .filter(({ isLive, lastAt, startedAt }) => !isLive && (lastAt ?? startedAt) < oldestAt)
      .map(({ id }) => id)
  }

  oldestOther(): number | undefined {
    return this.list().findLast(({ isLive }) => !isLive)?.id
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
          .prepare(`DELETE FROM ${table} WHERE key > ? AND key < ?`)
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

  private timeOf(recording: number, seq: number): number | undefined {
    const found = this.database
      .prepare('SELECT time FROM entry WHERE key = ?')
      .get(recording * RECORDING_SPAN + seq)
    return found?.['time'] as number | undefined
  }
}
