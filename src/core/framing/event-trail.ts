/** How far a stream of events has come, so that it can be taken up again where it broke off. */
import { LIMITS } from '../bounds/limits'

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000
/** A server that wants to be asked again at once is asked again, but not as fast as we can. */
const SHORTEST_DELAY_MS = 50
const LONGEST_WISH_MS = 300_000

export class EventTrail {
  /** Of the last event that had one; without it nothing can be taken up again. */
  lastId?: string | undefined
  private wishMs?: number
  private hasNews = false
  private idle = 0
  private readonly before = new Set<string>()
  private readonly now = new Set<string>()

  noteId(id: string): void {
    const isTooLong = id.length > LIMITS.eventIdChars.most
    this.lastId = id === '' || isTooLong ? undefined : id
    if (isTooLong || this.before.has(id)) return
    this.hasNews = true
    this.now.add(id)
    if (this.now.size > LIMITS.eventIds.most) this.now.delete(this.now.values().next().value ?? '')
  }

  /** The server's wish for how long to wait before asking again. */
  noteWish(ms: number): void {
    this.wishMs = Math.min(ms, LONGEST_WISH_MS)
  }

  /** Whether an earlier connection has brought this event already. */
  isRepeat(id: string | undefined): boolean {
    return id !== undefined && this.before.has(id)
  }

  /** The connection is over. Tells how long to wait before the next one, `leastMs` if that is bearable. */
  breakOff(leastMs = 0): number {
    this.idle = this.hasNews ? 0 : this.idle + 1
    this.hasNews = false
    for (const id of this.now) this.before.add(id)
    this.now.clear()
    while (this.before.size > LIMITS.eventIds.most) {
      this.before.delete(this.before.values().next().value ?? '')
    }
    const backoff = Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, this.idle - 1), LONGEST_DELAY_MS)
    const wishMs = Math.max(this.wishMs ?? 0, Math.min(leastMs, LONGEST_WISH_MS))
    if (this.wishMs === undefined) return Math.max(backoff, wishMs)
    return Math.max(this.idle > 1 ? backoff : 0, wishMs, SHORTEST_DELAY_MS)
  }

  /** How many connections in a row have brought no event with a new id. */
  get fruitless(): number {
    return this.idle
  }

  headers(): Record<string, string> {
    if (this.lastId === undefined) return {}
    // Header values are bytes to Node, and the id is text in UTF-8.
    return { 'last-event-id': Buffer.from(this.lastId).toString('latin1') }
  }
}
