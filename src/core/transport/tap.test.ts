import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/ids'
import type { Origin } from '../../shared/json-rpc'
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

  it('does not take "1" for 1', () => {
    const { see } = wiretap()
    see('workbench', frame({ id: 1, method: 'ping' }))
    const answer = see('server', frame({ id: '1', result: {} }))
    expect(answer.answers).toBeUndefined()
    expect(answer.finding).toMatch(/not waiting/)
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
    expect(see('server', frame({ id: 1, result: {} })).answers).toBeUndefined()
  })

  it('writes down what is not a frame, says why, and keeps its text', () => {
    const { see, log } = wiretap()
    const noise = ['listening on 3000', '[]', '7', '{"id":1}', '{"jsonrpc":"2.0","id":1}'].map(
      (raw) => see('server', raw)
    )
    expect(noise.map(({ kind }) => kind)).toEqual(Array(5).fill('noise'))
    expect(noise.map(({ finding }) => finding)).toEqual([
      'This is not JSON.',
      'This is a batch.',
      'This is JSON, but not an object.',
      'This has no "jsonrpc": "2.0".',
      'This has no method, result or error.'
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
