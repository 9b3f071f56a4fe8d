import { describe, expect, it } from 'vitest'
import type { CallReport } from '../../../shared/call'
import type { CallId, ServerId } from '../../../shared/ids'
import { callTimes } from './call-times'

const demo = 'demo' as ServerId

function call(tookMs: number, rest: Partial<CallReport> = {}): CallReport {
  return {
    id: String(tookMs) as CallId,
    serverId: demo,
    tool: 'echo',
    arguments: {},
    startedAt: 0,
    progressCount: 0,
    outcome: { kind: 'result', result: {} },
    tookMs,
    ...rest
  }
}

describe('callTimes', () => {
  it('ranks the calls that were answered', () => {
    const calls = Array.from({ length: 20 }, (_, index) => call(20 - index))
    expect(callTimes(calls, demo)).toEqual({ calls: 20, p50Ms: 10, p95Ms: 19 })
    expect(callTimes([call(7)], demo)).toEqual({ calls: 1, p50Ms: 7, p95Ms: 7 })
  })

  it('leaves out what was not answered, and what others answered', () => {
    const calls = [
      call(1, { outcome: { kind: 'timeout', afterMs: 1 } }),
      call(2, { outcome: { kind: 'cancelled' } }),
      call(3, { serverId: 'other' as ServerId })
    ]
    expect(callTimes(calls, demo)).toBeUndefined()
  })
})
