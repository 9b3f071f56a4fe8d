/** Time as core sees it, so that tests can hold it still. */
export type Clock = {
  /** Milliseconds since 1970, with a fraction: what entries are stamped with. */
  readonly wall: () => number
  /** Milliseconds that only ever grow: what durations and deadlines are measured with. */
  readonly monotonic: () => number
  /** Runs `work` once after `ms`; the returned function prevents it. */
  readonly after: (ms: number, work: () => void) => () => void
}

/** How far two readings of the same moment may be apart before the wall clock was set. */
const MOST_APART_MS = 50
/** Smaller steps are corrections that a system makes all the time; nobody needs a record of them. */
const JUMP_MS = 1_000

/** The wall clock was set, or stood still for the monotonic one while the machine slept. */
export type ClockJump = { readonly from: number; readonly to: number }

export type TimeSources = {
  /** Whole milliseconds since 1970, as the system says. */
  readonly date: () => number
  readonly monotonic: () => number
}

/**
 * The time of the wall clock with a fraction, which the system does not give: the fraction comes from
 * the monotonic clock, and the rest follows whatever the wall clock is set to.
 */
export class WallTime {
  private offset: number
  private readonly listeners = new Set<(jump: ClockJump) => void>()

  constructor(private readonly sources: TimeSources) {
    this.offset = sources.date() - sources.monotonic()
  }

  readonly now = (): number => {
    const wall = this.sources.date()
    let monotonic = this.sources.monotonic()
    if (Math.abs(wall - this.offset - monotonic) > MOST_APART_MS) monotonic = this.check()
    // To the microsecond: what is finer is lost when it is written down.
    return Math.round((this.offset + monotonic) * 1_000) / 1_000
  }

  /** Follows the wall clock exactly again, as after sleep. */
  readonly follow = (): void => this.anchor(this.sources.date(), this.sources.monotonic())

  /** Told after the time was set right. The returned function ends it. */
  readonly onJump = (listener: (jump: ClockJump) => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /**
   * Follows the wall clock if it was set. Another process may get its turn between two readings, so
   * the date is read between two others.
   */
  private check(): number {
    const { date, monotonic } = this.sources
    const before = monotonic()
    const wall = date()
    const after = monotonic()
    const isTooEarly = wall < this.offset + before - MOST_APART_MS
    const isTooLate = wall > this.offset + after + MOST_APART_MS
    if (isTooEarly || isTooLate) this.anchor(wall, after)
    return after
  }

  private anchor(to: number, monotonic: number): void {
    const from = this.offset + monotonic
    this.offset = to - monotonic
    if (Math.abs(to - from) < JUMP_MS) return
    for (const listener of this.listeners) listener({ from, to })
  }
}

export const systemTime = new WallTime({ date: Date.now, monotonic: () => performance.now() })

export const systemClock: Clock = {
  wall: systemTime.now,
  monotonic: () => performance.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  }
}

/** Whether `work` settles before `ms` have passed. */
export async function settlesWithin(
  clock: Clock,
  ms: number,
  work: Promise<unknown>
): Promise<boolean> {
  let stopWaiting = (): void => {}
  const tooLate = new Promise<boolean>((resolve) => {
    stopWaiting = clock.after(ms, () => resolve(false))
  })
  const inTime = await Promise.race([work.then(() => true), tooLate])
  stopWaiting()
  return inTime
}

/** Resolves when the time has passed, or as soon as one of `ends` aborts. */
export function pause(clock: Clock, ms: number, ends: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      stop()
      for (const end of ends) end.removeEventListener('abort', finish)
      resolve()
    }
    const stop = clock.after(ms, finish)
    for (const end of ends) {
      end.addEventListener('abort', finish)
      if (end.aborted) finish()
    }
  })
}

/** A time for people, such as "2.4 s". */
export function seconds(ms: number): string {
  return `${Number((ms / 1_000).toFixed(1))} s`
}
