import { create } from 'zustand'
import type { TrafficEntry } from '../../shared/traffic'

/** The window holds the newest rows; older ones are still in main, by their number. */
const KEPT_ROWS = 100_000

export type Ending = TrafficEntry | 'cancelled' | 'abandoned'

type TrafficState = {
  readonly entries: readonly TrafficEntry[]
  /** What became of a request, by its number. Grows in place: copying it is too slow. */
  readonly endings: Map<number, Ending>
  /** The second answer to a request that had one, by the number of the request. Grows in place. */
  readonly repeats: Map<number, number>
  /** The entries with violations, by their numbers; of those that are held. */
  readonly violations: readonly number[]
}

export function emptyTraffic(): TrafficState {
  return { entries: [], endings: new Map(), repeats: new Map(), violations: [] }
}

export const useTraffic = create<TrafficState>()(emptyTraffic)

/** Adds what is new. Entries that are known already, because they were asked for, are left out. */
export function withBatch(state: TrafficState, batch: readonly TrafficEntry[]): TrafficState {
  const lastSeq = state.entries.at(-1)?.seq ?? 0
  const fresh = batch.filter(({ seq }) => seq > lastSeq)
  if (fresh.length === 0) return state
  for (const entry of fresh) {
    noteEndings(state.endings, entry)
    if (entry.repeats !== undefined) state.repeats.set(entry.repeats, entry.seq)
  }
  const all = state.entries.concat(fresh)
  const entries = all.length > KEPT_ROWS ? all.slice(-KEPT_ROWS) : all
  for (const { seq } of all.slice(0, all.length - entries.length)) {
    state.endings.delete(seq)
    state.repeats.delete(seq)
  }
  const oldest = entries[0]?.seq ?? 0
  return { ...state, entries, violations: violationsIn(state, fresh, oldest) }
}

function violationsIn(
  { violations }: TrafficState,
  fresh: readonly TrafficEntry[],
  oldest: number
): readonly number[] {
  const found = fresh.filter((entry) => entry.violations !== undefined).map(({ seq }) => seq)
  const hasOld = (violations[0] ?? oldest) < oldest
  if (found.length === 0 && !hasOld) return violations
  return [...violations, ...found].filter((seq) => seq >= oldest)
}

/** An answer that comes after all outweighs what was noted before. */
function noteEndings(endings: Map<number, Ending>, entry: TrafficEntry): void {
  if (entry.answers !== undefined) endings.set(entry.answers, entry)
  if (entry.cancels !== undefined) endings.set(entry.cancels, 'cancelled')
  for (const seq of entry.abandons ?? []) {
    if (!endings.has(seq)) endings.set(seq, 'abandoned')
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
