/** Time as core sees it, so that tests can hold it still. */
export type Clock = {
  /** Milliseconds since 1970, with a fraction: what entries are stamped with. */
  readonly wall: () => number
  /** Milliseconds that only ever grow: what durations and deadlines are measured with. */
  readonly monotonic: () => number
  /** Runs `work` once after `ms`; the returned function prevents it. */
  readonly after: (ms: number, work: () => void) => () => void
}

export const systemClock: Clock = {
  // To the microsecond: what is finer is lost when it is written down.
  wall: () => Math.round((performance.timeOrigin + performance.now()) * 1_000) / 1_000,
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

/** A time for people, such as "2.4 s". */
export function seconds(ms: number): string {
  return `${Number((ms / 1_000).toFixed(1))} s`
}
