import { describe, expect, it } from 'vitest'
import type { ServerId } from '../../shared/ids'
import type { TrafficEntry } from '../../shared/traffic'
import { emptyTraffic, findEntry, withBatch } from './traffic'

function entry(seq: number, rest: Partial<TrafficEntry> = {}): TrafficEntry {
  return {
    seq,
    time: seq,
    serverId: 'demo' as ServerId,
    origin: 'server',
    kind: 'notification',
    bytes: 1,
    ...rest
  }
}

describe('withBatch', () => {
  it('knows a second answer by the request that it answers', () => {
    const again = entry(3, { kind: 'result', repeats: 1 })
    const state = withBatch(emptyTraffic(), [entry(1, { kind: 'request' }), again])
    expect(state.repeats.get(1)).toBe(3)
    expect(state.endings.has(1)).toBe(false)
  })

  it('leaves out what it has already', () => {
    const first = withBatch(emptyTraffic(), [entry(1), entry(2)])
    const second = withBatch(first, [entry(2), entry(3)])
    expect(second.entries.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })

  it('finds the answer of a request', () => {
    const answer = entry(2, { kind: 'result', answers: 1, tookMs: 3 })
    const state = withBatch(emptyTraffic(), [entry(1, { kind: 'request' }), answer])
    expect(state.endings.get(1)).toBe(answer)
  })

  it('knows which requests will not be answered', () => {
    const state = withBatch(emptyTraffic(), [
      entry(1, { kind: 'request' }),
      entry(2, { kind: 'request' }),
      entry(3, { cancels: 1 }),
      entry(4, { kind: 'lifecycle', abandons: [1, 2] })
    ])
    expect([...state.endings]).toEqual([
      [1, 'cancelled'],
      [2, 'abandoned']
    ])
  })

  it('collects the entries with violations, once each, as long as they are held', () => {
    const violation = { rule: 'not-json', message: 'This is not JSON.', clause: 'JSON-RPC 2.0' }
    const broken = entry(1, { violations: [violation, violation] })
    const state = withBatch(emptyTraffic(), [broken, entry(2)])
    expect(state.violations).toEqual([1])
    const more = Array.from({ length: 100_000 }, (_, index) => entry(index + 3))
    expect(withBatch(state, more).violations).toEqual([])
  })

  it('keeps a bounded number of rows, still found by number', () => {
    const all = Array.from({ length: 100_005 }, (_, index) => entry(index + 1))
    const { entries } = withBatch(emptyTraffic(), all)
    expect(entries).toHaveLength(100_000)
    expect(findEntry(entries, 100_005)?.seq).toBe(100_005)
    expect(findEntry(entries, 5)).toBeUndefined()
  })
})
