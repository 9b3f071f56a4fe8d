/** How fast a call gets on, and how long it will still take, by what it did lately. */
import { PACE_WINDOW_MS, type Pace } from '../../../../shared/calls/pace'

/** Per second; undefined while nothing can be said. */
export function rateOf(pace: Pace, now: number): number | undefined {
  const first = pace[0]
  const last = pace.at(-1)
  if (!first || !last || first === last) return undefined
  // What has stood still since counts too, so that the rate falls when nothing comes.
  const ms = Math.max(last.time, now - PACE_WINDOW_MS) - first.time
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
