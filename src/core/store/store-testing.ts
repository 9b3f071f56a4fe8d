/** A store in memory, entries for it, and lists of them, for tests. */
import { ServerId } from '../../shared/protocol/ids'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import type { ViewSpec } from '../../shared/traffic/traffic-row'
import { openTables } from './rows/tables'
import { TrafficStore, type Redact } from './traffic-store'
import type { ViewsOptions } from './views/views'

export const demo = ServerId.parse('demo')

export function storeOf(
  redact?: Redact,
  options?: ViewsOptions
): { readonly store: TrafficStore; readonly recording: number } {
  const database = openTables(':memory:', () => {})
  const store = new TrafficStore(database, redact, options)
  return { store, recording: store.recordings.begin(0) }
}

export function entry(seq: number, rest: Partial<TrafficEntry> = {}): TrafficEntry {
  const base = { time: 1_000 + seq, serverId: demo, origin: 'server', bytes: 3 } as const
  return { ...base, seq, kind: 'notification', method: 'notifications/message', ...rest }
}

/** A list that has looked at all there is. */
export function list(
  store: TrafficStore,
  spec: Partial<ViewSpec> & { readonly recording: number }
): { readonly viewId: number; readonly seqs: () => readonly number[] } {
  const { viewId } = store.openView({ query: '', isPaired: false, isFolded: false, ...spec })
  lookAtAll(store)
  return { viewId, seqs: () => store.rows(viewId, 0, 1_000).map(({ seq }) => seq) }
}

export function lookAtAll(store: TrafficStore): void {
  while (store.advance().length > 0);
}
