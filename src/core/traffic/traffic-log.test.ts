import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/ids'
import { TrafficLog, type NewEntry } from './traffic-log'

const entry: NewEntry = {
  time: 0,
  serverId: ServerId.parse('demo'),
  origin: 'server',
  kind: 'notification',
  bytes: 1
}

describe('TrafficLog', () => {
  it('numbers entries from 1 and keeps the text as it was', () => {
    const log = new TrafficLog()
    log.append(entry, ' {"a":1} ')
    expect(log.append(entry, 'b').seq).toBe(2)
    expect(log.raw(1)).toBe(' {"a":1} ')
  })

  it('forgets the oldest entries but never renumbers', () => {
    const log = new TrafficLog(210_000)
    for (let n = 1; n <= 5_000; n++) log.append(entry, String(n).padStart(10, '0'))
    expect(log.raw(4_000)).toBeUndefined()
    expect(log.raw(4_001)).toBe('0000004001')
    expect(log.tail(3).map(({ seq }) => seq)).toEqual([4_998, 4_999, 5_000])
    expect(log.tail(50_000)).toHaveLength(1_000)
  })

  it('is bounded even when there is nothing in its frames', () => {
    const log = new TrafficLog(20_000)
    for (let n = 1; n <= 5_000; n++) log.append(entry, '')
    expect(log.tail(5_000)).toHaveLength(100)
  })

  it('tells its listeners until they leave', () => {
    const log = new TrafficLog()
    const seen: number[] = []
    const leave = log.onAppend(({ seq }) => seen.push(seq))
    log.append(entry, 'a')
    leave()
    log.append(entry, 'b')
    expect(seen).toEqual([1])
  })
})
