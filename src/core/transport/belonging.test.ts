import { afterEach, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { Origin } from '../../shared/protocol/json-rpc'
import { systemClock } from '../time/clock'
import { TrafficLog } from '../traffic/traffic-log'
import { holding, openSession, request, tidy } from './remote-testing'
import { StreamableHttpTransport } from './streamable-http'
import { Tap } from '../wire/tap'

afterEach(tidy)

function wiretap() {
  const tap = new Tap(new TrafficLog(), ServerId.parse('demo'), systemClock)
  const see = (origin: Origin, frame: object | readonly object[]) => {
    const raw = JSON.stringify(Array.isArray(frame) ? frame : { jsonrpc: '2.0', ...frame })
    return tap.frame(origin, raw, raw.length).entry
  }
  return { tap, see }
}

const asks = (id: number | string, progressToken: number | string) => ({
  id,
  method: 'tools/call',
  params: { _meta: { progressToken } }
})

const progresses = (progressToken: unknown) => ({
  method: 'notifications/progress',
  params: { progressToken, progress: 1 }
})

const cancels = (requestId: unknown) => ({
  method: 'notifications/cancelled',
  params: { requestId }
})

const says = (_meta?: object) => ({
  method: 'notifications/message',
  params: { level: 'info', data: 'd', ...(_meta && { _meta }) }
})

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'

describe('progress', () => {
  it('belongs to the request that has its token, and 1 is not "1"', () => {
    const { see } = wiretap()
    const number = see('workbench', asks(1, 1))
    const text = see('workbench', asks(2, '1'))
    const found = [1, '1', 2, null, { a: 1 }].map((token) => see('server', progresses(token)))
    expect(found.map(({ belongsTo }) => belongsTo)).toEqual([
      number.seq,
      text.seq,
      undefined,
      undefined,
      undefined
    ])
  })

  it('belongs to a request of the other side, whichever that is', () => {
    const { see } = wiretap()
    const ours = see('workbench', asks(1, 't'))
    const theirs = see('server', asks(1, 't'))
    const found = [see('server', progresses('t')), see('workbench', progresses('t'))]
    expect(found.map(({ belongsTo }) => belongsTo)).toEqual([ours.seq, theirs.seq])
  })

  it('that comes after the answer belongs to its request all the same', () => {
    const { see } = wiretap()
    const { seq } = see('workbench', asks(1, 't'))
    see('server', { id: 1, result: {} })
    expect(see('server', progresses('t')).belongsTo).toBe(seq)
  })

  it('is found by tokens of any length', () => {
    const { see } = wiretap()
    const long = (end: string) => 'x'.repeat(5_000) + end
    const calls = ['1', '2'].map((end) => see('workbench', asks(end, long(end))))
    const found = ['1', '2'].map((end) => see('server', progresses(long(end))).belongsTo)
    expect(found).toEqual(calls.map(({ seq }) => seq))
  })
})

describe('a cancellation', () => {
  it('belongs to the request that it names, of the side that sends it', () => {
    const { see } = wiretap()
    const ours = see('workbench', asks(1, 'a'))
    const theirs = see('server', asks(1, 'b'))
    const found = [see('workbench', cancels(1)), see('server', cancels(1))]
    expect(found.map(({ belongsTo, cancels: seq }) => [belongsTo, seq])).toEqual([
      [ours.seq, ours.seq],
      [theirs.seq, theirs.seq]
    ])
  })

  it('that crosses the answer belongs to the request, and cancels nothing', () => {
    const { see } = wiretap()
    const { seq } = see('workbench', asks(1, 'a'))
    see('server', { id: 1, result: {} })
    const late = see('workbench', cancels(1))
    expect([late.belongsTo, late.cancels]).toEqual([seq, undefined])
  })
})

describe('a log message', () => {
  it('belongs to nothing where nobody can tell', () => {
    const { see } = wiretap()
    see('workbench', asks(1, 1))
    expect(see('server', says())).not.toHaveProperty('belongsTo')
  })

  it('belongs to the request that it names in its metadata, as a number or as a text', () => {
    const { see } = wiretap()
    const { seq } = see('workbench', { id: 7, method: 'subscriptions/listen', params: {} })
    const found = [7, '7', 8, { id: 7 }].map((id) => see('server', says({ [SUBSCRIPTION]: id })))
    expect(found.map(({ belongsTo }) => belongsTo)).toEqual([seq, seq, undefined, undefined])
  })

  it('belongs to the request on whose stream it comes, also after the answer', async () => {
    const { held, until: holds, options } = holding()
    const fixture = { ...options, opens: true }
    const { wire, log, heard, until } = await openSession(StreamableHttpTransport, 'held', fixture)
    await Promise.all([1, 2].map((id) => wire.send(request(id, 'tools/call'))))
    await holds(() => held.length === 2)
    const say = (to: number, frame: object): void =>
      held.find(({ id }) => id === to)?.say({ jsonrpc: '2.0', ...frame })
    say(2, says())
    await until(() => heard.length === 2)
    say(1, { id: 1, result: {} })
    await until(() => heard.length === 3)
    say(1, says())
    await until(() => heard.length === 4)
    const callOf = (to: number) =>
      log.tail(100).find(({ kind, id }) => kind === 'request' && id === to)?.seq
    const found = heard.flatMap(({ entry: { level, belongsTo } }) => (level ? [belongsTo] : []))
    expect(found).toEqual([callOf(2), callOf(1)])
  })

  it('on a stream of the server’s own belongs to nothing', async () => {
    const { heard, until } = await openSession(StreamableHttpTransport, 'listen')
    await until(() => heard.length === 2)
    expect(heard[1]?.entry).toMatchObject({ method: 'notifications/message' })
    expect(heard[1]?.entry).not.toHaveProperty('belongsTo')
  })
})
