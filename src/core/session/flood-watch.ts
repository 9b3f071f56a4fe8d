/** Notices when a server sends more than anyone can read, and when that is over. */
import type { Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'

const MINUTE_MS = 60_000

export type FloodListener = {
  /** The server has sent so many messages within `tookMs`. */
  readonly floods: (messages: number, tookMs: number) => void
  readonly isCalm: () => void
}

export class FloodWatch {
  private count = 0
  private since: number
  private stopTimer?: (() => void) | undefined

  constructor(
    private readonly clock: Clock,
    private readonly tell: FloodListener
  ) {
    this.since = clock.monotonic()
  }

  /** Called for each frame, so it looks at the clock only when there have been many. */
  hear(): void {
    const { most } = LIMITS.messagesPerMinute
    if (++this.count < most) return
    const now = this.clock.monotonic()
    const tookMs = now - this.since
    this.count = 0
    this.since = now
    if (tookMs > MINUTE_MS) return
    if (this.stopTimer) this.stopTimer()
    else this.tell.floods(most, tookMs)
    this.stopTimer = this.clock.after(MINUTE_MS, () => this.stop())
  }

  /** What comes next is counted anew. */
  stop(): void {
    this.count = 0
    this.since = this.clock.monotonic()
    if (!this.stopTimer) return
    this.stopTimer()
    this.stopTimer = undefined
    this.tell.isCalm()
  }
}
