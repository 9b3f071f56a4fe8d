import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { Origin } from '../../shared/protocol/json-rpc'
import { OTHERS, withoutBackground } from '../../shared/traffic/metrics'
import { PERSON_ASKED, type TrafficEntry } from '../../shared/traffic/traffic'
import { fakeClock } from '../time/fake-clock'
import { Tap } from '../wire/tap'
import { Metrics, type MetricsOptions } from './metrics'
import { TrafficLog } from '../traffic/traffic-log'

const demo = ServerId.parse('demo')

/** The numbers of what passes a tap. */
function measured(options: Partial<MetricsOptions> = {}) {
  const clock = fakeClock()
  const log = new TrafficLog()
  const metrics = new Metrics({ clock, ...options })
  log.onAppend((entry) => metrics.see(entry))
  const tap = new Tap(log, demo, clock)
  const see = (origin: Origin, frame: unknown): void => {
    const raw = typeof frame === 'string' ? frame : JSON.stringify(frame)
    tap.frame(origin, raw, raw.length)
  }
  const us = (frame: object): void => see('workbench', { jsonrpc: '2.0', ...frame })
  const server = (frame: object): void => see('server', { jsonrpc: '2.0', ...frame })
  const numbers = () => {
    const found = metrics.of(demo)
    if (!found) throw new Error('Nothing was counted.')
    return found
  }
  return { clock, metrics, tap, see, us, server, numbers, pass: clock.pass }
}

function rowOf(rows: readonly { readonly method: string }[], method: string) {
  return rows.find((row) => row.method === method)
}

describe('Metrics', () => {
  it('counts requests, answers and their durations by method', () => {
    const { us, server, pass, numbers } = measured({ activeSessions: () => 1 })
    us({ id: 1, method: 'tools/list' })
    pass(10)
    server({ id: 1, result: { tools: [] } })
    for (const tookMs of [20, 40]) {
      us({ id: tookMs, method: 'tools/call', params: { name: 'a' } })
      pass(tookMs)
      server({ id: tookMs, result: { content: [] } })
    }
    us({ id: 4, method: 'tools/call', params: { name: 'a' } })
    const found = numbers()
    expect(found).toMatchObject({
      ...{ serverId: demo, requests_total: 4, pending: 1, errors: 0, error_rate: 0 },
      ...{ active_sessions: 1, max: 40, server_requests: [] }
    })
    expect(found.average_response_time_ms).toBeCloseTo(70 / 3)
    expect(found.methods.map(({ method }) => method)).toEqual(['tools/call', 'tools/list'])
    expect(rowOf(found.methods, 'tools/call')).toMatchObject({
      ...{ requests_total: 3, pending: 1, average_response_time_ms: 30, max: 40 }
    })
    expect(rowOf(found.methods, 'tools/list')).toMatchObject({
      ...{ requests_total: 1, p50: 10, p95: 10, p99: 10, max: 10 }
    })
  })

  it('counts retries apart from first attempts', () => {
    const { tap, server, numbers } = measured()
    const ask = (id: number, isRetry: boolean): void => {
      const raw = JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'a' }
      })
      tap.frame('workbench', raw, raw.length, { isRetry })
      server({ id, error: { code: -1, message: 'No' } })
    }
    ask(1, false)
    ask(2, true)
    ask(3, true)
    ask(4, false)
    ask(5, true)
    expect(numbers()).toMatchObject({ requests_total: 5, retries: 3, errors: 5 })
    expect(rowOf(numbers().methods, 'tools/call')).toMatchObject({ requests_total: 5, retries: 3 })
  })

  it('keeps background requests apart, and leaves them out of the totals', () => {
    const { tap, us, server, numbers } = measured()
    const raw = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    tap.frame('workbench', raw, raw.length, { background: 'health' })
    server({ id: 1, result: {} })
    us({ id: 2, method: 'ping' })
    server({ id: 2, result: {} })
    server({ id: 1, method: 'ping' })
    us({ id: 1, result: {} })
    const found = numbers()
    expect(found).toMatchObject({ requests_total: 1, pending: 0 })
    const background = { method: 'ping', is_background: true, requests_total: 1 }
    expect(found.methods).toMatchObject([{ method: 'ping', requests_total: 1 }, background])
    expect(found.server_requests).toMatchObject([background])
    const wanted = withoutBackground(found)
    expect([wanted.methods.map(({ method }) => method), wanted.server_requests]).toEqual([
      ['ping'],
      []
    ])
  })

  it('counts a method whose name ends as if it were background', () => {
    const { us, server, numbers } = measured()
    us({ id: 1, method: 'foo (background)' })
    server({ id: 1, result: {} })
    expect(withoutBackground(numbers())).toMatchObject({
      requests_total: 1,
      methods: [{ method: 'foo (background)', requests_total: 1 }]
    })
  })

  it('keeps what the server asks apart from what it is asked', () => {
    const { us, server, pass, numbers } = measured()
    us({ id: 1, method: 'ping' })
    server({ id: 1, method: 'sampling/createMessage' })
    pass(5)
    us({ id: 1, error: { code: -1, message: 'No' } })
    const found = numbers()
    expect(found).toMatchObject({ requests_total: 1, pending: 1, errors: 0, max: null })
    expect(found.server_requests).toMatchObject([
      { method: 'sampling/createMessage', requests_total: 1, error_answers: 1, max: 5 }
    ])
  })

  it('tells the ways in which a request can go wrong apart', () => {
    const { us, server, see, tap, numbers } = measured()
    for (let id = 1; id <= 7; id++) us({ id, method: 'tools/call', params: { name: 'a' } })
    server({ id: 1, result: { content: [] } })
    server({ id: 2, error: { code: -1, message: 'No' } })
    server({ id: 3, result: { content: [], isError: true } })
    us({ method: 'notifications/cancelled', params: { requestId: 4 } })
    see('server', '{"id":5,"result":{}}')
    tap.end('Exited.')
    expect(numbers()).toMatchObject({
      ...{ requests_total: 7, pending: 0, errors: 6, error_rate: 6 / 7 },
      ...{ error_answers: 1, tool_errors: 1, cancelled: 1, unanswered: 3 }
    })
  })

  it('counts an answer once, and none that answers nothing', () => {
    const { us, server, numbers } = measured()
    us({ id: 1, method: 'ping' })
    server({ id: 1, result: {} })
    server({ id: 1, result: {} })
    server({ id: 99, result: {} })
    us({ id: 2, method: 'ping' })
    us({ method: 'notifications/cancelled', params: { requestId: 2 } })
    server({ id: 2, result: {} })
    expect(numbers()).toMatchObject({ requests_total: 2, pending: 0, errors: 1, cancelled: 1 })
  })

  it('counts every request of a batch when it is answered', () => {
    const { see, server, pass, numbers } = measured()
    const call = (id: number, method: string) => ({ jsonrpc: '2.0', id, method })
    see('workbench', [call(1, 'tools/list'), call(2, 'ping')])
    pass(3)
    server({ id: 2, result: {} })
    pass(3)
    server({ id: 1, result: { tools: [] } })
    const found = numbers()
    expect(found).toMatchObject({ requests_total: 2, pending: 0, errors: 0 })
    expect(rowOf(found.methods, 'ping')).toMatchObject({ requests_total: 1, max: 3 })
    expect(rowOf(found.methods, 'tools/list')).toMatchObject({ requests_total: 1, max: 6 })
  })

  it('counts the bytes of all frames, and those of requests and answers by method', () => {
    const { us, server, tap, numbers } = measured()
    us({ id: 1, method: 'ping' })
    server({ id: 1, result: {} })
    server({ method: 'notifications/message', params: { level: 'info', data: 'x' } })
    tap.stderr('warming up', 10)
    const sent = '{"jsonrpc":"2.0","id":1,"method":"ping"}'.length
    const answer = '{"jsonrpc":"2.0","id":1,"result":{}}'.length
    const { bytes_sent, bytes_received, methods } = numbers()
    expect(bytes_sent).toBe(sent)
    expect(bytes_received).toBeGreaterThan(answer + 20)
    expect(methods).toMatchObject([{ bytes_sent: sent, bytes_received: answer }])
  })

  it('says how many requests there are in a second, of the last minute', () => {
    const { us, pass, numbers } = measured()
    for (let id = 1; id <= 300; id++) {
      us({ id, method: 'ping' })
      pass(100)
    }
    expect(numbers().requests_per_second).toBeCloseTo(10)
    pass(60_000)
    expect(numbers().requests_per_second).toBe(0)
  })

  it('looks at all there is when it is told to', () => {
    const { us, pass, numbers } = measured({ rateWindowMs: Infinity })
    us({ id: 1, method: 'ping' })
    us({ id: 2, method: 'ping' })
    pass(200_000)
    expect(numbers().requests_per_second).toBeCloseTo(0.01)
  })

  it('has a series of each method and of all', () => {
    const { us, server, pass, metrics } = measured()
    for (const [id, method] of ['ping', 'tools/list', 'ping'].entries()) {
      us({ id, method })
      pass(600)
      server({ id, result: {} })
      pass(400)
    }
    const counts = (method?: string) =>
      metrics.series(demo, 'workbench', method).map(({ time, count }) => [time, count])
    expect(counts()).toEqual([
      [0, 1],
      [1_000, 1],
      [2_000, 1]
    ])
    expect(counts('ping')).toEqual([
      [0, 1],
      [2_000, 1]
    ])
    expect([counts('nope'), metrics.series(demo, 'server')]).toEqual([[], []])
  })

  it('counts methods that a server invents as one, and loses none', () => {
    const { server, us, numbers } = measured()
    for (let id = 1; id <= 1_000; id++) {
      server({ id, method: `made/up-${id}` })
      us({ id, error: { code: -32601, message: 'No' } })
    }
    const rows = numbers().server_requests
    expect(rows.length).toBeLessThanOrEqual(21)
    expect(rows[0]).toMatchObject({ method: OTHERS, requests_total: 980, errors: 980 })
    expect(rows.reduce((sum, { requests_total }) => sum + requests_total, 0)).toBe(1_000)
  })

  it('gives up those that have waited longest when too many do', () => {
    const metrics = new Metrics({ clock: fakeClock() })
    for (let seq = 1; seq <= 100_010; seq++) metrics.see(request(seq, 'server', 'ping'))
    expect(metrics.of(demo)?.server_requests).toMatchObject([
      { requests_total: 100_010, pending: 100_000, unanswered: 10 }
    ])
  })

  it('counts servers beyond two hundred as one', () => {
    const metrics = new Metrics({ clock: fakeClock() })
    for (let seq = 1; seq <= 300; seq++) {
      const serverId = ServerId.parse(`server-${seq}`)
      metrics.see({ ...request(seq, 'workbench', 'ping'), serverId })
    }
    const found = metrics.snapshot()
    expect(found).toHaveLength(201)
    expect(found.at(-1)).toMatchObject({ serverId: OTHERS, requests_total: 100 })
  })

  it('does not blame a server for the time that the person takes', () => {
    const { us, server, pass, numbers } = measured()
    us({ id: 1, method: 'tools/call', params: { name: 'a' } })
    pass(10)
    server({ id: 'x', method: 'elicitation/create', params: { message: 'Who?' } })
    pass(20_000)
    server({ id: 'y', method: 'sampling/createMessage', params: {} })
    pass(10_000)
    us({ id: 'x', result: { action: 'cancel' } })
    pass(5_000)
    us({ id: 'y', error: { code: -1, message: 'no' } })
    pass(30)
    server({ id: 1, result: { content: [] } })
    us({ id: 2, method: 'tools/call', params: { name: 'a' } })
    pass(7)
    server({ id: 2, result: { content: [] } })
    const found = numbers()
    expect(rowOf(found.methods, 'tools/call')).toMatchObject({
      max: 40,
      average_response_time_ms: 23.5
    })
    expect(rowOf(found.server_requests, 'elicitation/create')).toMatchObject({ max: 30_000 })
  })

  it('does not blame a server for the time until the person has granted more scopes', () => {
    const { us, server, pass, numbers, metrics, clock } = measured()
    const ask = { ...request(100, 'workbench', PERSON_ASKED), kind: 'auth' as const }
    us({ id: 1, method: 'tools/call', params: { name: 'a' } })
    pass(10)
    metrics.see({ ...ask, time: clock.wall() })
    pass(40_000)
    metrics.see({ ...ask, seq: 101, origin: 'server', time: clock.wall(), answers: 100 })
    pass(30)
    server({ id: 1, result: { content: [] } })
    expect(rowOf(numbers().methods, 'tools/call')).toMatchObject({ max: 40 })
  })

  it('gives up all that waits when nothing more will come', () => {
    const { us, server, metrics, numbers } = measured()
    us({ id: 1, method: 'ping' })
    server({ id: 1, method: 'ping' })
    metrics.conclude()
    expect(numbers()).toMatchObject({ pending: 0, unanswered: 1 })
    expect(numbers().server_requests).toMatchObject([{ pending: 0, unanswered: 1 }])
  })

  it('forgets a server that is gone', () => {
    const { us, metrics } = measured()
    us({ id: 1, method: 'ping' })
    metrics.forget(demo)
    expect([metrics.of(demo), metrics.snapshot()]).toEqual([undefined, []])
  })

  it('counts every one of a million entries', () => {
    const metrics = new Metrics({ clock: fakeClock() })
    for (let index = 0; index < 1_000_000; index++) metrics.see(flooding(index))
    expect(metrics.of(demo)).toMatchObject({ requests_total: 500_000, pending: 0 })
  })
})

const FLOOD = ['tools/call', 'resources/read', 'ping', 'prompts/get']

/** In turn a request and its answer, a hundred thousand in a second. */
function flooding(seq: number): TrafficEntry {
  const method = FLOOD[(seq >> 1) % FLOOD.length] ?? ''
  const time = seq / 100
  if (seq % 2 === 0) return { ...request(seq, 'workbench', method), time }
  const tookMs = 0.05 * 1.000_1 ** (seq % 100_000)
  const answer = { ...request(seq, 'server', method), kind: 'result' as const, time }
  return { ...answer, answers: seq - 1, tookMs }
}

function request(seq: number, origin: Origin, method: string): TrafficEntry {
  return { seq, time: 0, serverId: demo, origin, kind: 'request', bytes: 50, method, id: seq }
}
