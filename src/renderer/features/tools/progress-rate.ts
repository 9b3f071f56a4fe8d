/** How fast a call gets on, and how long it will still take, by what it did lately. */
import type { CallReport } from '../../../shared/call'

type Sample = { readonly time: number; readonly progress: number }

export type Pace = readonly Sample[]

/** Long enough to be steady, short enough to follow a change. */
const WINDOW_MS = 5_000
/** More often than this it is not looked at. */
const STEP_MS = 200

export function startOf({ startedAt }: Pick<CallReport, 'startedAt'>): Pace {
  return [{ time: startedAt, progress: 0 }]
}

export function withProgress(pace: Pace, time: number, progress: number): Pace {
  const last = pace.at(-1)
  if (last && (last.progress === progress || time - last.time < STEP_MS)) return pace
  // Progress that goes back begins anew; nothing that was measured before says anything.
  if (last && progress < last.progress) return [{ time, progress }]
  const recent = pace.filter((sample) => time - sample.time <= WINDOW_MS)
  const kept = recent.length > 0 ? recent : pace.slice(-1)
  return [...kept, { time, progress }]
}

/** Per second; undefined while nothing can be said. */
export function rateOf(pace: Pace, now: number): number | undefined {
  const first = pace[0]
  const last = pace.at(-1)
  if (!first || !last || first === last) return undefined
  // What has stood still since counts too, so that the rate falls when nothing comes.
  const ms = Math.max(last.time, now - WINDOW_MS) - first.time
  return ms > 0 ? ((last.progress - first.progress) / ms) * 1_000 : undefined
}

/** In milliseconds; undefined when there is no end in sight. */
export function restOf(pace: Pace, now: number, total: number | undefined): number | undefined {
  const rate = rateOf(pace, now)
  const last = pace.at(-1)
  if (total === undefined || !last || rate === undefined || rate <= 0) return undefined
  if (last.progress >= total) return undefined
  const restMs = ((total - last.progress) / rate) * 1_000 - (now - last.time)
  return Number.isFinite(restMs) ? Math.max(0, restMs) : undefined
}

export function rateWords(rate: number): string {
  const digits = rate < 10 ? 1 : 0
  return `${rate.toLocaleString('en-GB', { maximumFractionDigits: digits })}/s`
}

/** As many digits as a person reads. */
export function numberWords(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: 2 })
}
