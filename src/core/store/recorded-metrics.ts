/**
 * What a recording that is over amounts to. Counts the one that was asked for last, in slices, so
 * that nobody waits who wants something else.
 */
import { setImmediate } from 'node:timers/promises'
import { Metrics } from '../metrics/metrics'
import type { TrafficStore } from './traffic-store'

const ENTRIES_A_TURN = 2_000

type Counted = {
  readonly store: TrafficStore
  readonly recording: number
  readonly metrics: Promise<Metrics>
}

export class RecordedMetrics {
  private counted?: Counted

  constructor(private readonly store: () => TrafficStore) {}

  of(recording: number): Promise<Metrics> {
    const store = this.store()
    if (this.counted?.recording !== recording || this.counted.store !== store) {
      const counted = { store, recording, metrics: count(store, recording) }
      this.counted = counted
      // What could not be counted is counted again when it is asked for again.
      counted.metrics.catch(() => {
        if (this.counted === counted) delete this.counted
      })
    }
    return this.counted.metrics
  }

  forget(recording: number): void {
    if (this.counted?.recording === recording) delete this.counted
  }
}

async function count(store: TrafficStore, recording: number): Promise<Metrics> {
  let now = 0
  const metrics = new Metrics({ clock: { wall: () => now }, rateWindowMs: Infinity })
  let left = ENTRIES_A_TURN
  for (const seq of store.recordings.seqsOf(recording)) {
    const entry = store.row(recording, seq)
    if (entry) {
      now = Math.max(now, entry.time)
      metrics.see(entry)
    }
    if (--left > 0) continue
    left = ENTRIES_A_TURN
    await setImmediate()
  }
  metrics.conclude()
  return metrics
}
