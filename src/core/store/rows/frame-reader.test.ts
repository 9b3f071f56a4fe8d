import { expect, it } from 'vitest'
import { ServerId } from '../../../shared/protocol/ids'
import type { TrafficEntry } from '../../../shared/traffic/traffic'
import { ENTRY_COLUMNS } from './entry-columns'
import { openTables } from './tables'
import { TrafficStore } from '../traffic-store'

const base = { serverId: ServerId.parse('demo'), origin: 'workbench', bytes: 3 } as const

function entry(seq: number, rest: Partial<TrafficEntry> = {}): TrafficEntry {
  return { ...base, seq, time: 1_000 + seq, kind: 'notification', ...rest }
}

function storeWith(entries: readonly TrafficEntry[], raws = entries.map(({ seq }) => `${seq}`)) {
  const store = new TrafficStore(openTables(':memory:', () => {}))
  // Another recording with the same numbers stands before it.
  store.append(store.recordings.begin(0), [entry(1), entry(2)], ['other', 'other'])
  const recording = store.recordings.begin(0)
  store.append(recording, entries, raws)
  const one = (seq: number) => {
    const row = store.row(recording, seq)
    return { row, raw: row ? (store.raw(recording, seq) ?? '') : '' }
  }
  return { read: (seqs: readonly number[]) => [...store.frames(recording, seqs)], one, store }
}

it('reads many entries as each of them is read alone', () => {
  const entries = [
    entry(1, { kind: 'request', method: 'tools/call', target: 'echo', id: 7 }),
    entry(2, { method: 'notifications/progress', belongsTo: 1, level: 'info', logger: 'a\u0000b' }),
    entry(3, { kind: 'result', origin: 'server', answers: 1, tookMs: 2, isToolError: true }),
    ...Array.from({ length: 1_200 }, (_, index) => entry(index + 4, { text: 'text' }))
  ]
  const raws = entries.map(({ seq }) => (seq === 2 ? 'a\u0000\ud800' : `${seq}`))
  const { read, one } = storeWith(entries, raws)
  const seqs = entries.map(({ seq }) => seq)
  expect(read(seqs)).toEqual(seqs.map(one))
})

it('keeps the order that it is given, and says where there is no entry', () => {
  const { read, one } = storeWith([entry(1), entry(2), entry(4), entry(5)])
  const seqs = [4, 5, 1, 1, 2, 3, 4, 99]
  expect(read(seqs)).toEqual(seqs.map(one))
})

it('reads large frames as well', () => {
  const bytes = 3_000_000
  const { read } = storeWith([entry(1, { bytes }), entry(2, { bytes })], ['x'.repeat(bytes), 'y'])
  expect(read([1, 2]).map(({ raw }) => raw.length)).toEqual([bytes, 1])
})

it('knows all columns of the table', () => {
  const database = openTables(':memory:', () => {})
  const columns = database.prepare("SELECT name FROM pragma_table_info('entry')").all()
  expect(new Set(ENTRY_COLUMNS)).toEqual(new Set(columns.map(({ name }) => name)))
})
