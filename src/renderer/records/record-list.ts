/**
 * One list of the ledger as the window sees it: how long it is, and the rows around the place that is
 * looked at. Asks for rows only when they are wanted, one request at a time. A list that takes the
 * place of another is shown when there is something in it, and shows what the other has shown.
 */
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import {
  FIRST_PAGE_ROWS,
  type ListCount,
  type ListEnd,
  type ListGrowth
} from '../../shared/traffic/list'
import type {
  Gaze,
  ListPlace,
  ListSnapshot,
  ListSource,
  ListStart,
  Looking,
  Opening,
  Seen
} from './list-source'

/** So many rows before and after those in view are fetched along with them. */
const AROUND = 120
/** With fewer than these left, the next are fetched: who scrolls fast is there before they are. */
const LEAST_AROUND = 60
/** More are not answered at once. */
export const MOST_ROWS = 1_000
/** Until it is known what is in view. */
const FIRST_ROWS = 40
/** The list before is shown so long while less than a page of this one is found, */
const HELD_MS = 100
/** and so long while nothing is. */
const HELD_FOR_NOTHING_MS = 400

export const NO_LIST = { key: 0, opening: { at: 'end' }, from: 0, rows: [] } as const

let lastKey = 0

/** For the feed: lists that are looked at have grown. */
export function growLists<Spec, Row, Count extends ListCount>(
  { clients }: ListSource<Spec, Row, Count>,
  growths: readonly ListGrowth<Row, Count>[]
): void {
  for (const growth of growths) {
    const client = clients.get(growth.viewId)
    if ('count' in growth) client?.grow(growth.count, growth.end)
    else if ('failure' in growth) client?.giveUp(growth.failure)
    else client?.retry()
  }
}

export class RecordList<Spec, Row, Count extends ListCount> {
  private snapshot: ListSnapshot<Spec, Row, Count>
  private readonly listeners = new Set<() => void>()
  private viewId?: number
  private seen: Seen = { from: 0, to: FIRST_ROWS }
  private gaze: () => Gaze = () => ({
    isAtEnd: this.source.isNewestFirst
      ? this.seen.from === 0
      : this.seen.to >= (this.snapshot.count?.matched ?? 0)
  })
  private fetched = { version: -1, lastSeq: -1 }
  /** The question that was answered last; another answer comes only when something has changed. */
  private answered = ''
  /** As main has told last, while the list holds still. */
  private newest?: Count
  private opens = 0
  private isFetching = false
  private readonly closing = new AbortController()
  private isShown = false
  /** With fewer rows it is not shown before all are found. */
  private leastRows = FIRST_PAGE_ROWS

  constructor(
    private readonly source: ListSource<Spec, Row, Count>,
    readonly spec: Spec,
    private readonly start: ListStart = { at: 'end' }
  ) {
    this.snapshot = { ...NO_LIST, key: ++lastKey, spec }
    void this.open() // never rejects
  }

  /** Called when there is something to show, and whenever that changes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  readonly current = (): ListSnapshot<Spec, Row, Count> => this.snapshot

  get closed(): AbortSignal {
    return this.closing.signal
  }

  get looking(): Looking {
    return { ...this.seen, ...this.gaze() }
  }

  /** The rows that are in view, and who to ask how they are looked at. */
  want(from: number, to: number, gaze?: () => Gaze): void {
    this.seen = { from, to }
    if (gaze) this.gaze = gaze
    if (this.snapshot.isHeld === true && this.gaze().isAtEnd) this.goOn()
    void this.fetch() // never rejects
  }

  async rowAt(index: number): Promise<Row | undefined> {
    const known = rowIn(this.snapshot, index)
    if (known !== undefined || this.viewId === undefined || index < 0) return known
    const [row] = await this.rowsFrom(index, 1)
    return row
  }

  /** Rejects when the list is not there. */
  async rowsFrom(from: number, count: number): Promise<readonly Row[]> {
    const { viewId } = this
    if (viewId === undefined) {
      throw new WorkbenchError(WorkbenchErrorCode.NotFound, 'This list is no longer open.')
    }
    const until = this.snapshot.count?.lastSeq ?? 0
    return (await this.source.rows(viewId, { from, count, until })).rows
  }

  /** Undefined when the list is not there yet. */
  async placeOf(seq: number): Promise<ListPlace | undefined> {
    return this.viewId === undefined ? undefined : this.source.place(this.viewId, seq)
  }

  /** Asks something else about the list. Undefined when it is not there; once it is, it is told. */
  async ask<Answer>(question: (viewId: number) => Promise<Answer>): Promise<Answer | undefined> {
    const { viewId } = this
    if (viewId === undefined) return undefined
    try {
      return await question(viewId)
    } catch (error) {
      if (!isGone(error)) throw error
      if (viewId === this.viewId) await this.reopen()
      return undefined
    }
  }

  grow(count: Count, end?: ListEnd<Row>): void {
    this.newest = count
    if (this.isShown && this.source.isNewestFirst && !this.gaze().isAtEnd) this.hold(count)
    else {
      const taken = end && this.isShown && this.canTake(end, count)
      this.snapshot = { ...this.snapshot, count, ...(taken && end) }
    }
    if (!this.isShown)
      void this.show() // never rejects
    else {
      this.tell()
      void this.fetch() // never rejects
    }
  }

  /** Shows what is new in a list that holds still. */
  goOn(): void {
    const { isHeld: _, ...rest } = this.snapshot
    this.snapshot = { ...rest, ...(this.newest && { count: this.newest }) }
    this.tell()
    void this.fetch() // never rejects
  }

  retry(): void {
    const { failure: _, ...rest } = this.snapshot
    this.snapshot = rest
    this.tell()
    void this.reopen() // never rejects
  }

  /** Main cannot go on with the list. */
  giveUp(failure: string): void {
    this.fail(new WorkbenchError(WorkbenchErrorCode.Internal, failure))
  }

  close(): void {
    this.closing.abort()
    this.leave()
  }

  private async open(): Promise<void> {
    const nth = ++this.opens
    const isWanted = (): boolean => !this.closed.aborted && nth === this.opens
    try {
      const { viewId, count } = await this.source.open(this.spec, this.near())
      if (!isWanted()) return this.closeView(viewId)
      this.viewId = viewId
      this.source.clients.set(viewId, this)
      this.fetched = { version: -1, lastSeq: -1 }
      this.snapshot = { ...this.snapshot, count, viewId }
      if (this.isShown) return await this.fetch()
      setTimeout(() => this.showWith(1), this.start.looking ? HELD_MS : 0)
      setTimeout(() => this.showWith(0), this.start.looking ? HELD_FOR_NOTHING_MS : 0)
      await this.show()
    } catch (error) {
      if (isWanted()) this.fail(error)
    }
  }

  /** Undefined at the end. */
  private near(): number | undefined {
    const looking = this.isShown ? this.looking : this.start.looking?.()
    const isAtEnd = looking ? looking.isAtEnd : this.start.at === 'end'
    return isAtEnd ? undefined : (looking?.anchor?.seq ?? 0)
  }

  private leave(): void {
    const { viewId } = this
    if (viewId === undefined) return
    delete this.viewId
    if (this.source.clients.get(viewId) !== this) return
    this.source.clients.delete(viewId)
    this.closeView(viewId)
  }

  private showWith(leastRows: number): void {
    this.leastRows = leastRows
    void this.show() // never rejects
  }

  /** Shows the list once there is a page of it, or whatever there is when that takes long. */
  private async show(): Promise<void> {
    const { viewId } = this
    const { count } = this.snapshot
    if (!count || !this.isReady(count) || this.isShown || !this.canFetch()) return
    this.isFetching = true
    try {
      const looking = this.start.looking?.()
      const opening = await this.openingOf(looking)
      this.seen = this.seenFrom(opening, count.matched, looking ?? this.seen)
      this.snapshot = { ...this.snapshot, opening }
      await this.take()
    } catch (error) {
      this.isFetching = false
      return this.recover(error, viewId)
    }
    this.isFetching = false
    this.isShown = true
    this.tell()
    await this.fetch()
  }

  private isReady({ isComplete, matched }: Count): boolean {
    if (isComplete || this.leastRows === 0) return true
    // A row that may be anywhere is found when all were looked at.
    return matched >= this.leastRows && this.start.looking?.().missing === undefined
  }

  private async openingOf(looking: Looking | undefined): Promise<Opening> {
    const isAtEnd = looking ? looking.isAtEnd : this.start.at === 'end'
    const { anchor, missing } = looking ?? {}
    const found = missing === undefined ? undefined : await this.placeOf(missing)
    if (found?.isThere === true) return { at: 'row', index: found.index }
    if (isAtEnd) return { at: 'end' }
    const place = anchor && (await this.placeOf(anchor.seq))
    return place ? { at: 'row', index: place.index, below: anchor.below } : { at: 'top' }
  }

  private async fetch(): Promise<void> {
    if (!this.isShown || !this.canFetch() || this.isCovered()) return
    if (this.question().key === this.answered) return
    const { viewId } = this
    this.isFetching = true
    try {
      await this.take()
    } catch (error) {
      this.isFetching = false
      return this.recover(error, viewId)
    }
    this.isFetching = false
    this.tell()
    // What is wanted may be something else by now.
    await this.fetch()
  }

  private canFetch(): boolean {
    return !this.isFetching && !this.closed.aborted && this.viewId !== undefined
  }

  private async take(): Promise<void> {
    const { viewId } = this
    if (viewId === undefined) return
    const { version = 0, lastSeq = 0, matched = 0 } = this.snapshot.count ?? {}
    const { from, count, key } = this.question()
    const isEnd = from + count >= matched
    const read = await this.source.rows(viewId, { from, count, until: lastSeq, isEnd })
    // They are of a list that another has taken the place of.
    if (viewId !== this.viewId) return
    // Unless main has said meanwhile that it is otherwise.
    const now = this.snapshot.count
    const isSame = now?.version === version && now.lastSeq === lastSeq
    const counted = isSame ? read.count : undefined
    this.fetched = { version: counted?.version ?? version, lastSeq }
    this.answered = key
    this.snapshot = { ...this.snapshot, from, rows: read.rows, ...(counted && { count: counted }) }
  }

  /** The rows that are wanted, and all that another answer can depend on. */
  private question(): { readonly from: number; readonly count: number; readonly key: string } {
    const from = Math.max(0, this.seen.from - AROUND)
    const count = Math.min(MOST_ROWS, Math.max(1, this.seen.to + AROUND - from))
    const { version = 0, lastSeq = 0, matched = 0 } = this.snapshot.count ?? {}
    return { from, count, key: [this.viewId, version, lastSeq, matched, from, count].join() }
  }

  private async recover(error: unknown, viewId: number | undefined): Promise<void> {
    // Another list is there, or will be.
    if (viewId !== this.viewId) return this.isShown ? this.fetch() : this.show()
    if (!isGone(error) || this.closed.aborted) return this.fail(error)
    await this.reopen()
  }

  private async reopen(): Promise<void> {
    this.leave()
    if (!this.closed.aborted) await this.open()
  }

  private fail(error: unknown): void {
    this.isShown = true
    this.snapshot = { ...this.snapshot, failure: messageOf(error) }
    this.tell()
  }

  /** The rows in view may be others, but none comes before them. */
  private hold(newest: Count): void {
    const { count = newest } = this.snapshot
    const isHeld = newest.lastSeq > count.lastSeq
    this.snapshot = { ...this.snapshot, isHeld, count: { ...count, version: newest.version } }
  }

  /** Whether the end of the list is looked at, or what is looked at is near it. */
  private canTake({ from }: ListEnd<Row>, { version, lastSeq, matched }: Count): boolean {
    const { isAtEnd } = this.gaze()
    if (!isAtEnd && Math.max(0, this.seen.from - LEAST_AROUND) < from) return false
    // Who looks at the end will look at the new end.
    if (isAtEnd) this.seen = this.seenFrom({ at: 'end' }, matched, this.seen)
    this.fetched = { version, lastSeq }
    return true
  }

  private isCovered(): boolean {
    const { from, rows, count } = this.snapshot
    if (!count || this.fetched.version !== count.version) return false
    const isNewer = this.fetched.lastSeq !== count.lastSeq
    const { isNewestFirst, mayGrow } = this.source
    if (isNewer && (isNewestFirst || rows.some((row) => mayGrow(row, this.spec)))) return false
    const first = Math.max(0, this.seen.from - LEAST_AROUND)
    const end = Math.min(this.seen.to + LEAST_AROUND, count.matched)
    return first >= from && end <= from + rows.length
  }

  /** The rows that will be in view. */
  private seenFrom(opening: Opening, matched: number, before: Seen): Seen {
    const size = before.to - before.from
    const starts = { end: this.source.isNewestFirst ? 0 : matched - size, top: 0 }
    const start = opening.at === 'row' ? opening.index - Math.floor(size / 2) : starts[opening.at]
    const from = Math.max(0, Math.min(start, matched - size))
    return { from, to: from + size }
  }

  private closeView(viewId: number): void {
    this.source.close(viewId).catch(() => undefined) // it is gone either way
  }

  private tell(): void {
    if (this.closed.aborted || !this.isShown) return
    for (const listener of this.listeners) listener()
  }
}

/** The thread that had the list may have been started anew. */
function isGone(error: unknown): boolean {
  return error instanceof WorkbenchError && error.code === WorkbenchErrorCode.NotFound
}

export function rowIn<Row>(
  { from, rows }: { readonly from: number; readonly rows: readonly Row[] },
  index: number
): Row | undefined {
  return rows[index - from]
}
