/**
 * The calls of a list over time, as the window sees them. Asks for all of them; where those are too
 * many, for those around the time that is looked at. One question at a time, and not too often.
 */
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../../shared/protocol/errors'
import type { Timeline, ViewSpec } from '../../../shared/traffic/traffic-row'
import { request } from '../../bridge/bridge'
import { spanOf, type Range } from './time-window'

/** Nobody reads faster. */
const PAUSE_MS = 250

export type TimelineSnapshot = {
  /** Absent until it is there. */
  readonly timeline?: Timeline
  readonly failure?: string
}

export class TimelineClient {
  private snapshot: TimelineSnapshot = {}
  private readonly listeners = new Set<() => void>()
  private viewId?: number
  private looked?: Range
  /** Set once there are too many to have all of them. */
  private around?: Range
  private isTooMany = false
  private isAsking = false
  private isStale = false
  private isClosed = false
  private timer?: ReturnType<typeof setTimeout>

  constructor(private readonly spec: ViewSpec) {
    void this.ask() // never rejects
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  readonly current = (): TimelineSnapshot => this.snapshot

  /** More has passed, or something became of what had. */
  refresh(): void {
    this.isStale = true
    this.askSoon()
  }

  /** The part of the time that is in view. */
  look(range: Range): void {
    this.looked = range
    if (this.isTooMany && !this.isCovered()) this.refresh()
  }

  retry(): void {
    const { timeline } = this.snapshot
    this.set(timeline ? { timeline } : {})
    // Of a list that has failed there is nothing more to be had.
    this.leave()
    this.refresh()
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
    this.leave()
  }

  private askSoon(): void {
    if (this.isAsking || this.isClosed) return
    this.timer ??= setTimeout(() => {
      delete this.timer
      void this.ask() // never rejects
    }, PAUSE_MS)
  }

  private async ask(): Promise<void> {
    this.isAsking = true
    this.isStale = false
    try {
      await this.take()
    } catch (error) {
      this.fail(error)
    }
    this.isAsking = false
    if (this.isStale) this.askSoon()
  }

  private async take(): Promise<void> {
    this.viewId ??= (await request('traffic.open', this.spec)).viewId
    if (this.isClosed) return this.leave()
    const around = this.isTooMany && this.looked ? widened(this.looked) : undefined
    const timeline = await request('traffic.timeline', { viewId: this.viewId, ...around })
    if (around) this.around = around
    this.isTooMany ||= timeline.isCut
    this.isStale ||= !timeline.isComplete || (this.isTooMany && !this.isCovered())
    this.set({ timeline })
  }

  /** The thread that had the list may have been started anew, and then there is another one. */
  private fail(error: unknown): void {
    const isGone = error instanceof WorkbenchError && error.code === WorkbenchErrorCode.NotFound
    if (isGone && this.viewId !== undefined) {
      delete this.viewId
      this.isStale = true
    } else this.set({ ...this.snapshot, failure: messageOf(error) })
  }

  private isCovered(): boolean {
    const { around, looked } = this
    if (!looked) return true
    return around !== undefined && around.from <= looked.from && around.to >= looked.to
  }

  private leave(): void {
    const { viewId } = this
    if (viewId === undefined) return
    delete this.viewId
    request('traffic.close', { viewId }).catch(() => undefined) // it is gone either way
  }

  private set(snapshot: TimelineSnapshot): void {
    if (this.isClosed) return
    this.snapshot = snapshot
    for (const listener of this.listeners) listener()
  }
}

/** As much on both sides, so that not every move needs another question. */
function widened(range: Range): Range {
  const spanMs = spanOf(range)
  return { from: range.from - spanMs, to: range.to + spanMs }
}
