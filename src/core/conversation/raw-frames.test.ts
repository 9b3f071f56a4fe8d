import { describe, expect, it } from 'vitest'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { fakeClock } from '../time/fake-clock'
import { RpcPeer } from './rpc-peer'
import { ScriptedWire } from '../session/scripted-server'

const LIMITS = { limits: { idleMs: 1_000 } }
const NAMELESS = { id: null, error: { code: -32700, message: 'Parse error' } }

/** Two calls of ours wait, with the ids 1 and 2; the second asked for progress. */
function waitingCalls() {
  const clock = fakeClock()
  const wire = new ScriptedWire(clock)
  const peer = new RpcPeer(wire, clock, () => ({ reason: 'The wire was cut.' }))
  wire.onSighting = (sighting) => peer.see(sighting)
  const ended: unknown[] = []
  const sent: TrafficEntry[] = []
  const progress: number[] = []
  const call = (more: object = {}): void => {
    const onSent = (entry: TrafficEntry): void => void sent.push(entry)
    const outcome = peer.request('tools/call', {}, { ...LIMITS, onSent, ...more })
    void outcome.then((it) => ended.push(it))
  }
  call()
  call({ onProgress: (it: { progress: number }) => progress.push(it.progress) })
  const raw = (frame: unknown): Promise<TrafficEntry> =>
    wire.sendRaw(typeof frame === 'string' ? frame : JSON.stringify(frame))
  const settled = async (): Promise<readonly unknown[]> => {
    await new Promise((resolve) => setImmediate(resolve))
    return ended
  }
  return { wire, peer, raw, call, sent, progress, settled, say: wire.say.bind(wire) }
}

function refusal(peer: RpcPeer, message: unknown): string | undefined {
  try {
    peer.expectApart(message)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const asks = (id: unknown, more: object = {}) => ({ jsonrpc: '2.0', id, method: 'ping', ...more })

describe('what a person sends beside our requests', () => {
  it('is refused while a request of ours waits under its id, also as a text', () => {
    const { peer, say } = waitingCalls()
    const ids = [1, '2', 3, 'x', null]
    expect(ids.map((id) => refusal(peer, asks(id)) !== undefined)).toEqual([
      true,
      true,
      false,
      false,
      false
    ])
    expect(refusal(peer, asks('2'))).toBe(
      'A request with the id "2" waits for its answer, which could be taken for the answer to this one. Choose another id.'
    )
    say({ id: 1, result: {} })
    expect(refusal(peer, asks(1))).toBeUndefined()
  })

  it('is refused for any id in it that the server may answer', () => {
    const { peer } = waitingCalls()
    const frames = [[asks(7), asks(1)], { id: 1, method: 'ping' }, { id: 1 }, { id: 1, method: 7 }]
    expect(frames.map((frame) => refusal(peer, frame) !== undefined)).toEqual(Array(4).fill(true))
    const others = [{ jsonrpc: '2.0', id: 1, result: {} }, undefined, 1, 'x', [1], []]
    expect(others.map((frame) => refusal(peer, frame))).toEqual(Array(6).fill(undefined))
  })

  it('is refused while a request of ours waits for progress with its token', () => {
    const { peer } = waitingCalls()
    const withToken = (progressToken: unknown) =>
      asks('x', { params: { _meta: { progressToken } } })
    expect([1, 2, '2'].map((token) => refusal(peer, withToken(token)))).toEqual([
      undefined,
      'A request waits for progress with the token 2, which could be taken for the progress of this one. Choose another token.',
      undefined
    ])
  })

  it('is answered without any request of ours being ended', async () => {
    const { raw, say, settled } = waitingCalls()
    const entry = await raw(asks('x'))
    expect(say({ id: 'x', result: {} }).answers).toBe(entry.seq)
    expect(await settled()).toEqual([])
  })

  it('owns an error without an id, once for each time that it may be meant', async () => {
    const { raw, say, settled } = waitingCalls()
    say({ id: 1, result: 'first' })
    await raw('what?')
    await raw([])
    await raw(asks('x'))
    for (const _ of [1, 2, 3]) say(NAMELESS)
    expect(await settled()).toHaveLength(1)
    say(NAMELESS)
    expect(await settled()).toMatchObject([{ result: 'first' }, { error: { code: -32700 } }])
  })

  it('owns an error without an id no longer when it is answered', async () => {
    const { raw, say, settled } = waitingCalls()
    say({ id: 1, result: 'first' })
    await raw(asks('x'))
    await raw(asks(9))
    say({ id: 'x', result: {} })
    say({ id: '9', result: {} })
    say(NAMELESS)
    expect(await settled()).toMatchObject([{ result: 'first' }, { error: { code: -32700 } }])
  })

  it('owns what is meant as an answer without an id, too', async () => {
    const { raw, say, settled } = waitingCalls()
    say({ id: 1, result: 'first' })
    await raw('what?')
    say('{"error":"cannot read this"}')
    expect(await settled()).toHaveLength(1)
  })

  it('that is a notification may be answered against the rules, and ends nothing', async () => {
    const { raw, say, settled } = waitingCalls()
    say({ id: 1, result: 'first' })
    await raw({ jsonrpc: '2.0', method: 'notifications/hello' })
    say({ id: null, error: { code: -32601, message: 'Method not found' } })
    expect(await settled()).toHaveLength(1)
  })

  it('leaves its ids and tokens to itself', async () => {
    const { raw, peer, call, sent } = waitingCalls()
    await raw(asks(3))
    await raw(asks('4'))
    await raw(asks('x', { params: { _meta: { progressToken: 5 } } }))
    const fresh = [peer.own.freshId(), peer.own.freshId()]
    call()
    expect([fresh, sent.at(-1)?.id]).toEqual([[6, 7], 8])
  })

  it('is not taken for a request of ours, even under its id', async () => {
    const { raw, sent, progress, say, settled } = waitingCalls()
    const before = sent.map(({ seq }) => seq)
    await raw(asks(2, { params: { _meta: { progressToken: 2 } } }))
    say({ method: 'notifications/progress', params: { progressToken: 2, progress: 1 } })
    expect([sent.map(({ seq }) => seq), progress]).toEqual([before, [1]])
    expect(await settled()).toEqual([])
  })
})
