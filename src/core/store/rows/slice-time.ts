/**
 * How long a list may look at entries before it is the turn of others. The database asks for each
 * entry, because a pattern takes as long for one large frame as for thousands of small ones.
 */
import type { DatabaseSync } from 'node:sqlite'

const SLICE_MS = 25

export class SliceTime {
  private endsAt = 0
  private lastAllowed: number | undefined
  private firstRefused: number | undefined

  constructor(
    database: DatabaseSync,
    private readonly now: () => number = () => performance.now()
  ) {
    database.function('is_in_time', (key) => Number(this.isInTime(Number(key))))
  }

  begin(): void {
    this.endsAt = this.now() + SLICE_MS
    this.lastAllowed = undefined
    this.firstRefused = undefined
  }

  /** The first entry for which there was no time, in the order in which they were asked for. */
  get refused(): number | undefined {
    return this.firstRefused
  }

  /** One entry may be asked about twice, before what is quick and before what takes long. */
  private isInTime(key: number): boolean {
    if (key === this.lastAllowed) return true
    if (this.firstRefused !== undefined) return false
    // The first is looked at in any case, or nobody would ever come to an end.
    const isFirst = this.lastAllowed === undefined
    if (isFirst || this.now() < this.endsAt) {
      this.lastAllowed = key
      return true
    }
    this.firstRefused = key
    return false
  }
}
