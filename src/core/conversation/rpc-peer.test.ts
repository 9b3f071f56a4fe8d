import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../shared/calls/call'
import { fromJson } from '../../shared/json/json'
import { fakeClock } from '../time/fake-clock'
import { LIMITS } from '../bounds/limits'
import { RpcError, RpcPeer } from './rpc-peer'
import { ScriptedWire } from '../session/scripted-server'

function scriptedServer() {
  const clock = fakeClock()
  const wire = new ScriptedWire(clock)
  const peer = new RpcPeer(wire, clock, () => ({ reason: 'The wire was cut.' }))
  wire.onSighting = (sighting) => peer.see(sighting)
  return { peer, wire, clock, heard: wire.heard, say: wire.say.bind(wire) }
}

const LIMIT = { limits: { idleMs: 1_000 } }
/** Lets promises settle. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a request', () => {
  it('is matched with its answer when answers come back out of order', async () => {
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

  it('goes out and comes back with all digits of its numbers', async () => {
    const { peer, say, heard } = scriptedServer()
    const number = fromJson('12345678901234567890')
    const outcome = peer.request('x', { number }, LIMIT)
    expect(JSON.stringify(heard)).toContain('"number":12345678901234567890')
    say({ id: 1, result: { number } })
    expect(await outcome).toEqual({ kind: 'result', result: { number } })
  })

  it('of the server is answered under its own id, with all its digits', async () => {
    const { peer, say, heard } = scriptedServer()
    peer.handlers = { 'roots/list': async () => ({ roots: [] }) }
    say('{"jsonrpc":"2.0","id":12345678901234567890,"method":"roots/list"}')
    await settled()
    expect(JSON.stringify(heard)).toBe(
      '[{"jsonrpc":"2.0","id":12345678901234567890,"result":{"roots":[]}}]'
    )
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

  it('accepts an answer whose id has the right letters and the wrong type', async () => {
    const { peer, say } = scriptedServer()
    const outcome = peer.request('x', {}, LIMIT)
    say({ id: '1', result: 'ok' })
    expect(await outcome).toEqual({ kind: 'result', result: 'ok' })
  })

  it('gives up after the limit, tells the server, and ignores the late answer', async () => {
    const { peer, heard, say, clock } = scriptedServer()
    const outcome = peer.request('x', {}, LIMIT)
    clock.pass(1_000)
    say({ id: 1, result: 'late' })
    expect(await outcome).toEqual({ kind: 'timeout', afterMs: 1_000 })
    expect(heard.at(-1)).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: 1 }
    })
  })

  it('ends at once when it is cancelled, and only once', async () => {
    const { peer, heard, say, clock } = scriptedServer()
    const stop = new AbortController()
    const outcome = peer.request('x', {}, { ...LIMIT, signal: stop.signal })
    stop.abort()
    say({ id: 1, result: 'too late' })
    clock.pass(2_000)
    expect(await outcome).toEqual({ kind: 'cancelled' })
    expect(heard.filter(({ method }) => method === 'notifications/cancelled')).toHaveLength(1)
    expect(clock.timers.size).toBe(0)
  })

  it('sends nothing when it was cancelled before', async () => {
    const { peer, heard } = scriptedServer()
    const outcome = await peer.request('x', {}, { ...LIMIT, signal: AbortSignal.abort() })
    expect([outcome, heard]).toEqual([{ kind: 'cancelled' }, []])
  })

  it('is lost when the wire ends', async () => {
    const { peer, clock } = scriptedServer()
    const outcomes = [peer.request('x', {}, LIMIT), peer.request('y', {}, LIMIT)]
    peer.end()
    const lost = { kind: 'connection-lost', reason: 'The wire was cut.' }
    expect(await Promise.all(outcomes)).toEqual([lost, lost])
    expect(clock.timers.size).toBe(0)
  })

  it('is lost with the failure of the wire, when it cannot be sent', async () => {
    const { peer, wire } = scriptedServer()
    const failure = { class: 'network', message: 'Refused.', isUnsent: true } as const
    wire.refusal = failure
    const outcome = await peer.request('x', {}, LIMIT)
    expect(outcome).toEqual({ kind: 'connection-lost', reason: 'Refused.', failure })
  })
})

describe('time', () => {
  it('begins anew with each progress, but not beyond the cap', async () => {
    const { peer, say, clock } = scriptedServer()
    const heard: number[] = []
    const outcome = peer.request('x', undefined, {
      limits: { idleMs: 1_000, capMs: 2_500 },
      onProgress: ({ progress }) => heard.push(progress)
    })
    for (const progress of [1, 2, 3]) {
      clock.pass(800)
      say({ method: 'notifications/progress', params: { progressToken: 1, progress } })
    }
    clock.pass(99)
    expect(heard).toEqual([1, 2, 3])
    clock.pass(1)
    expect(await outcome).toEqual({ kind: 'timeout', afterMs: 2_500 })
  })

  it('stands still while it is held, for requests made before and after', async () => {
    const { peer, clock } = scriptedServer()
    const before = peer.request('x', {}, LIMIT)
    clock.pass(900)
    const [first, second] = [peer.hold(), peer.hold()]
    const after = peer.request('y', {}, LIMIT)
    clock.pass(100_000)
    first()
    first()
    clock.pass(100_000)
    second()
    clock.pass(100)
    expect(await before).toEqual({ kind: 'timeout', afterMs: 1_000 })
    clock.pass(900)
    expect(await after).toEqual({ kind: 'timeout', afterMs: 1_000 })
  })
})

describe('an answer that is none', () => {
  it.each([
    ['no jsonrpc', '{"id":1,"result":{}}', /has no "jsonrpc"/],
    [
      'result and error',
      '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}',
      /both/
    ],
    ['no id', '{"jsonrpc":"2.0","result":{}}', /without an id/],
    ['nothing but an id', '{"jsonrpc":"2.0","id":1}', /no method, result or error/]
  ])('ends the request it is meant for: %s', async (_, raw, why) => {
    const { peer, say } = scriptedServer()
    const outcome = peer.request('x', {}, LIMIT)
    say(raw)
    expect(await outcome).toMatchObject({
      kind: 'error',
      error: { message: expect.stringMatching(why) as unknown }
    })
  })

  it('ends the only request when it is an error without an id', async () => {
    const { peer, say } = scriptedServer()
    const outcome = peer.request('x', {}, LIMIT)
    const error = { code: -32700, message: 'Parse error' }
    say({ id: null, error })
    expect(await outcome).toEqual({ kind: 'error', error })
  })

  it.each([
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
    '{"jsonrpc":"2.0","result":{}}'
  ])('is never for a request that lasts: %s', async (raw) => {
    const { peer, say } = scriptedServer()
    let isOver = false
    const lasting = peer.request('listen', {}, { ...LIMIT, isLasting: true })
    void lasting.then(() => (isOver = true))
    say(raw)
    await settled()
    expect(isOver).toBe(false)
    const call = peer.request('x', {}, LIMIT)
    say(raw)
    expect(await call).toMatchObject({ kind: 'error' })
    say({ id: 1, result: 'at last' })
    expect(await lasting).toEqual({ kind: 'result', result: 'at last' })
  })

  it('ends nothing when it may answer a notification', async () => {
    const { peer, say } = scriptedServer()
    await peer.notify('notifications/initialized')
    const outcome = peer.request('x', {}, LIMIT)
    say({ id: null, error: { code: -32601, message: 'unknown' } })
    say({ id: 1, result: 'ok' })
    expect(await outcome).toEqual({ kind: 'result', result: 'ok' })
  })

  it('ends nothing when it may belong to several', async () => {
    const { peer, say } = scriptedServer()
    const outcomes = [peer.request('x', {}, LIMIT), peer.request('y', {}, LIMIT)]
    say({ id: null, error: { code: -32603, message: 'which?' } })
    say({ id: 1, result: 1 })
    say({ id: 2, result: 2 })
    expect(await Promise.all(outcomes)).toMatchObject([{ result: 1 }, { result: 2 }])
  })

  it('ends each request that a forbidden batch is meant for', async () => {
    const { peer, say } = scriptedServer()
    const outcomes = [peer.request('x', {}, LIMIT), peer.request('y', {}, LIMIT)]
    say('[{"jsonrpc":"2.0","id":2,"result":2},{"jsonrpc":"2.0","id":1,"result":1}]')
    expect(await Promise.all(outcomes)).toMatchObject([{ kind: 'error' }, { kind: 'error' }])
  })

  it('is an answer all the same in a batch, where batches are allowed', async () => {
    const { peer, say } = scriptedServer()
    peer.allowsBatches = true
    const outcomes = [peer.request('x', {}, LIMIT), peer.request('y', {}, LIMIT)]
    say('[{"jsonrpc":"2.0","id":2,"result":2},{"jsonrpc":"2.0","id":1,"result":1}]')
    expect(await Promise.all(outcomes)).toMatchObject([{ result: 1 }, { result: 2 }])
  })
})

describe('a request of the server', () => {
  it('is refused when nobody answers it, and is no answer to ours', async () => {
    const { peer, say, heard } = scriptedServer()
    const ours = peer.request('x', {}, LIMIT)
    say({ id: 1, method: 'sampling/createMessage' })
    await settled()
    expect(heard.at(-1)).toMatchObject({ id: 1, error: { code: -32601 } })
    say({ id: 1, result: 'ours' })
    expect(await ours).toMatchObject({ result: 'ours' })
  })

  it('is answered once, and one with the same id is refused in the meantime', async () => {
    const { peer, say, heard } = scriptedServer()
    let answer = (_value: unknown): void => {}
    peer.handlers = { 'roots/list': () => new Promise((resolve) => (answer = resolve)) }
    say({ id: 'a', method: 'roots/list' })
    say({ id: 'a', method: 'roots/list' })
    answer({ roots: [] })
    await settled()
    expect(heard).toMatchObject([
      { id: 'a', error: { code: -32600 } },
      { id: 'a', result: { roots: [] } }
    ])
  })

  it('is refused while too many others are being answered', async () => {
    const { peer, heard, say } = scriptedServer()
    const { most } = LIMITS.questionsAtOnce
    const answers: ((result: object) => void)[] = []
    peer.handlers = { ask: () => new Promise((resolve) => answers.push(resolve)) }
    for (let id = 1; id <= most; id++) say({ id, method: 'ask' })
    say({ id: 'one more', method: 'ask' })
    await settled()
    const message = 'Too many requests of this server are still being answered.'
    expect(heard).toMatchObject([{ id: 'one more', error: { code: -32000, message } }])
    answers[0]?.({})
    await settled()
    say({ id: 'next', method: 'ask' })
    expect(answers).toHaveLength(most + 1)
  })

  it('gets the error that the handler chooses', async () => {
    const { peer, say, heard } = scriptedServer()
    peer.handlers = { x: () => Promise.reject(new RpcError(-1, 'no', { why: 1 })) }
    say({ id: 1, method: 'x' })
    await settled()
    expect(heard).toMatchObject([{ error: { code: -1, message: 'no', data: { why: 1 } } }])
  })

  it('is not answered once the server has cancelled it', async () => {
    const { peer, say, heard } = scriptedServer()
    peer.handlers = {
      x: (_params, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve('late')))
    }
    say({ id: 1, method: 'x' })
    say({ method: 'notifications/cancelled', params: { requestId: 1 } })
    await settled()
    expect(heard).toEqual([])
  })
})
