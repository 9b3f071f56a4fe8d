import type { Clock } from '../time/clock'

const AT_ONCE = 6
/** A server that takes longer does not keep the others waiting. */
const PATIENCE_MS = 3_000

/** Lets a few servers start at a time, so that starting many does not stall the machine. */
export class StartGate {
  private starting = 0
  private readonly queue: (() => void)[] = []

  constructor(private readonly clock: Clock) {}

  /** Does the work when its turn has come. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    // Whoever leaves hands its place to the first in line, so that nobody slips in between.
    if (this.starting < AT_ONCE) this.starting++
    else await new Promise<void>((resolve) => this.queue.push(resolve))
    let isIn = true
    const leave = (): void => {
      if (!isIn) return
      isIn = false
      const next = this.queue.shift()
      if (next) next()
      else this.starting--
    }
    const stopTimer = this.clock.after(PATIENCE_MS, leave)
    try {
      return await work()
    } finally {
      stopTimer()
      leave()
    }
  }
}
