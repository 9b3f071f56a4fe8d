import { expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { RecordedMetrics } from './recorded-metrics'
import { storeAnswers } from './store-answers'
import { openTables } from './rows/tables'
import { TrafficStore } from './traffic-store'

const demo = ServerId.parse('demo')

function entry(seq: number, rest: Partial<TrafficEntry>): TrafficEntry {
  const base = { serverId: demo, origin: 'workbench', bytes: 10, method: 'tools/call' } as const
  return { ...base, seq, time: seq * 1_000, kind: 'request', ...rest }
}

it('counts a recording as the traffic was counted, with what was never answered', async () => {
  const store = new TrafficStore(openTables(':memory:', () => {}))
  const recording = store.recordings.begin(0)
  const entries = [
    entry(1, {}),
    entry(2, { kind: 'result', origin: 'server', answers: 1, tookMs: 30 }),
    entry(3, {}),
    entry(4, { kind: 'error', origin: 'server', answers: 3, tookMs: 50 }),
    entry(5, {})
  ]
  store.append(
    recording,
    entries,
    entries.map(() => '')
  )
  const metrics = await new RecordedMetrics(() => store).of(recording)
  expect(metrics.snapshot()).toMatchObject([
    {
      ...{ serverId: demo, requests_total: 3, errors: 2, error_answers: 1, unanswered: 1 },
      ...{ pending: 0, max: 50, requests_per_second: 3 / 4, bytes_sent: 30, bytes_received: 20 }
    }
  ])
  expect(metrics.series(demo, 'workbench', 'tools/call').map(({ time }) => time)).toEqual([
    1_000, 2_000, 3_000, 4_000, 5_000
  ])
})

function withOne(serverId: ServerId): TrafficStore {
  const store = new TrafficStore(openTables(':memory:', () => {}))
  store.append(store.recordings.begin(0), [entry(1, { serverId })], [''])
  return store
}

it('counts again what has the number of another recording, in another store', async () => {
  const [alpha, beta] = ['alpha', 'beta'].map((id) => withOne(ServerId.parse(id)))
  let store = alpha
  const recorded = new RecordedMetrics(() => store as TrafficStore)
  const serversOf = async (recording: number): Promise<readonly string[]> =>
    (await recorded.of(recording)).snapshot().map(({ serverId }) => serverId)
  expect(await serversOf(1)).toEqual(['alpha'])
  store = beta
  expect(await serversOf(1)).toEqual(['beta'])
})

it('knows nothing any more of a recording that was removed', async () => {
  const store = withOne(demo)
  const answers = storeAnswers(() => store)
  expect(await answers.metrics(1)).toHaveLength(1)
  answers.remove(1)
  expect(await answers.metrics(1)).toEqual([])
})

it('takes no longer for numbers that are far apart', () => {
  const store = withOne(demo)
  store.append(1, [entry(1_000_000, {})], [''])
  expect([...store.recordings.seqsOf(1)]).toEqual([1, 1_000_000])
})
