import type { Durations } from '../../shared/traffic/metrics'
import type { Histogram } from '../../shared/traffic/histogram'

export function durationsOf(took: Histogram | undefined): Durations {
  return {
    p50: took?.percentile(50) ?? null,
    p95: took?.percentile(95) ?? null,
    p99: took?.percentile(99) ?? null,
    max: took?.max ?? null
  }
}
