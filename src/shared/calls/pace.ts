/** How fast a call gets on: what it told of its progress lately, and when. */

export type Sample = { readonly time: number; readonly progress: number }

/** Oldest first. */
export type Pace = readonly Sample[]

/** Long enough to be steady, short enough to follow a change. */
export const PACE_WINDOW_MS = 5_000
/** Closer together than this nothing more is learned. */
const STEP_MS = 200

export function startOf({ startedAt }: { readonly startedAt: number }): Pace {
  return [{ time: startedAt, progress: 0 }]
}

/** The newest is always there; those before it are some time apart. */
export function withProgress(pace: Pace, time: number, progress: number): Pace {
  const last = pace.at(-1)
  if (last?.progress === progress) return pace
  // Progress that goes back begins anew; nothing that was measured before says anything.
  if (last && progress < last.progress) return [{ time, progress }]
  const before = pace.at(-2)
  const isCrowded = last !== undefined && before !== undefined && last.time - before.time < STEP_MS
  const apart = isCrowded ? pace.slice(0, -1) : pace
  const recent = apart.filter((sample) => time - sample.time <= PACE_WINDOW_MS)
  const kept = recent.length > 0 ? recent : apart.slice(-1)
  return [...kept, { time, progress }]
}
