/**
 * The rows of one list: numbers of entries that match, kept in order while more come in. What is
 * folded into another row is stood for by that row. Looks at entries in slices, so that nobody
 * waits who wants something else.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { ViewCount, ViewSpec } from '../../../shared/traffic/traffic-row'
import type { QueryContext } from '../rows/frame-columns'
import { SeqList } from '../rows/seq-list'
import type { SliceTime } from '../rows/slice-time'
import { RECORDING_SPAN } from '../rows/tables'
import { statementsFor, type ViewStatements } from './view-sql'

const SLICE_ENTRIES = 20_000
/** Of those that take long, because more are passed over where there is no time for them. */
const SLOW_SLICE_ENTRIES = 4_000
/** To look at more than these one by one takes longer than to look at all again. */
const MOST_ORPHANS = 5_000

/** The part of the recording that there is. */
export type Extent = {
  readonly firstSeq: number
  readonly lastSeq: number
  /** Of what was exported in parts there are fewer than numbers. */
  readonly entries: number
}

export class View {
  private readonly seqs = new SeqList()
  /** The rows that stand for nothing but background, shown or not. */
  private readonly background = new SeqList()
  private readonly base: number
  private readonly after: number
  private statements: ViewStatements
  private lookedAt: number
  private version = 0

  constructor(
    private readonly database: DatabaseSync,
    readonly spec: ViewSpec,
    context: QueryContext,
    private readonly time: SliceTime
  ) {
    this.base = spec.recording * RECORDING_SPAN
    this.after = spec.after ?? 0
    this.statements = statementsFor(database, spec, context)
    this.lookedAt = this.after
  }

  count({ lastSeq, entries }: Extent): ViewCount {
    return {
      version: this.version,
      matched: this.seqs.length,
      background: this.background.length,
      total: entries,
      lastSeq,
      isComplete: this.lookedAt >= this.endOf(lastSeq)
    }
  }

  /** Looks at one more slice. */
  advance({ firstSeq, lastSeq }: Extent): void {
    const { nextKey, inRange, params, readsText, isSlow } = this.statements
    const end = this.endOf(lastSeq)
    if (this.lookedAt >= end) return
    // What was imported may have numbers that are far apart.
    const next = nextKey.get(this.base + Math.max(this.lookedAt, firstSeq - 1), this.base + end)
    if (!next) {
      this.lookedAt = end
      return
    }
    const from = Number(next['key']) - this.base - 1
    const to = Math.min(end, from + (isSlow ? SLOW_SLICE_ENTRIES : SLICE_ENTRIES))
    if (readsText) this.time.begin()
    const found = inRange.all(this.base + from, this.base + to, ...params)
    for (const [seq, isBackground] of found as unknown as readonly [number, number][]) {
      this.add(seq, isBackground === 1)
    }
    this.lookedAt = readsText ? this.time.reached(this.base + to) - this.base : to
  }

  /** These are otherwise than when they were looked at, and so are the rows in which they are shown. */
  reconsider(seqs: Iterable<number>): void {
    this.version++
    if (this.statements.canChange) this.lookAgain(seqs)
  }

  /** Servers have other names. */
  rename(context: QueryContext): void {
    if (!this.statements.namesServers) return
    this.statements = statementsFor(this.database, this.spec, context)
    this.startOver()
  }

  /** The orphans are those that were shown in rows that are forgotten. */
  forgetBefore(firstSeq: number, orphans: readonly number[]): void {
    if (orphans.length > MOST_ORPHANS) return this.startOver()
    const before = this.seqs.length
    this.seqs.dropBefore(firstSeq)
    this.background.dropBefore(firstSeq)
    if (this.seqs.length !== before) this.version++
    this.lookAgain(orphans)
  }

  seqsAt(from: number, count: number): readonly number[] {
    return this.seqs.slice(from, from + count)
  }

  /** Also what is hidden because it is background. */
  all(): readonly number[] {
    const shown = this.seqs.slice(0, this.seqs.length)
    if (!this.statements.hidesBackground || this.background.length === 0) return shown
    const hidden = this.background.slice(0, this.background.length)
    return [...shown, ...hidden].sort((one, other) => one - other)
  }

  /** Where the row is, or where it would be. */
  placeOf(seq: number): { readonly index: number; readonly isThere: boolean } {
    return { index: this.seqs.indexFrom(seq), isThere: this.seqs.has(seq) }
  }

  private endOf(lastSeq: number): number {
    return Math.min(lastSeq, this.spec.until ?? lastSeq)
  }

  private startOver(): void {
    this.seqs.dropBefore(Infinity)
    this.background.dropBefore(Infinity)
    this.lookedAt = this.after
    this.version++
  }

  private lookAgain(seqs: Iterable<number>): void {
    const { rowOf, ofRow, params } = this.statements
    const rows = new Set<number>()
    for (const seq of seqs) {
      if (seq > this.lookedAt || seq <= this.after) continue
      const found = rowOf.get(this.base + seq)
      if (found) rows.add(Number(found['seq']))
    }
    for (const row of rows) {
      const found = ofRow.get(this.base + row, this.base + this.lookedAt, ...params)
      const isBackground = found?.['background'] ?? null
      if (isBackground === null) this.remove(row)
      else this.add(row, isBackground === 1)
    }
  }

  private add(seq: number, isBackground: boolean): void {
    if (seq <= this.after) return
    if (!isBackground) this.background.remove(seq)
    else if (!this.seqs.has(seq)) this.background.insert(seq)
    if (isBackground && this.statements.hidesBackground) return
    if (this.seqs.insert(seq)) this.version++
  }

  private remove(seq: number): void {
    this.background.remove(seq)
    if (this.seqs.remove(seq)) this.version++
  }
}
