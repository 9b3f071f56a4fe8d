/** Lets so many through in a minute, for each key by itself, and no more. */
import type { Clock } from './clock'

const MINUTE_MS = 60_000

export class PerMinute {
  private readonly admitted = new Map<string, readonly number[]>()

  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly most: () => number
  ) {}

  /** Counts only what it lets through. */
  admits(key: string): boolean {
    const now = this.clock.monotonic()
    const recent = (this.admitted.get(key) ?? []).filter((time) => time > now - MINUTE_MS)
    const isAdmitted = recent.length < this.most()
    this.admitted.set(key, isAdmitted ? [...recent, now] : recent)
    return isAdmitted
  }
}
