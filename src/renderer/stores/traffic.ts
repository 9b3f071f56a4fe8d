import { create } from 'zustand'
import type { TrafficEntry } from '../../shared/traffic'

/** The window holds the newest rows; older ones are still in main, by their number. */
const KEPT_ROWS = 100_000

type TrafficState = {
  readonly entries: readonly TrafficEntry[]
  /** The answer to a request, by the number of the request. Grows in place: copying it is too slow. */
  readonly answers: Map<number, TrafficEntry>
  readonly violations: number
}

export function emptyTraffic(): TrafficState {
  return { entries: [], answers: new Map(), violations: 0 }
}

export const useTraffic = create<TrafficState>()(emptyTraffic)

/** Adds what is new. Entries that are known already, because they were asked for, are left out. */
export function withBatch(state: TrafficState, batch: readonly TrafficEntry[]): TrafficState {
  const lastSeq = state.entries.at(-1)?.seq ?? 0
  const fresh = batch.filter(({ seq }) => seq > lastSeq)
  if (fresh.length === 0) return state
  let { violations } = state
  for (const entry of fresh) {
    if (entry.answers !== undefined) state.answers.set(entry.answers, entry)
    if (entry.finding !== undefined) violations++
  }
  const entries = state.entries.concat(fresh)
  return {
    entries: entries.length > KEPT_ROWS ? entries.slice(-KEPT_ROWS) : entries,
    answers: state.answers,
    violations
  }
}

/** Numbers have no gaps, so an entry is found without searching. */
export function findEntry(entries: readonly TrafficEntry[], seq: number): TrafficEntry | undefined {
  const first = entries[0]
  return first && entries[seq - first.seq]
}

export function appendTraffic(batch: readonly TrafficEntry[]): void {
  useTraffic.setState((state) => withBatch(state, batch))
}

/** What main had when it was asked, and behind it what has arrived since. */
export function startTraffic(tail: readonly TrafficEntry[]): void {
  useTraffic.setState(({ entries }) => withBatch(withBatch(emptyTraffic(), tail), entries))
}

export function clearTraffic(): void {
  useTraffic.setState(emptyTraffic())
}
