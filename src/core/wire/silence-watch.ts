import type { Clock } from '../time/clock'

/** Notices when a stream that should speak has been silent for too long, and asks whether it lives. */
export class SilenceWatch {
  private heardAt: number
  private stopTimer: () => void
  private isStopped = false

  constructor(
    private readonly clock: Clock,
    private readonly limitMs: number,
    private readonly isAlive: () => Promise<boolean>,
    private readonly onDead: () => void
  ) {
    this.heardAt = clock.monotonic()
    this.stopTimer = clock.after(limitMs, () => void this.look()) // it never rejects
  }

  heard(): void {
    this.heardAt = this.clock.monotonic()
  }

  stop(): void {
    this.isStopped = true
    this.stopTimer()
  }

  private async look(): Promise<void> {
    const leftMs = this.heardAt + this.limitMs - this.clock.monotonic()
    const askedAt = this.heardAt
    const isDead = leftMs <= 0 && !(await this.isAlive().catch(() => false))
    if (this.isStopped) return
    if (isDead && this.heardAt === askedAt) return this.onDead()
    this.stopTimer = this.clock.after(leftMs > 0 ? leftMs : this.limitMs, () => void this.look())
  }
}
