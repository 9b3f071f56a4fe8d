import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { fakeClock } from '../time/fake-clock'
import { Tap } from '../wire/tap'
import { TrafficLog } from './traffic-log'

function append(log: TrafficLog, raw: string): void {
  log.append(entry(log.nextSeq), raw)
}

function entry(seq: number): TrafficEntry {
  const serverId = ServerId.parse('demo')
  return { seq, time: 0, serverId, origin: 'server', kind: 'notification', bytes: 1 }
}

describe('TrafficLog', () => {
  it('numbers entries from 1 and keeps the text as it was', () => {
    const log = new TrafficLog()
    append(log, ' {"a":1} ')
    append(log, 'b')
    expect([log.raw(1), log.raw(2)]).toEqual([' {"a":1} ', 'b'])
  })

  it('refuses a number that was given already', () => {
    const log = new TrafficLog()
    append(log, 'a')
    expect(() => log.append(entry(1), 'b')).toThrow('out of turn')
  })

  it('forgets the oldest entries but never renumbers', () => {
    const log = new TrafficLog(610_000)
    for (let n = 1; n <= 5_000; n++) append(log, String(n).padStart(10, '0'))
    expect(log.raw(4_000)).toBeUndefined()
    expect(log.raw(4_001)).toBe('0000004001')
    expect(log.tail(3).map(({ seq }) => seq)).toEqual([4_998, 4_999, 5_000])
    expect(log.tail(50_000)).toHaveLength(1_000)
  })

  it('keeps nothing of long texts that are forgotten, but for their beginnings', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const log = new TrafficLog(1_000_000)
    const tap = new Tap(log, ServerId.parse('demo'), fakeClock())
    collect()
    const before = process.memoryUsage().heapUsed
    for (let n = 0; n < 200; n++) {
      const params = { level: 'info', data: 'x'.repeat(1_000_000) }
      const raw = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params })
      tap.frame('server', raw, raw.length)
      tap.noise('y'.repeat(1_000_000), 1_000_000, [])
      tap.stderr('z'.repeat(1_000_000), 1_000_000)
    }
    collect()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000)
  })

  it('forgets bytes with their entries, and counts them', () => {
    const log = new TrafficLog(10_000)
    for (let n = 1; n <= 10; n++) log.append(entry(n), '', new Uint8Array(4_000))
    expect([8, 9, 10].map((seq) => log.original(seq)?.length)).toEqual([undefined, 4_000, 4_000])
    expect(log.tail(10)).toHaveLength(2)
  })

  it('is bounded even when there is nothing in its frames', () => {
    const log = new TrafficLog(60_000)
    for (let n = 1; n <= 5_000; n++) append(log, '')
    expect(log.tail(5_000)).toHaveLength(100)
  })

  it('tells its listeners until they leave', () => {
    const log = new TrafficLog()
    const seen: number[] = []
    const leave = log.onAppend(({ seq }) => seen.push(seq))
    append(log, 'a')
    leave()
    append(log, 'b')
    expect(seen).toEqual([1])
  })
})
