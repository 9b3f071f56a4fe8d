import type { Clock } from '../time/clock'
import type { WireEnd } from '../wire/wire'

const WINDOW_MS = 10 * 60_000
const HEALTHY_MS = 5 * 60_000
const FIRST_DELAY_MS = 1_000
/** One frame that is too long, or answers that are not taken, may be bad luck. Twice is how it is. */
const RESTARTS_AFTER_MISUSE = 1

/** How often a server that breaks is opened again by itself: some times, ever later, then no more. */
export class RestartBudget {
  private breaks: number[] = []

  constructor(
    private readonly clock: Clock,
    readonly maxRestarts: number
  ) {}

  /** How long to wait before the next restart; undefined when there have been enough. */
  spend(openedAt: number | undefined, end?: WireEnd): number | undefined {
    const limit = isMisuse(end) ? RESTARTS_AFTER_MISUSE : Infinity
    const now = this.clock.monotonic()
    if (openedAt !== undefined && now - openedAt >= HEALTHY_MS) this.breaks = []
    this.breaks = this.breaks.filter((at) => now - at < WINDOW_MS)
    if (this.breaks.length >= Math.min(limit, this.maxRestarts)) return undefined
    this.breaks.push(now)
    return FIRST_DELAY_MS * 2 ** (this.breaks.length - 1)
  }

  /** How many restarts have been spent. */
  get spent(): number {
    return this.breaks.length
  }

  /** A person has looked at it. */
  reset(): void {
    this.breaks = []
  }
}

function isMisuse(end: WireEnd | undefined): boolean {
  return end?.kind === 'too long' || (end?.kind === 'failed' && end.failure.class === 'unread')
}
