import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { fakeClock } from '../time/fake-clock'
import { Tap } from './tap'
import { Metrics } from '../metrics/metrics'
import { Replay } from './replay'
import { TrafficLog } from '../traffic/traffic-log'

const demo = ServerId.parse('demo')

/** A conversation, as entries with their texts. */
function recorded(): { entry: TrafficEntry; raw: string }[] {
  const clock = fakeClock()
  const log = new TrafficLog()
  const tap = new Tap(log, demo, clock)
  const say = (origin: 'workbench' | 'server', frame: object): void => {
    const raw = JSON.stringify({ jsonrpc: '2.0', ...frame })
    tap.frame(origin, raw, raw.length)
    clock.pass(20)
  }
  tap.lifecycle('Started.')
  say('workbench', { id: 1, method: 'tools/list' })
  say('server', { id: 1, method: 'ping' })
  say('workbench', { id: 1, result: {} })
  say('server', { id: 1, result: { tools: [] } })
  say('workbench', { id: 2, method: 'tools/call', params: { name: 'a' } })
  say('server', { id: 2, result: { content: [], isError: true } })
  say('workbench', { id: 3, method: 'tools/call', params: { name: 'a' } })
  say('workbench', { method: 'notifications/cancelled', params: { requestId: 3 } })
  return log.tail(100).map((entry) => ({ entry, raw: log.raw(entry.seq) ?? '' }))
}

/** What older recordings had of an entry. */
function bare({ seq, time, serverId, origin, kind, bytes }: TrafficEntry): TrafficEntry {
  return { seq, time, serverId, origin, kind, bytes }
}

function numbersOf(entries: readonly { entry: TrafficEntry; raw: string }[]) {
  const replay = new Replay((entry) => metrics.see(entry))
  const metrics = new Metrics({ clock: replay.clock, rateWindowMs: Infinity })
  for (const { entry, raw } of entries) replay.take(entry, raw)
  return metrics.of(demo)
}

describe('Replay', () => {
  it('gives the numbers that there were when it was recorded', () => {
    expect(numbersOf(recorded())).toMatchObject({
      ...{ requests_total: 3, pending: 0, tool_errors: 1, cancelled: 1, max: 60 },
      server_requests: [{ method: 'ping', is_background: true, max: 20 }]
    })
  })

  it('gives the same numbers for a recording that has nothing but frames', () => {
    const frames = recorded().map(({ entry, raw }) => ({ entry: bare(entry), raw }))
    expect(numbersOf(frames)).toEqual(numbersOf(recorded().slice(1)))
  })

  it('keeps the servers of a recording apart', () => {
    const other = ServerId.parse('other')
    const frames = recorded().map(({ entry, raw }) => ({ entry: bare(entry), raw }))
    const twice = frames.flatMap(({ entry, raw }) => [
      { entry, raw },
      { entry: { ...entry, serverId: other }, raw }
    ])
    expect(numbersOf(twice)).toEqual(numbersOf(frames))
  })
})
