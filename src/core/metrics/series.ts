/**
 * How requests went over time, in little room: by the second for ten minutes, by ten seconds for an
 * hour, by the minute for six hours, and nothing before that. Assumes that time does not go back;
 * where it does, what happens is written to the newest stretch.
 */
import type { SeriesPoint } from '../../shared/traffic/metrics'
import { Histogram } from '../../shared/traffic/histogram'
import { durationsOf } from './durations'

type Stretch = {
  readonly start: number
  readonly spanMs: number
  requests: number
  ended: number
  errors: number
  /** Most stretches of most methods have none. */
  took?: Histogram
}

const FINEST_MS = 1_000
const KEPT_MS = 6 * 3_600_000
/** From which age on stretches are this long. */
const TIERS = [
  { fromMs: 3_600_000, spanMs: 60_000 },
  { fromMs: 600_000, spanMs: 10_000 }
] as const
/** Looking through all of them for each new one would be too often. */
const TIDY_EVERY = 60

export class Series {
  private stretches: Stretch[] = []
  private sinceTidy = 0

  asked(time: number): void {
    this.at(time).requests++
  }

  ended(time: number, isError: boolean, tookMs?: number): void {
    const stretch = this.at(time)
    stretch.ended++
    if (isError) stretch.errors++
    if (tookMs === undefined) return
    stretch.took ??= new Histogram()
    stretch.took.record(tookMs)
  }

  /** Requests that were made since then. */
  askedSince(time: number): number {
    let sum = 0
    for (let at = this.stretches.length - 1; at >= 0; at--) {
      const { start, requests } = this.stretches[at] ?? { start: -Infinity, requests: 0 }
      if (start < time) break
      sum += requests
    }
    return sum
  }

  /** Oldest first; stretches in which nothing happened are left out. */
  points(now: number): readonly SeriesPoint[] {
    this.tidy(now)
    return this.stretches.map(({ start, spanMs, requests, ended, errors, took }) => ({
      time: start,
      spanMs,
      requests,
      count: ended,
      errors,
      ...durationsOf(took)
    }))
  }

  private at(time: number): Stretch {
    const newest = this.stretches.at(-1)
    if (newest && time < newest.start + newest.spanMs) return newest
    if (++this.sinceTidy >= TIDY_EVERY) this.tidy(time)
    const start = Math.floor(time / FINEST_MS) * FINEST_MS
    const stretch = { start, spanMs: FINEST_MS, requests: 0, ended: 0, errors: 0 }
    this.stretches.push(stretch)
    return stretch
  }

  private tidy(now: number): void {
    this.sinceTidy = 0
    const kept: Stretch[] = []
    for (const stretch of this.stretches) {
      const ageMs = now - stretch.start
      if (ageMs > KEPT_MS) continue
      const spanMs = TIERS.find(({ fromMs }) => ageMs > fromMs)?.spanMs ?? FINEST_MS
      const start = Math.floor(stretch.start / spanMs) * spanMs
      const last = kept.at(-1)
      if (last && start < last.start + last.spanMs) merge(last, stretch)
      else kept.push(spanMs > stretch.spanMs ? { ...stretch, start, spanMs } : stretch)
    }
    this.stretches = kept
  }
}

function merge(into: Stretch, { requests, ended, errors, took }: Stretch): void {
  into.requests += requests
  into.ended += ended
  into.errors += errors
  if (!took) return
  into.took ??= new Histogram()
  into.took.merge(took)
}
