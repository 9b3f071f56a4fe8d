import { describe, expect, it } from 'vitest'
import type { Call, CallChange } from '../../shared/calls/call-contract'
import { CallId, ServerId } from '../../shared/protocol/ids'
import { CallFeed } from './call-feed'

const call: Call = {
  id: CallId.parse('call-1'),
  serverId: ServerId.parse('files'),
  tool: 'upload',
  arguments: { file: 'x'.repeat(100_000) },
  meta: { trace: 'x'.repeat(100_000) },
  startedAt: 0,
  progressCount: 0
}

function feed() {
  const told: CallChange[] = []
  return { made: new CallFeed((changed) => told.push(...changed)), told }
}

describe('CallFeed', () => {
  it('tells what was sent with a call once, however often the call changes', () => {
    const { made, told } = feed()
    made.tell([call])
    for (let n = 1; n <= 30; n++) made.tell([{ ...call, progressCount: n }])
    made.tell([{ ...call, outcome: { kind: 'cancelled' } }])
    expect(told[0]).toEqual(call)
    expect(JSON.stringify(told.slice(1)).length).toBeLessThan(10_000)
    expect(told.at(-1)).toMatchObject({ tool: 'upload', outcome: { kind: 'cancelled' } })
  })

  it('tells only the beginning of what is so large that the window would wait for it', () => {
    const { made, told } = feed()
    made.tell([{ ...call, arguments: { note: 'short', file: 'x'.repeat(5_000_000) } }])
    expect(JSON.stringify(told).length).toBeLessThan(5_000)
    expect(told).toMatchObject([{ hasLargeArguments: true, arguments: { note: 'short' } }])
    expect(told[0]).not.toHaveProperty('meta')
  })

  it('tells it also of a call that is over as soon as it is told of', () => {
    const { made, told } = feed()
    made.tell([{ ...call, outcome: { kind: 'cancelled' } }])
    expect(told).toMatchObject([{ arguments: call.arguments, meta: call.meta }])
  })
})
