import { describe, expect, it } from 'vitest'
import type { Call } from '../../shared/calls/call-contract'
import { ServerId } from '../../shared/protocol/ids'
import { fakeClock } from '../time/fake-clock'
import { callParams, Calls } from './calls'

describe('A call', () => {
  it('is sent as the object that it was given, and shown by the parts of it', async () => {
    const params = callParams('read', { path: '/a' }, { trace: 1 })
    const sent: unknown[] = []
    const calls = new Calls({
      serverId: ServerId.parse('demo'),
      clock: fakeClock(),
      newId: () => 'call-1',
      ask: async (_method, asked) => {
        sent.push(asked)
        return { kind: 'cancelled' }
      },
      onChange: () => {}
    })
    const { call, done } = calls.start(params, {}, { limits: { idleMs: 1 } })
    await done
    expect(sent[0]).toBe(params)
    expect(call.arguments).toBe(params.arguments)
    expect(call.meta).toBe(params._meta)
  })
})

describe('A call that tells of its progress', () => {
  it('keeps when it came, for whoever looks at it later', async () => {
    const clock = fakeClock()
    const startedAt = clock.wall()
    const seen: Call[] = []
    const calls = new Calls({
      serverId: ServerId.parse('demo'),
      clock,
      newId: () => 'call-1',
      ask: async (_method, _params, { onProgress }) => {
        for (const progress of [1, 2]) {
          clock.pass(1_000)
          onProgress?.({ progress, total: 4 })
        }
        return { kind: 'cancelled' }
      },
      onChange: (call) => void seen.push(call)
    })
    await calls.start(callParams('slow', {}), {}, { limits: { idleMs: 1 } }).done
    expect(seen.at(-1)?.pace).toEqual([
      { time: startedAt, progress: 0 },
      { time: startedAt + 1_000, progress: 1 },
      { time: startedAt + 2_000, progress: 2 }
    ])
  })
})
