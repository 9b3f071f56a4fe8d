import type { RequestMetrics, SeriesPoint } from '../../shared/traffic/metrics'
import { Histogram } from '../../shared/traffic/histogram'
import { durationsOf } from './durations'
import { Series } from './series'

/** How a request ended. */
export type TallyEnd = 'result' | 'error answer' | 'tool error' | 'unanswered' | 'cancelled'

const LEAST_SPAN_MS = 1_000

/** Counts the requests of one method, or of all; those of a method count for all as well. */
export class Tally {
  private readonly took = new Histogram()
  private readonly series = new Series()
  private readonly ends: Record<TallyEnd, number> = {
    result: 0,
    'error answer': 0,
    'tool error': 0,
    unanswered: 0,
    cancelled: 0
  }
  private requests = 0
  private retries = 0
  private pending = 0
  private bytesAsking = 0
  private bytesAnswering = 0

  constructor(private readonly all?: Tally) {}

  get count(): number {
    return this.requests
  }

  asked(time: number, bytes: number, isRetry = false): void {
    this.requests++
    if (isRetry) this.retries++
    this.pending++
    this.bytesAsking += bytes
    this.series.asked(time)
    this.all?.asked(time, bytes, isRetry)
  }

  answered(time: number, bytes: number, end: TallyEnd, tookMs: number | undefined): void {
    this.bytesAnswering += bytes
    if (tookMs !== undefined) this.took.record(tookMs)
    this.finish(time, end, tookMs)
    this.all?.answered(time, bytes, end, tookMs)
  }

  /** It has ended, and no answer with it. */
  ended(time: number, end: TallyEnd): void {
    this.finish(time, end)
    this.all?.ended(time, end)
  }

  /** `isOurs` when it is Patchbay that asks. */
  metrics(now: number, since: number, windowMs: number, isOurs: boolean): RequestMetrics {
    const { requests, retries, pending, ends, took } = this
    const { 'error answer': error_answers, 'tool error': tool_errors, unanswered, cancelled } = ends
    const errors = error_answers + tool_errors + unanswered + cancelled
    const ended = errors + ends.result
    return {
      requests_total: requests,
      retries,
      requests_per_second: this.rate(now, since, windowMs),
      average_response_time_ms: took.mean ?? null,
      error_rate: ended === 0 ? 0 : errors / ended,
      ...durationsOf(took),
      pending,
      errors,
      error_answers,
      tool_errors,
      unanswered,
      cancelled,
      bytes_sent: isOurs ? this.bytesAsking : this.bytesAnswering,
      bytes_received: isOurs ? this.bytesAnswering : this.bytesAsking
    }
  }

  points(now: number): readonly SeriesPoint[] {
    return this.series.points(now)
  }

  private finish(time: number, end: TallyEnd, tookMs?: number): void {
    this.pending--
    this.ends[end]++
    this.series.ended(time, end !== 'result', tookMs)
  }

  private rate(now: number, since: number, windowMs: number): number {
    const spanMs = Math.max(now - since, LEAST_SPAN_MS)
    const isAll = spanMs <= windowMs
    const count = isAll ? this.requests : this.series.askedSince(now - windowMs)
    return (count * 1_000) / (isAll ? spanMs : windowMs)
  }
}
