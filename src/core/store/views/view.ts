/**
 * The rows of one list: numbers of entries that match, kept in order while more come in. What is
 * folded into another row is stood for by that row. Looks at entries in slices, so that nobody
 * waits who wants something else; first at those around the place where the list is shown, so that
 * these rows are known before all others.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ViewCount, ViewSpec } from '../../../shared/traffic/traffic-row'
import type { QueryContext } from '../rows/frame-columns'
import { SeqList } from '../rows/seq-list'
import type { SliceTime } from '../rows/slice-time'
import { RECORDING_SPAN } from '../rows/tables'
import { statementsFor, type ViewStatements } from './view-sql'

/** To look at more than these one by one takes longer than to look at all again. */
const MOST_ORPHANS = 5_000

/** The part of the recording that there is. */
export type Extent = {
  readonly firstSeq: number
  readonly lastSeq: number
  /** Of what was exported in parts there are fewer than numbers. */
  readonly entries: number
}

/** The numbers behind the first and up to the last. */
type Span = { readonly from: number; readonly to: number }

/** So many are looked at first, because most filters find a page in them. */
const FIRST_ENTRIES = 2_000

export class View {
  private readonly seqs = new SeqList()
  /** The rows that stand for nothing but background, shown or not. */
  private readonly background = new SeqList()
  private readonly base: number
  private readonly after: number
  private statements: ViewStatements
  /** What was looked at: nothing is left out between its ends. */
  private looked: Span | undefined
  private hasLookedBack = true
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
  }

  count(extent: Extent): ViewCount {
    const { lastSeq, entries } = extent
    return {
      version: this.version,
      matched: this.seqs.length,
      background: this.background.length,
      total: entries,
      lastSeq,
      isComplete: this.looked !== undefined && !this.isLeft(this.looked, this.spanOf(extent))
    }
  }

  /** Looks at one more slice: one behind what was looked at, then one before it. */
  advance(extent: Extent): void {
    const whole = this.spanOf(extent)
    const { near = Infinity } = this.spec
    const start = Math.max(whole.from, Math.min(near - 1, whole.to))
    this.looked ??= { from: start, to: start }
    const { looked } = this
    if (!this.isLeft(looked, whole)) return
    this.hasLookedBack = looked.to >= whole.to || (!this.hasLookedBack && looked.from > whole.from)
    this.looked = this.hasLookedBack ? this.lookBack(looked, whole) : this.lookOn(looked, whole)
  }

  private lookOn(looked: Span, whole: Span): Span {
    const { nextKey, inRange } = this.statements
    // What was imported may have numbers that are far apart.
    const next = this.seqFrom(nextKey, { ...whole, from: Math.max(looked.to, whole.from) })
    if (next === undefined) return { ...looked, to: whole.to }
    const from = next - 1
    const to = Math.min(whole.to, from + this.entriesAtOnce(looked))
    const refused = this.look(inRange, { from, to })
    return { ...looked, to: refused === undefined ? to : refused - 1 }
  }

  private lookBack(looked: Span, whole: Span): Span {
    const { lastKey, inRangeBackwards } = this.statements
    const to = this.seqFrom(lastKey, { ...whole, to: looked.from })
    if (to === undefined) return { ...looked, from: whole.from }
    const from = Math.max(whole.from, to - this.entriesAtOnce(looked))
    const refused = this.look(inRangeBackwards, { from, to })
    return { ...looked, from: refused ?? from }
  }

  private entriesAtOnce({ from, to }: Span): number {
    return from === to ? FIRST_ENTRIES : this.statements.sliceEntries
  }

  private seqFrom(keyIn: StatementSync, { from, to }: Span): number | undefined {
    const found = keyIn.get(this.base + from, this.base + to)
    return found && Number(found['key']) - this.base
  }

  /** Gives the first entry for which there was no time. */
  private look(inRange: StatementSync, { from, to }: Span): number | undefined {
    const { rangeParams, isTimed } = this.statements
    if (isTimed) this.time.begin()
    const found = inRange.all(this.base + from, this.base + to, ...rangeParams)
    for (const [seq, isBackground] of found as unknown as readonly [number, number][]) {
      this.add(seq, isBackground === 1)
    }
    const refused = isTimed ? this.time.refused : undefined
    return refused === undefined ? undefined : refused - this.base
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

  /** What is to be looked at. */
  private spanOf({ firstSeq, lastSeq }: Extent): Span {
    const from = Math.max(this.after, firstSeq - 1)
    return { from, to: Math.max(from, Math.min(lastSeq, this.spec.until ?? lastSeq)) }
  }

  private isLeft(looked: Span, whole: Span): boolean {
    return looked.to < whole.to || looked.from > whole.from
  }

  private startOver(): void {
    this.seqs.dropBefore(Infinity)
    this.background.dropBefore(Infinity)
    this.looked = undefined
    this.version++
  }

  private lookAgain(seqs: Iterable<number>): void {
    const { rowOf, ofRow, params } = this.statements
    const { from, to } = this.looked ?? { from: 0, to: 0 }
    const rows = new Set<number>()
    for (const seq of seqs) {
      if (seq > to || seq <= from) continue
      const found = rowOf.get(this.base + seq)
      if (found) rows.add(Number(found['seq']))
    }
    for (const row of rows) {
      const found = ofRow.get(this.base + row, this.base + to, this.base + from, ...params)
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
