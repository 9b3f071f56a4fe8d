import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/ids'
import type { Origin } from '../../shared/json-rpc'
import type { TrafficEntry } from '../../shared/traffic'
import { TrafficLog } from '../traffic/traffic-log'
import { Tap } from './tap'

function wiretap() {
  let now = 0
  const clock = { wall: () => 1_000 + now, monotonic: () => now, after: () => () => {} }
  const log = new TrafficLog()
  const tap = new Tap(log, ServerId.parse('demo'), clock)
  const see = (origin: Origin, message: unknown) => {
    const raw = typeof message === 'string' ? message : JSON.stringify(message)
    return tap.frame(origin, raw, raw.length).entry
  }
  return { log, tap, see, pass: (ms: number) => (now += ms) }
}

const frame = (rest: object) => ({ jsonrpc: '2.0', ...rest })

function rulesOf({ violations = [] }: TrafficEntry): readonly string[] {
  return violations.map(({ rule }) => rule)
}

describe('Tap', () => {
  it('keeps the two id spaces apart when both sides use id 1', () => {
    const { see } = wiretap()
    const call = see('workbench', frame({ id: 1, method: 'tools/call', params: { name: 'add' } }))
    const ask = see('server', frame({ id: 1, method: 'sampling/createMessage' }))
    const toolResult = see('server', frame({ id: 1, result: { content: [] } }))
    const answer = see('workbench', frame({ id: 1, result: {} }))
    expect([toolResult.answers, answer.answers]).toEqual([call.seq, ask.seq])
    expect([toolResult.method, toolResult.target]).toEqual(['tools/call', 'add'])
  })

  it('takes "1" for 1, and says so', () => {
    const { see } = wiretap()
    const ping = see('workbench', frame({ id: 1, method: 'ping' }))
    const answer = see('server', frame({ id: '1', result: {} }))
    expect([answer.answers, rulesOf(answer)]).toEqual([ping.seq, ['id-type']])
  })

  it('does not take "1" for 1 while a request "1" waits', () => {
    const { see } = wiretap()
    see('workbench', frame({ id: 1, method: 'ping' }))
    const other = see('workbench', frame({ id: '1', method: 'ping' }))
    const answer = see('server', frame({ id: '1', result: {} }))
    expect([answer.answers, rulesOf(answer)]).toEqual([other.seq, []])
  })

  it('measures how long an answer took', () => {
    const { see, pass } = wiretap()
    see('workbench', frame({ id: 1, method: 'ping' }))
    pass(12)
    expect(see('server', frame({ id: 1, result: {} })).tookMs).toBe(12)
  })

  it('pairs a request with its first answer only', () => {
    const { see } = wiretap()
    see('workbench', frame({ id: 1, method: 'ping' }))
    see('server', frame({ id: 1, result: {} }))
    const second = see('server', frame({ id: 1, result: {} }))
    expect([second.answers, rulesOf(second)]).toEqual([undefined, ['duplicate-answer']])
  })

  it('puts what the transport found before what it finds itself', () => {
    const { tap } = wiretap()
    const found = { rule: 'bad-utf8', message: 'This is not UTF-8 at byte 1.', clause: 'c' }
    expect(rulesOf(tap.frame('server', '7', 1, [found]).entry)).toEqual([
      'bad-utf8',
      'not-json-rpc'
    ])
  })

  it('pairs each answer in a batch, and writes it down as one frame', () => {
    const { see, log } = wiretap()
    see('workbench', frame({ id: 1, method: 'ping' }))
    see('workbench', frame({ id: 2, method: 'ping' }))
    const batch = see('server', [frame({ id: 1, result: {} }), frame({ id: 3, result: {} })])
    const late = see('server', frame({ id: 1, result: {} }))
    expect([rulesOf(batch), rulesOf(late), log.nextSeq]).toEqual([
      ['batch', 'unknown-id'],
      ['duplicate-answer'],
      5
    ])
  })

  it('writes down what is not a frame, says why, and keeps its text', () => {
    const { see, log } = wiretap()
    const noise = ['listening on 3000', '[]', '7', '{"id":1}', '{"jsonrpc":"2.0","id":1}'].map(
      (raw) => see('server', raw)
    )
    expect(noise.map(({ kind }) => kind)).toEqual(Array(5).fill('noise'))
    expect(noise.map((entry) => entry.violations?.[0]?.message)).toEqual([
      'This is not a message; over stdio, whatever else a server says belongs on stderr.',
      'This is not a JSON-RPC message: it is an empty batch.',
      'This is not a JSON-RPC message: it is JSON, but not an object.',
      'This is not a JSON-RPC message: it has no "jsonrpc": "2.0".',
      'This is not a JSON-RPC message: it has no method, result or error.'
    ])
    expect(log.raw(1)).toBe('listening on 3000')
  })

  it('says which request a notification cancels', () => {
    const { see } = wiretap()
    const call = see('workbench', frame({ id: 1, method: 'tools/call' }))
    see('server', frame({ id: 1, method: 'sampling/createMessage' }))
    const cancel = frame({ method: 'notifications/cancelled', params: { requestId: 1 } })
    expect(see('workbench', cancel).cancels).toBe(call.seq)
  })

  it('names the requests that are left unanswered at the end', () => {
    const { see, tap, log } = wiretap()
    const call = see('workbench', frame({ id: 1, method: 'tools/call' }))
    see('workbench', frame({ id: 2, method: 'ping' }))
    see('server', frame({ id: 2, result: {} }))
    tap.end('Exited with code 1.')
    expect(log.tail(1)).toMatchObject([{ kind: 'lifecycle', abandons: [call.seq] }])
  })

  it('shows what a log message says', () => {
    const { see } = wiretap()
    const params = { level: 'warning', data: { disk: 'full' } }
    expect(see('server', frame({ method: 'notifications/message', params })).text).toBe(
      'warning: {"disk":"full"}'
    )
  })

  it('marks a result in which the tool says it failed', () => {
    const { see } = wiretap()
    see('workbench', frame({ id: 1, method: 'tools/call' }))
    expect(see('server', frame({ id: 1, result: { isError: true } })).isToolError).toBe(true)
  })
})
