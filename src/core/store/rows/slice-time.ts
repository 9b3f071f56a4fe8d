/**
 * How long a list may look at entries before it is the turn of others. The database asks for each
 * entry, because a pattern takes as long for one large frame as for thousands of small ones.
 */
import type { DatabaseSync } from 'node:sqlite'

const SLICE_MS = 25

export class SliceTime {
  private endsAt = 0
  private hasLooked = false
  /** The first entry for which there was no time. */
  private refused = Infinity

  constructor(
    database: DatabaseSync,
    private readonly now: () => number = () => performance.now()
  ) {
    database.function('is_in_time', (key) => Number(this.isInTime(Number(key))))
  }

  begin(): void {
    this.endsAt = this.now() + SLICE_MS
    this.hasLooked = false
    this.refused = Infinity
  }

  /** The last of the keys up to this one for which there was time. Assumes that they are asked for in order. */
  reached(to: number): number {
    return Math.min(to, this.refused - 1)
  }

  private isInTime(key: number): boolean {
    if (this.refused !== Infinity) return false
    const now = this.now()
    // The first is looked at in any case, or nobody would ever come to an end.
    const isFirst = !this.hasLooked
    this.hasLooked = true
    if (isFirst || now < this.endsAt) return true
    this.refused = key
    return false
  }
}
