/**
 * The traffic on disk: every entry of every run, with its text, and lists of what matches a filter.
 * Entries are only ever added, and the oldest forgotten as a whole; what became of a request and
 * what the person noted stands beside it. Runs in a thread of its own, and in the command line.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import type {
  OpenedView,
  RecordingSummary,
  Timeline,
  TimelineSpec,
  TrafficRow,
  ViewCount,
  ViewGrowth,
  ViewSpec
} from '../../shared/traffic/traffic-row'
import { notKept } from '../traffic/not-kept'
import { withoutSecrets } from '../text/safe-bytes'
import { CallTable, type CallLimits, type KeepCall } from './rows/call-table'
import { STORED_CALLS } from './stored-call'
import { columnsOf, rowOf, textColumns, textOf, WRITTEN_COLUMNS } from './rows/entry-columns'
import { noteEndings, prepareEndings, type EndingStatements } from './rows/endings'
import type { Exported } from './exporting'
import { FrameReader } from './rows/frame-reader'
import { Recordings } from './views/recordings'
import type { Originals } from './store-messages'
import { RowInserter } from './rows/row-inserter'
import { RECORDING_SPAN } from './rows/tables'
import { TimelineReader } from './rows/timeline'
import { Views, type ViewsOptions } from './views/views'

export type Redact = (text: string) => string

export class TrafficStore {
  readonly recordings: Recordings
  readonly views: Views
  readonly calls: CallTable
  private readonly entryRows: RowInserter
  private readonly rawRows: RowInserter
  private readonly byKey: StatementSync
  private readonly rawByKey: StatementSync
  private readonly originalByKey: StatementSync
  private readonly belonging: StatementSync
  private readonly answer: StatementSync
  private readonly allBelonging: StatementSync
  private readonly mark: StatementSync
  private readonly endings: EndingStatements
  /** Created on first use, because it cannot be created on read-only tables. */
  private bars?: TimelineReader

  constructor(
    private readonly database: DatabaseSync,
    /** Takes out what may not be kept. */
    private readonly redact: Redact = (text) => text,
    options: ViewsOptions = {}
  ) {
    this.recordings = new Recordings(database)
    this.calls = new CallTable(database, STORED_CALLS)
    this.views = new Views(database, this.recordings, options)
    this.entryRows = new RowInserter(database, 'entry', WRITTEN_COLUMNS)
    this.rawRows = new RowInserter(database, 'raw', ['key', 'text', 'exact', 'original'])
    this.byKey = database.prepare('SELECT * FROM entry WHERE key = ?')
    this.rawByKey = database.prepare('SELECT text, exact FROM raw WHERE key = ?')
    this.originalByKey = database.prepare('SELECT original FROM raw WHERE key = ?')
    this.answer = database.prepare(
      'SELECT bytes, json_array_length(violations) AS violations FROM entry WHERE key = ?'
    )
    this.belonging = database.prepare(
      `SELECT count(*) AS count, total(json_array_length(violations)) AS violations FROM entry
       WHERE belongs_to = ? AND key > ? AND key < ?`
    )
    this.allBelonging = database.prepare(
      'SELECT * FROM entry WHERE belongs_to = ? AND key > ? AND key < ? ORDER BY key LIMIT ?'
    )
    this.mark = database.prepare('UPDATE entry SET is_pinned = ?, note = ? WHERE key = ?')
    this.endings = prepareEndings(database)
  }

  /** All of them or none. */
  append(
    recording: number,
    entries: readonly TrafficEntry[],
    raws: readonly string[],
    originals?: Originals
  ): void {
    const base = recording * RECORDING_SPAN
    const ended = new Set<number>()
    this.together(() => {
      this.entryRows.insert(entries.map((entry) => columnsOf(this.safe(entry), base + entry.seq)))
      this.rawRows.insert(
        entries.map(({ seq }, index) => {
          const original = originals?.get(seq)
          const kept = original && withoutSecrets(original, this.redact)
          return [base + seq, ...textColumns(this.redact(raws[index] ?? '')), kept ?? null]
        })
      )
      for (const entry of entries) {
        for (const seq of noteEndings(this.endings, base, entry)) ended.add(seq)
      }
    })
    const last = entries.at(-1)
    const { seq: first = 0 } = entries[0] ?? {}
    if (last) this.recordings.grow(recording, first, last.seq, entries.length)
    if (ended.size > 0) this.views.reconsider(recording, ended)
  }

  /** All of them or none. */
  keepCalls(recording: number | undefined, calls: readonly KeepCall[], limits: CallLimits): void {
    this.together(() => this.calls.keep(recording, calls, limits))
  }

  openView(spec: ViewSpec): OpenedView {
    return this.views.open(spec)
  }

  /** What a filter says of servers is said of their names. */
  nameServers(recording: number, names: Readonly<Record<string, string>>): void {
    this.recordings.nameServers(recording, names)
    this.views.rename(recording)
  }

  closeView(viewId: number): void {
    this.views.close(viewId)
  }

  countOf(viewId: number): ViewCount {
    return this.views.countOf(viewId)
  }

  /** The views that have not looked at all there is look at some more. Says which did. */
  advance(): readonly number[] {
    return this.views.advance()
  }

  /** Whoever asks says whether these are the last rows they know of, unless they do not look on. */
  rows(viewId: number, from: number, count: number, isEnd?: boolean): readonly TrafficRow[] {
    const rows = this.rowsAt(viewId, from, count)
    if (isEnd !== undefined) this.views.follow(viewId, isEnd ? count : undefined)
    return rows
  }

  /** How the views that have changed since this was asked last look now. */
  takeChanges(): readonly ViewGrowth[] {
    return this.views.takeChanges().map((growth) => {
      const count = this.views.followedRows(growth.viewId)
      if (!('count' in growth) || count === undefined) return growth
      const from = Math.max(0, growth.count.matched - count)
      return { ...growth, end: { from, rows: this.rowsAt(growth.viewId, from, count) } }
    })
  }

  private rowsAt(viewId: number, from: number, count: number): readonly TrafficRow[] {
    const view = this.views.get(viewId)
    const { recording } = view.spec
    return view.seqsAt(from, count).flatMap((seq) => this.row(recording, seq) ?? [])
  }

  placeOf(viewId: number, seq: number): { readonly index: number; readonly isThere: boolean } {
    return this.views.get(viewId).placeOf(seq)
  }

  /** Numbers of all entries that the rows of a view stand for, in order. */
  shownIn(viewId: number): Exported {
    const view = this.views.get(viewId)
    const { recording, isPaired, isFolded } = view.spec
    if (!isPaired && !isFolded) return { recording, seqs: view.all() }
    const seqs = new Set<number>()
    for (const seq of view.all()) {
      const row = this.row(recording, seq)
      seqs.add(seq)
      if (isPaired && row?.ending?.seq !== undefined) seqs.add(row.ending.seq)
      const { belonging = 0 } = isFolded && row ? row : {}
      for (const part of this.belongingTo(recording, seq, belonging)) seqs.add(part.seq)
    }
    return { recording, seqs: [...seqs].sort((one, other) => one - other) }
  }

  row(recording: number, seq: number): TrafficRow | undefined {
    const base = recording * RECORDING_SPAN
    const columns = this.byKey.get(base + seq)
    if (!columns) return undefined
    return this.whole(base, rowOf(columns))
  }

  /** Entries with their frames, in the order of their numbers; no row where there is no entry. */
  *frames(
    recording: number,
    seqs: Iterable<number>
  ): Generator<{ readonly row: TrafficRow | undefined; readonly raw: string }> {
    const base = recording * RECORDING_SPAN
    for (const { columns, raw } of new FrameReader(this.database).read(recording, seqs)) {
      yield { row: columns && this.whole(base, rowOf(columns)), raw }
    }
  }

  private whole(base: number, row: TrafficRow): TrafficRow {
    if (row.kind === 'auth') return this.withStatus(base, row)
    return row.kind === 'request' ? this.withOthers(base, row) : row
  }

  /** Where a request and its reply are one row, it has the status and the size of the reply. */
  private withStatus(base: number, row: TrafficRow): TrafficRow {
    const { ending } = row
    const reply = ending?.seq === undefined ? undefined : this.byKey.get(base + ending.seq)
    if (!ending || !reply) return row
    const { bytes, status } = rowOf(reply)
    return { ...row, ending: { ...ending, bytes, ...(status !== undefined && { status }) } }
  }

  /** What is found in other rows, and is to be seen in this one when those are folded into it. */
  private withOthers(base: number, row: TrafficRow): TrafficRow {
    const { seq, ending } = row
    const others = this.belonging.get(seq, base, base + RECORDING_SPAN)
    const belonging = Number(others?.['count'] ?? 0)
    const belongingViolations = Number(others?.['violations'] ?? 0)
    const answer = ending?.seq === undefined ? undefined : this.answer.get(base + ending.seq)
    const violations = Number(answer?.['violations'] ?? 0)
    const found = answer && {
      bytes: Number(answer['bytes']),
      ...(violations > 0 && { violations })
    }
    return {
      ...row,
      ...(ending && found && { ending: { ...ending, ...found } }),
      ...(belonging > 0 && { belonging }),
      ...(belongingViolations > 0 && { belongingViolations })
    }
  }

  /** The first entries that belong to a request. */
  belongingTo(recording: number, seq: number, most: number): readonly TrafficRow[] {
    const base = recording * RECORDING_SPAN
    return this.allBelonging.all(seq, base, base + RECORDING_SPAN, most).map(rowOf)
  }

  /** The last request of a server with this method, up to an entry. */
  lastRequest(recording: number, until: TrafficRow, method: string): TrafficRow | undefined {
    const base = recording * RECORDING_SPAN
    const found = this.database
      .prepare(
        `SELECT * FROM entry WHERE key > ? AND key <= ? AND kind = 'request' AND method = ?
         AND server = ? ORDER BY key DESC LIMIT 1`
      )
      .get(base, base + until.seq, method, until.serverId)
    return found && rowOf(found)
  }

  raw(recording: number, seq: number): string | undefined {
    const found = this.rawByKey.get(recording * RECORDING_SPAN + seq)
    return found && textOf(found)
  }

  /** The bytes, where they are not UTF-8 and hold nothing that may not be kept. */
  original(recording: number, seq: number): Uint8Array | undefined {
    const found = this.originalByKey.get(recording * RECORDING_SPAN + seq)?.['original']
    return found instanceof Uint8Array ? found : undefined
  }

  note(
    recording: number,
    seq: number,
    {
      isPinned,
      note
    }: { readonly isPinned?: boolean | undefined; readonly note?: string | undefined }
  ): TrafficRow {
    const before = this.row(recording, seq)
    if (!before) throw notKept(seq)
    const pinned = isPinned ?? before.isPinned ?? false
    const text = this.redact(note ?? before.note ?? '')
    const key = recording * RECORDING_SPAN + seq
    this.mark.run(pinned ? 1 : null, text === '' ? null : text, key)
    this.views.reconsider(recording, [seq])
    return this.row(recording, seq) ?? before
  }

  timeline({ viewId, ...asked }: TimelineSpec): Timeline {
    const view = this.views.get(viewId)
    const shown = {
      recording: view.spec.recording,
      has: (seq: number) => view.placeOf(seq).isThere
    }
    this.bars ??= new TimelineReader(this.database)
    return { ...this.bars.read(shown, asked), isComplete: this.countOf(viewId).isComplete }
  }

  list(): readonly RecordingSummary[] {
    return this.recordings.list()
  }

  remove(recording: number): void {
    this.views.remove(recording)
    this.together(() => {
      this.calls.detach(recording)
      this.recordings.remove(recording)
    })
  }

  private release(recording: number): void {
    this.views.remove(recording)
    this.together(() => this.recordings.release(recording))
  }

  /** Forgets the oldest until it is small and young enough. */
  trim(limits: { readonly bytes: number; readonly oldestAt: number }): void {
    const { recordings } = this
    for (const recording of recordings.brokenOff()) this.remove(recording)
    for (const recording of recordings.tooOld(limits.oldestAt)) {
      if (recordings.canBeReleased(recording)) this.release(recording)
    }
    while (recordings.settledBytes() > limits.bytes) {
      const oldest = recordings.oldestOther()
      if (oldest !== undefined) this.release(oldest)
      else if (!this.forgetSome()) return
    }
  }

  close(): void {
    this.database.close()
  }

  private forgetSome(): boolean {
    const { live } = this.recordings
    if (live === undefined) return false
    const forget = this.views.forgetting(live, this.recordings.firstKept(live))
    const firstSeq = this.recordings.forgetOldest(live)
    forget()
    return this.recordings.extentOf(live).lastSeq > firstSeq
  }

  private together<Result>(work: () => Result): Result {
    this.database.exec('BEGIN')
    try {
      const result = work()
      this.database.exec('COMMIT')
      return result
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK')
      throw error
    }
  }

  /** What stands in the row of an entry may hold what its text may not. */
  private safe(entry: TrafficEntry): TrafficEntry {
    const { method, target, text, logger, id, violations } = entry
    const said = [method, target, text, logger, id, violations && JSON.stringify(violations)]
    const all = said.filter((part) => part !== undefined).join('\n')
    if (this.redact(all) === all) return entry
    return {
      ...entry,
      ...(method !== undefined && { method: this.redact(method) }),
      ...(target !== undefined && { target: this.redact(target) }),
      ...(text !== undefined && { text: this.redact(text) }),
      ...(logger !== undefined && { logger: this.redact(logger) }),
      ...(typeof id === 'string' && { id: this.redact(id) }),
      ...(violations && {
        violations: violations.map((violation) => ({
          ...violation,
          message: this.redact(violation.message)
        }))
      })
    }
  }
}
