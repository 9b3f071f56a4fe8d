/**
 * One list of traffic as the window sees it: how long it is, and the rows around the place that is
 * looked at. Asks for rows only when they are wanted, one request at a time. A list that takes the
 * place of another is shown when there is something in it, and shows what the other has shown.
 */
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../shared/errors'
import type { ListEnd, TrafficRow, ViewCount, ViewGrowth, ViewSpec } from '../shared/traffic-row'
import { request } from './bridge'

/** So many rows before and after those in view are fetched along with them. */
const AROUND = 120
/** With fewer than these left, the next are fetched: who scrolls fast is there before they are. */
const LEAST_AROUND = 60
const MOST_ROWS = 1_000
/** Nobody reads more of what was copied. */
const MOST_AT_ONCE = 50_000
/** Until it is known what is in view. */
const FIRST_ROWS = 40
/** The list before is shown so long while all entries are looked at. */
const HELD_MS = 400

/** How a list is looked at, so that another can take its place. */
export type Gaze = {
  readonly isAtEnd: boolean
  /** A row in view, and how many pixels below the beginning of the view it is. */
  readonly anchor?: { readonly seq: number; readonly index: number; readonly below: number }
  /** A row that is looked at beside the list, and is not in the list. */
  readonly missing?: number
}

type Seen = { readonly from: number; readonly to: number }
export type Looking = Gaze & Seen

/** Where a list is shown first. */
export type Opening =
  | { readonly at: 'end' | 'top' }
  /** This row is so far below the beginning of the view; anywhere in it, if that is not said. */
  | { readonly at: 'row'; readonly index: number; readonly below?: number }

export type ViewSnapshot = {
  /** Another for each list. */
  readonly key: number
  /** What is listed; absent where nothing is. */
  readonly spec?: ViewSpec
  /** As main calls it; absent until the list is there. */
  readonly viewId?: number
  readonly opening: Opening
  /** Absent until the list is there. */
  readonly count?: ViewCount
  readonly from: number
  readonly rows: readonly TrafficRow[]
  readonly failure?: string
}

export type ViewStart = {
  /** How the list before this one is looked at, if that is of the same recording. */
  readonly looking?: () => Looking
  readonly at: 'end' | 'top'
}

export const NO_VIEW: ViewSnapshot = { key: 0, opening: { at: 'end' }, from: 0, rows: [] }

const clients = new Map<number, ViewClient>()
let lastKey = 0

/** For the feed: lists that are looked at have grown. */
export function growViews(growths: readonly ViewGrowth[]): void {
  for (const growth of growths) {
    const client = clients.get(growth.viewId)
    if ('failure' in growth) client?.giveUp(growth.failure)
    else client?.grow(growth.count, growth.end)
  }
}

export class ViewClient {
  private snapshot: ViewSnapshot
  private readonly listeners = new Set<() => void>()
  private viewId?: number
  private seen: Seen = { from: 0, to: FIRST_ROWS }
  private gaze: () => Gaze = () => ({
    isAtEnd: this.seen.to >= (this.snapshot.count?.matched ?? 0)
  })
  private fetched = { version: -1, lastSeq: -1 }
  /** The question that was answered last; another answer comes only when something has changed. */
  private answered = ''
  private opens = 0
  private isFetching = false
  private isClosed = false
  private isShown = false
  private isOverdue = false

  constructor(
    readonly spec: ViewSpec,
    private readonly start: ViewStart = { at: 'end' }
  ) {
    this.snapshot = { ...NO_VIEW, key: ++lastKey, spec }
    void this.open() // never rejects
  }

  /** Called when there is something to show, and whenever that changes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  readonly current = (): ViewSnapshot => this.snapshot

  get looking(): Looking {
    return { ...this.seen, ...this.gaze() }
  }

  /** The rows that are in view, and who to ask how they are looked at. */
  want(from: number, to: number, gaze?: () => Gaze): void {
    this.seen = { from, to }
    if (gaze) this.gaze = gaze
    void this.fetch() // never rejects
  }

  async rowAt(index: number): Promise<TrafficRow | undefined> {
    const known = rowIn(this.snapshot, index)
    const { viewId } = this
    if (known || viewId === undefined || index < 0) return known
    const [row] = await request('traffic.rows', { viewId, from: index, count: 1 })
    return row
  }

  /** All rows there are, up to a limit. */
  async everything(): Promise<readonly TrafficRow[]> {
    const { viewId } = this
    const rows: TrafficRow[] = []
    while (viewId !== undefined && rows.length < MOST_AT_ONCE) {
      const page = { viewId, from: rows.length, count: MOST_ROWS }
      const more = await request('traffic.rows', page)
      if (more.length === 0) break
      rows.push(...more)
    }
    return rows
  }

  /** Where the row of an entry is, or would be; undefined when the list is not there yet. */
  async placeOf(seq: number): Promise<{ index: number; isThere: boolean } | undefined> {
    if (this.viewId === undefined) return undefined
    return request('traffic.place', { viewId: this.viewId, seq })
  }

  grow(count: ViewCount, end?: ListEnd): void {
    const taken = end && this.isShown && this.canTake(end, count)
    this.snapshot = { ...this.snapshot, count, ...(taken && end) }
    if (!this.isShown)
      void this.show() // never rejects
    else {
      this.tell()
      void this.fetch() // never rejects
    }
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
    this.isClosed = true
    this.leave()
  }

  private async open(): Promise<void> {
    const nth = ++this.opens
    const isWanted = (): boolean => !this.isClosed && nth === this.opens
    try {
      const { viewId, count } = await request('traffic.open', this.spec)
      if (!isWanted()) return closeView(viewId)
      this.viewId = viewId
      clients.set(viewId, this)
      this.fetched = { version: -1, lastSeq: -1 }
      this.snapshot = { ...this.snapshot, count, viewId }
      if (this.isShown) return await this.fetch()
      setTimeout(() => this.hurry(), this.start.looking ? HELD_MS : 0)
      await this.show()
    } catch (error) {
      if (isWanted()) this.fail(error)
    }
  }

  private leave(): void {
    const { viewId } = this
    if (viewId === undefined) return
    delete this.viewId
    if (clients.get(viewId) !== this) return
    clients.delete(viewId)
    closeView(viewId)
  }

  private hurry(): void {
    this.isOverdue = true
    void this.show() // never rejects
  }

  /** Shows the list once all entries were looked at, or whatever there is when that takes long. */
  private async show(): Promise<void> {
    const { viewId } = this
    const { count } = this.snapshot
    const isReady = count !== undefined && (count.isComplete || this.isOverdue)
    if (!isReady || this.isShown || !this.canFetch()) return
    this.isFetching = true
    try {
      const looking = this.start.looking?.()
      const opening = await this.openingOf(count, looking)
      this.seen = seenFrom(opening, count.matched, looking ?? this.seen)
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

  private async openingOf(
    { isComplete }: ViewCount,
    looking: Looking | undefined
  ): Promise<Opening> {
    const isAtEnd = looking ? looking.isAtEnd : this.start.at === 'end'
    const { anchor, missing } = looking ?? {}
    const found = missing === undefined ? undefined : await this.placeOf(missing)
    if (found?.isThere === true) return { at: 'row', index: found.index }
    // The end would move on and on while more is found.
    if (isAtEnd) return { at: isComplete || !looking ? 'end' : 'top' }
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
    return !this.isFetching && !this.isClosed && this.viewId !== undefined
  }

  private async take(): Promise<void> {
    const { viewId } = this
    if (viewId === undefined) return
    const { version = 0, lastSeq = 0 } = this.snapshot.count ?? {}
    const { from, count, key } = this.question()
    const rows = await request('traffic.rows', { viewId, from, count })
    // They are of a list that another has taken the place of.
    if (viewId !== this.viewId) return
    this.fetched = { version, lastSeq }
    this.answered = key
    this.snapshot = { ...this.snapshot, from, rows }
  }

  /** The rows that are wanted, and all that another answer can depend on. */
  private question(): { readonly from: number; readonly count: number; readonly key: string } {
    const from = Math.max(0, this.seen.from - AROUND)
    const count = Math.min(MOST_ROWS, Math.max(1, this.seen.to + AROUND - from))
    const { version = 0, lastSeq = 0, matched = 0 } = this.snapshot.count ?? {}
    return { from, count, key: [this.viewId, version, lastSeq, matched, from, count].join() }
  }

  /** The thread that had the list may have been started anew. */
  private async recover(error: unknown, viewId: number | undefined): Promise<void> {
    // Another list is there, or will be.
    if (viewId !== this.viewId) return this.isShown ? this.fetch() : this.show()
    const isGone = error instanceof WorkbenchError && error.code === WorkbenchErrorCode.NotFound
    if (!isGone || this.isClosed) return this.fail(error)
    await this.reopen()
  }

  private async reopen(): Promise<void> {
    this.leave()
    await this.open()
  }

  private fail(error: unknown): void {
    this.isShown = true
    this.snapshot = { ...this.snapshot, failure: messageOf(error) }
    this.tell()
  }

  /** Whether the end of the list is looked at, or what is looked at is near it. */
  private canTake({ from }: ListEnd, { version, lastSeq, matched }: ViewCount): boolean {
    const { isAtEnd } = this.gaze()
    if (!isAtEnd && Math.max(0, this.seen.from - LEAST_AROUND) < from) return false
    // Who looks at the end will look at the new end.
    if (isAtEnd) this.seen = seenFrom({ at: 'end' }, matched, this.seen)
    this.fetched = { version, lastSeq }
    return true
  }

  private isCovered(): boolean {
    const { from, rows, count } = this.snapshot
    if (!count || this.fetched.version !== count.version) return false
    if (this.spec.isFolded && this.fetched.lastSeq !== count.lastSeq && rows.some(mayGrow)) {
      return false
    }
    const first = Math.max(0, this.seen.from - LEAST_AROUND)
    const end = Math.min(this.seen.to + LEAST_AROUND, count.matched)
    return first >= from && end <= from + rows.length
  }

  private tell(): void {
    if (this.isClosed || !this.isShown) return
    for (const listener of this.listeners) listener()
  }
}

function closeView(viewId: number): void {
  request('traffic.close', { viewId }).catch(() => undefined) // it is gone either way
}

/** The rows that will be in view. */
function seenFrom(opening: Opening, matched: number, before: Seen): Seen {
  const size = before.to - before.from
  const starts = { end: matched - size, top: 0 }
  const start = opening.at === 'row' ? opening.index - Math.floor(size / 2) : starts[opening.at]
  const from = Math.max(0, Math.min(start, matched - size))
  return { from, to: from + size }
}

/** More may belong to a call that goes on, and it is folded away. */
function mayGrow({ kind, ending }: TrafficRow): boolean {
  return kind === 'request' && ending === undefined
}

export function rowIn({ from, rows }: ViewSnapshot, index: number): TrafficRow | undefined {
  return rows[index - from]
}
