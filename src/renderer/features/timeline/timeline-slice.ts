/**
 * The calls of a list over time. Asks for all of them; where those are too many, for those around the
 * time that is looked at. One question at a time, and not too often.
 */
import { messageOf } from '../../../shared/protocol/errors'
import type { Timeline } from '../../../shared/traffic/traffic-row'
import { request } from '../../bridge/bridge'
import type { TrafficClient } from '../../records/traffic-list'
import { spanOf, type Range } from './time-window'

/** Nobody reads faster. */
const PAUSE_MS = 250

export type TimelineSnapshot = {
  /** Absent until it is there. */
  readonly timeline?: Timeline
  readonly failure?: string
}

export class TimelineSlice {
  private snapshot: TimelineSnapshot = {}
  private readonly listeners = new Set<() => void>()
  private readonly stopListening: () => void
  private looked?: Range
  /** Set once there are too many to have all of them. */
  private around?: Range
  private isTooMany = false
  /** The question that was asked last; another answer comes only when something has changed. */
  private asked = ''
  private isAsking = false
  private isClosed = false
  private timer?: ReturnType<typeof setTimeout>

  constructor(private readonly list: TrafficClient) {
    this.stopListening = list.subscribe(() => this.askSoon())
    void this.ask() // never rejects
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  readonly current = (): TimelineSnapshot => this.snapshot

  /** The part of the time that is in view. */
  look(range: Range): void {
    this.looked = range
    this.askSoon()
  }

  retry(): void {
    const { timeline } = this.snapshot
    this.set(timeline ? { timeline } : {})
    this.list.retry()
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
    this.stopListening()
  }

  private askSoon(): void {
    if (this.isAsking || this.isClosed || this.question().key === this.asked) return
    this.timer ??= setTimeout(() => {
      delete this.timer
      void this.ask() // never rejects
    }, PAUSE_MS)
  }

  private async ask(): Promise<void> {
    this.isAsking = true
    try {
      await this.take()
    } catch (error) {
      this.set({ ...this.snapshot, failure: messageOf(error) })
    }
    this.isAsking = false
    this.askSoon()
  }

  private async take(): Promise<void> {
    const { around, key } = this.question()
    this.asked = key
    const timeline = await this.list.ask((viewId) =>
      request('traffic.timeline', { viewId, ...around })
    )
    if (!timeline) return
    if (around) this.around = around
    this.isTooMany ||= timeline.isCut
    this.set({ timeline })
  }

  /** The time that is wanted, and all that another answer can depend on. */
  private question(): { readonly around?: Range; readonly key: string } {
    const { viewId, count } = this.list.current()
    const { version, lastSeq, isComplete } = count ?? {}
    const { looked } = this
    const isElsewhere = this.isTooMany && looked && !this.isCovered(looked)
    const around = isElsewhere ? widened(looked) : this.around
    const key = [viewId, version, lastSeq, isComplete, around?.from, around?.to].join()
    return { key, ...(around && { around }) }
  }

  private isCovered({ from, to }: Range): boolean {
    const { around } = this
    return around !== undefined && around.from <= from && around.to >= to
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
