import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../shared/call'
import { ServerId } from '../../shared/ids'
import { TrafficLog } from '../traffic/traffic-log'
import { Tap } from '../transport/tap'
import { RpcPeer } from './rpc-peer'

type Frame = { id?: number; method?: string; params?: Record<string, unknown> }

/** A server that says what the test says, over a wire with a real tap; time stands still. */
function scriptedServer() {
  const timers = new Set<{ at: number; work: () => void }>()
  let now = 0
  const clock = {
    wall: () => now,
    monotonic: () => now,
    after: (ms: number, work: () => void) => {
      const timer = { at: now + ms, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    }
  }
  const heard: Frame[] = []
  const tap = new Tap(new TrafficLog(), ServerId.parse('script'), clock)
  const peer = new RpcPeer(
    async (message) => void heard.push(message as Frame),
    clock,
    () => 'The wire was cut.'
  )
  return {
    peer,
    heard,
    timers,
    say: (rest: object) => {
      const raw = JSON.stringify({ jsonrpc: '2.0', ...rest })
      return peer.inspect(tap.frame('server', raw, raw.length))
    },
    pass: (ms: number) => {
      now += ms
      for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.work()
    }
  }
}

const LIMIT = { timeoutMs: 1_000 }

describe('RpcPeer', () => {
  it('matches answers to requests that come back out of order', async () => {
    const { peer, say } = scriptedServer()
    const slow = peer.request('tools/call', { name: 'slow' }, LIMIT)
    const fast = peer.request('tools/call', { name: 'fast' }, LIMIT)
    say({ id: 2, result: 'fast' })
    say({ id: 1, result: 'slow' })
    expect(await Promise.all([slow, fast])).toEqual([
      { kind: 'result', result: 'slow' },
      { kind: 'result', result: 'fast' }
    ])
  })

  it.each([null, 'ok', 7, [1], {}, { _meta: 7 }])('takes %j for a result', async (result) => {
    const { peer, say } = scriptedServer()
    const outcome = peer.request('x', {}, LIMIT)
    say({ id: 1, result, extra: true })
    expect(await outcome).toEqual({ kind: 'result', result })
  })

  it.each<[unknown, Outcome & { kind: 'error' }]>([
    [
      { code: -32602, message: 'no', data: 1 },
      { kind: 'error', error: { code: -32602, message: 'no', data: 1 } }
    ],
    [
      'oops',
      {
        kind: 'error',
        error: { code: 0, message: 'The error in the answer is not an object.', data: 'oops' }
      }
    ],
    [
      { code: 'x', message: 'no' },
      { kind: 'error', error: { code: 0, message: 'no', data: { code: 'x', message: 'no' } } }
    ],
    [
      { code: 1 },
      {
        kind: 'error',
        error: { code: 1, message: 'The error in the answer has no message.', data: { code: 1 } }
      }
    ]
  ])('takes the error %j for an error', async (error, expected) => {
    const { peer, say } = scriptedServer()
    const outcome = peer.request('x', {}, LIMIT)
    say({ id: 1, error })
    expect(await outcome).toEqual(expected)
  })

  it('gives up after the limit, tells the server, and ignores the late answer', async () => {
    const { peer, heard, say, pass } = scriptedServer()
    const outcome = peer.request('x', {}, LIMIT)
    pass(1_000)
    expect(await outcome).toEqual({ kind: 'timeout', afterMs: 1_000 })
    expect(heard.at(-1)).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: 1 }
    })
    expect(say({ id: 1, result: 'late' })).toBe(false)
  })

  it('ends at once when it is cancelled, and only once', async () => {
    const { peer, heard, say, pass, timers } = scriptedServer()
    const stop = new AbortController()
    const outcome = peer.request('x', {}, { ...LIMIT, signal: stop.signal })
    stop.abort()
    say({ id: 1, result: 'too late' })
    pass(2_000)
    expect(await outcome).toEqual({ kind: 'cancelled' })
    expect(heard.filter(({ method }) => method === 'notifications/cancelled')).toHaveLength(1)
    expect(timers.size).toBe(0)
  })

  it('sends nothing when it was cancelled before', async () => {
    const { peer, heard } = scriptedServer()
    const outcome = await peer.request('x', {}, { ...LIMIT, signal: AbortSignal.abort() })
    expect([outcome, heard]).toEqual([{ kind: 'cancelled' }, []])
  })

  it('loses everything that waits when the wire ends', async () => {
    const { peer, timers } = scriptedServer()
    const outcomes = [peer.request('x', {}, LIMIT), peer.request('y', {}, LIMIT)]
    peer.end()
    const lost = { kind: 'connection-lost', reason: 'The wire was cut.' }
    expect(await Promise.all(outcomes)).toEqual([lost, lost])
    expect(timers.size).toBe(0)
  })

  it('does not take what the server asks for an answer', () => {
    const { peer, say } = scriptedServer()
    void peer.request('x', {}, LIMIT)
    expect(say({ id: 1, method: 'sampling/createMessage' })).toBe(false)
    expect(say({ id: '1', result: {} })).toBe(false)
  })
})
