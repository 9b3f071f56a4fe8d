/**
 * How long a request may go without an answer. Runs on the monotonic clock and can be held: time in
 * which a person is being asked, or in which the machine sleeps, does not count.
 */
import type { Clock } from '../time/clock'

export type Limits = {
  /** The longest silence. Progress ends a silence. */
  readonly idleMs: number
  /** The longest time in all, progress or not. */
  readonly capMs?: number
}

export class Deadline {
  private readonly startedAt: number
  private silentSince: number
  private heldSince: number | undefined
  private stopTimer = (): void => {}

  constructor(
    private readonly clock: Clock,
    private readonly limits: Limits,
    private readonly onOver: (afterMs: number) => void
  ) {
    this.startedAt = this.silentSince = clock.monotonic()
    this.arm()
  }

  /** Something was heard of the request. */
  renew(): void {
    this.silentSince = this.clock.monotonic()
  }

  hold(): void {
    if (this.heldSince !== undefined) return
    this.heldSince = this.clock.monotonic()
    this.stopTimer()
  }

  release(): void {
    if (this.heldSince === undefined) return
    const held = this.clock.monotonic() - this.heldSince
    this.heldSince = undefined
    this.shifted += held
    this.silentSince += held
    this.arm()
  }

  stop(): void {
    this.stopTimer()
  }

  private shifted = 0

  /** Renewing is cheap and frequent, so the timer is only moved when it fires too early. */
  private arm(): void {
    const { idleMs, capMs = Infinity } = this.limits
    const now = this.clock.monotonic()
    const idleLeft = this.silentSince + idleMs - now
    const capLeft = this.startedAt + this.shifted + capMs - now
    if (Math.min(idleLeft, capLeft) <= 0) return this.onOver(capLeft <= 0 ? capMs : idleMs)
    this.stopTimer = this.clock.after(Math.ceil(Math.min(idleLeft, capLeft)), () => this.arm())
  }
}
