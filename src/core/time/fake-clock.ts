/** Time that a test moves. */
import type { Clock } from './clock'

export type FakeClock = Clock & {
  readonly timers: ReadonlySet<unknown>
  /** Lets time go by, and does what was due in the meantime, in its order. */
  readonly pass: (ms: number) => void
}

export function fakeClock(): FakeClock {
  const timers = new Set<{ at: number; work: () => void }>()
  let now = 0
  return {
    wall: () => now,
    monotonic: () => now,
    after: (ms, work) => {
      const timer = { at: now + ms, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    timers,
    pass: (ms) => {
      const end = now + ms
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        timers.delete(due)
        now = Math.max(now, due.at)
        due.work()
      }
      now = end
    }
  }
}
