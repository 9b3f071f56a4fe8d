import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { AuditEnd, AuditEntry } from '../audit/auditing'
import { fakeClock } from '../time/fake-clock'
import { MOST_REPEATS } from '../question/question-queue'
import { Inbox, MOST_PER_SERVER } from './inbox'
import { RefusalTally } from './refusal-tally'

const A = ServerId.parse('a')
const B = ServerId.parse('b')
const NO_RISK = { level: 'low', reasons: [] } as const

function start() {
  const clock = fakeClock()
  const records: (AuditEntry & AuditEnd)[] = []
  const tally = new RefusalTally(clock, {
    intend: () => Promise.reject(new Error('Nothing is intended.')),
    note: (record) => void records.push(record)
  })
  return { clock, records, tally }
}

describe('the tally of what nobody was asked about', () => {
  it('is one record of many, a second after the first of them', () => {
    const { clock, records, tally } = start()
    for (let round = 0; round < 10_000; round++) tally.add(A, 'consent', 'flood')
    expect(records).toEqual([])
    clock.pass(1_000)
    expect(records).toEqual([
      {
        serverId: A,
        method: 'patchbay/refused',
        params: { kind: 'consent', by: 'flood', count: 10_000 },
        result: { granted: false }
      }
    ])
  })

  it('counts each server, kind and reason by itself', () => {
    const { clock, records, tally } = start()
    tally.add(A, 'consent', 'flood')
    tally.add(A, 'form', 'flood')
    tally.add(B, 'consent', 'paused')
    tally.add(A, 'consent', 'flood')
    clock.pass(1_000)
    expect(records.map(({ serverId, params }) => [serverId, params])).toEqual([
      [A, { kind: 'consent', by: 'flood', count: 2 }],
      [A, { kind: 'form', by: 'flood', count: 1 }],
      [B, { kind: 'consent', by: 'paused', count: 1 }]
    ])
  })

  it('begins anew after each record, and waits for nothing when nothing is refused', () => {
    const { clock, records, tally } = start()
    tally.add(A, 'consent', 'flood')
    clock.pass(1_000)
    expect(clock.timers.size).toBe(0)
    tally.add(A, 'consent', 'flood')
    clock.pass(1_000)
    expect(records.map(({ params }) => params)).toMatchObject([{ count: 1 }, { count: 1 }])
  })

  it('is written down at once when Patchbay ends, and only once', () => {
    const { clock, records, tally } = start()
    tally.add(A, 'consent', 'flood')
    tally.flush()
    tally.flush()
    clock.pass(10_000)
    expect(records).toHaveLength(1)
  })
})

describe('a server that asks without end', () => {
  it('leaves little behind, whether it asks the same or something else each time', () => {
    const { clock, records, tally } = start()
    let told = 0
    const inbox = new Inbox({
      clock,
      onChange: () => void told++,
      onRefused: ({ serverId, ask }, leaving) => tally.add(serverId, ask.kind, leaving)
    })
    const { signal } = new AbortController()
    const ask = (action: string): void =>
      void inbox.ask({ serverId: A, ask: { kind: 'consent', action }, risk: NO_RISK, signal })
    for (let round = 0; round < 20_000; round++) ask(`action ${round}`)
    for (let round = 0; round < 20_000; round++) ask('action 0')
    const { items, recent } = inbox.state()
    expect([items.length, items[0]?.repeats]).toEqual([MOST_PER_SERVER, MOST_REPEATS - 1])
    expect(recent).toMatchObject([{ leaving: 'flood', count: 39_996 - MOST_REPEATS }])
    // One for each item, and one for the tally.
    expect(clock.timers.size).toBe(MOST_PER_SERVER + 1)
    expect(told).toBe(40_000)
    clock.pass(1_000)
    expect(records).toHaveLength(1)
  })
})
