import { describe, expect, it } from 'vitest'
import type { Call } from '../../../shared/calls/call-contract'
import type { CallId, ServerId } from '../../../shared/protocol/ids'
import { callsOf, runningCounts, startCalls, updateCalls, useCalls, withCalls } from './calls'

const serverId = 'demo' as ServerId

function call(id: number, tool: string, change: Partial<Call> = {}): Call {
  return {
    id: String(id) as CallId,
    serverId,
    tool,
    arguments: {},
    startedAt: id,
    progressCount: 0,
    ...change
  }
}
const ended = { outcome: { kind: 'cancelled' } } as const

describe('calls', () => {
  it('stay in the order in which they were started', () => {
    const calls = withCalls([call(1, 'a'), call(2, 'b')], [call(1, 'a', ended), call(3, 'a')])
    expect(callsOf(calls, serverId, 'a').map(({ id }) => id)).toEqual(['3', '1'])
  })

  it('do not go back to running when an older report comes late', () => {
    expect(withCalls([call(1, 'a', ended)], [call(1, 'a')])[0]?.outcome).toBeDefined()
  })

  it('keep what was sent with them, which is told only once', () => {
    const { arguments: _, ...change } = call(1, 'a', ended)
    const sent = { arguments: { text: 'hi' }, meta: { trace: 1 } }
    const [known] = withCalls([call(1, 'a', sent)], [change])
    expect(known).toEqual({ ...change, ...sent })
  })

  it('get what was sent with them from the list, when they ended before it came', () => {
    const { arguments: _, ...change } = call(1, 'a', ended)
    updateCalls([change])
    startCalls([call(1, 'a', { arguments: { text: 'hi' } })])
    expect(useCalls.getState().calls).toEqual([{ ...change, arguments: { text: 'hi' } }])
  })

  it('are forgotten from the oldest on, but never while they run', () => {
    const many = Array.from({ length: 250 }, (_, index) => call(index + 2, 'b', ended))
    const calls = withCalls([call(1, 'a')], many)
    expect(calls).toHaveLength(200)
    expect(calls[0]?.tool).toBe('a')
  })

  it('are counted by tool while they run', () => {
    const calls = [call(1, 'a'), call(2, 'a', ended), call(3, 'a'), call(4, 'b')]
    expect([...runningCounts(calls, serverId)]).toEqual([
      ['b', 1],
      ['a', 2]
    ])
  })
})
