import { describe, expect, it } from 'vitest'
import type { Call } from '../../shared/calls/call-contract'
import { EMPTY_CATALOGUE } from '../../shared/calls/catalogue'
import { ServerId } from '../../shared/protocol/ids'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { Remarks } from './remarks'

const serverId = ServerId.parse('demo')

function listen(isProgressSaid = false) {
  const said: string[] = []
  const output = {
    answer: () => undefined,
    remark: (text: string) => void said.push(text),
    status: () => undefined
  }
  return { said, remarks: new Remarks(output, isProgressSaid) }
}

function entry(more: Partial<TrafficEntry>): TrafficEntry {
  return { seq: 1, time: 0, serverId, origin: 'server', kind: 'noise', bytes: 1, ...more }
}

describe('Remarks', () => {
  it('pass on what the server writes to stderr', () => {
    const { said, remarks } = listen()
    remarks.seeEntry(entry({ kind: 'stderr', text: 'out of cheese' }))
    expect(said).toEqual(['[demo] out of cheese'])
  })

  it('do not let a rule that is broken by every frame bury the rest', () => {
    const { said, remarks } = listen()
    const violations = [{ rule: 'not-json', message: 'No.', clause: 'x' }]
    for (let seq = 1; seq <= 1_000; seq++) remarks.seeEntry(entry({ seq, text: '?', violations }))
    remarks.end()
    expect(said).toHaveLength(11)
    expect(said[0]).toBe('[demo] entry 1, not-json: No. ?')
    expect(said.at(-1)).toBe('not-json: 990 more, not shown.')
  })

  it('say progress line by line where that is wanted, and each only once', () => {
    const call = { serverId, tool: 'count', progressCount: 1 } as Call
    const { said, remarks } = listen(true)
    remarks.seeCall({ ...call, progress: { progress: 1, total: 3, message: 'one' } })
    remarks.seeCall({ ...call, progress: { progress: 1, total: 3, message: 'one' } })
    remarks.seeCall({ ...call, progress: { progress: 2 } })
    expect(said).toEqual(['count progress 1/3 one', 'count progress 2'])
    const quiet = listen()
    quiet.remarks.seeCall({ ...call, progress: { progress: 1 } })
    expect(quiet.said).toEqual([])
  })

  it('say once that a server will be tried again', () => {
    const { said, remarks } = listen()
    const state = {
      phase: 'waiting',
      until: 0,
      attempt: 1,
      attempts: 3,
      reason: 'Gone.',
      blame: 'server'
    } as const
    const report = { serverId, state, catalogue: EMPTY_CATALOGUE, subscriptions: [], changes: [] }
    remarks.seeSession(report)
    remarks.seeSession(report)
    remarks.end()
    expect(said).toEqual(['[demo] Gone. Trying again in 0 s, 1 of 3.'])
  })
})
