import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { Origin } from '../../shared/protocol/json-rpc'
import type { TransportName } from '../../shared/servers/server-config'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { TrafficLog } from '../traffic/traffic-log'
import { Tap } from './tap'

function wiretap(transport?: TransportName) {
  let now = 0
  const clock = { wall: () => 1_000 + now, monotonic: () => now, after: () => () => {} }
  const log = new TrafficLog()
  const tap = new Tap(log, ServerId.parse('demo'), clock, transport)
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

/** The length of the longest text that is held on to anywhere in a thing. */
function longestText(held: unknown, seen: Set<unknown>): number {
  if (typeof held === 'string') return held.length
  if (typeof held !== 'object' || held === null || seen.has(held)) return 0
  seen.add(held)
  const members: readonly unknown[] =
    held instanceof Map || held instanceof Set ? [...held.entries()] : Object.values(held)
  const lengths = members.map((it) => longestText(it, seen))
  return Math.max(0, ...lengths)
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
    expect(rulesOf(tap.frame('server', '7', 1, { violations: [found] }).entry)).toEqual([
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

  it('knows what a late answer, and one that comes again, is about', () => {
    const { see } = wiretap()
    const call = { method: 'tools/call', params: { name: 'slow' } }
    see('workbench', frame({ id: 1, ...call }))
    see('workbench', frame({ id: 2, ...call }))
    see('server', frame({ id: 1, result: {} }))
    see('workbench', frame({ method: 'notifications/cancelled', params: { requestId: 2 } }))
    const about = { method: 'tools/call', target: 'slow' }
    expect(see('server', frame({ id: 1, result: {} }))).toMatchObject({ ...about, repeats: 1 })
    expect(see('server', frame({ id: 2, result: {} }))).toMatchObject({ ...about, repeats: 2 })
  })

  it('does not count what Patchbay itself does with an answer', () => {
    const { tap, see } = wiretap()
    see('workbench', frame({ id: 1, method: 'ping' }))
    const raw = JSON.stringify(frame({ id: 1, result: {} }))
    const { entry } = tap.frame('server', raw, raw.length, { arrival: { doneAt: 41.5 } })
    expect(entry.tookMs).toBe(entry.timing?.doneMs)
  })

  it('says of a batch which requests it answers, each with its own outcome', () => {
    const { see, tap, log } = wiretap()
    see('workbench', frame({ id: 1, method: 'ping' }))
    see('workbench', frame({ id: 2, method: 'tools/call', params: { name: 'echo' } }))
    see('workbench', frame({ id: 3, method: 'tools/list' }))
    const batch = see('server', [
      frame({ id: 1, result: {} }),
      frame({ id: 2, result: { content: [], isError: true } }),
      frame({ id: 3, error: { code: -32603, message: 'broken' } })
    ])
    expect(batch.answers).toBe(1)
    expect(batch.alsoAnswers).toMatchObject([
      { request: 2, kind: 'result', method: 'tools/call', isToolError: true },
      { request: 3, kind: 'error', method: 'tools/list' }
    ])
    tap.end('exited')
    expect(log.tail(1)[0]?.abandons).toEqual([])
  })

  it('looks at a batch of a million parts for a thousand, and names twenty things at most', () => {
    const { see, log } = wiretap()
    const raw = `[${Array(1_000_000).fill('1').join(',')}]`
    const batch = see('server', raw)
    expect(rulesOf(batch)).toEqual([
      'batch',
      'batch-too-long',
      ...Array<string>(17).fill('not-json-rpc'),
      'more-violations'
    ])
    expect([1, 19].map((at) => batch.violations?.[at]?.message)).toEqual([
      'And 999000 more parts were not looked at.',
      'And 983 more things are wrong with this frame.'
    ])
    expect([batch.text, log.raw(batch.seq) === raw]).toEqual(['batch of 1000000', true])
  })

  it('names up to twenty things one by one', () => {
    const { see } = wiretap()
    expect(rulesOf(see('server', Array(19).fill(1)))).toEqual([
      'batch',
      ...Array<string>(19).fill('not-json-rpc')
    ])
  })

  it('names the request that was answered once more', () => {
    const { see } = wiretap()
    const call = see('workbench', frame({ id: 1, method: 'ping' }))
    const answers = [1, 2].map(() => see('server', frame({ id: 1, result: {} })))
    expect(answers.map(({ answers: first, repeats }) => [first, repeats])).toEqual([
      [call.seq, undefined],
      [undefined, call.seq]
    ])
  })

  it('takes the parts of a batch in their order, and the first for what it is', () => {
    const { see } = wiretap()
    const params = { _meta: { progressToken: 'p' } }
    const call = see('workbench', frame({ id: 1, method: 'tools/call', params }))
    const step = (progress: number) =>
      frame({ method: 'notifications/progress', params: { progressToken: 'p', progress } })
    const batch = see('server', [step(1), step(2), frame({ id: 1, result: { content: [] } })])
    expect(rulesOf(batch)).not.toContain('progress-not-increasing')
    expect(batch).toMatchObject({
      kind: 'notification',
      method: 'notifications/progress',
      answers: call.seq
    })
  })

  it('shows the start of ids and names that are too long, and pairs by all of them', () => {
    const { see, log } = wiretap()
    const long = (end: string) => 'x'.repeat(5_000) + end
    const cut = `${'x'.repeat(1_000)}…`
    const ask = (end: string) =>
      frame({ id: long(end), method: long(end), params: { uri: long(end) } })
    const first = see('server', ask('1'))
    const second = see('server', ask('2'))
    const answer = see('workbench', frame({ id: long('2'), result: {} }))
    const other = see('workbench', frame({ id: long('3'), result: {} }))
    expect(first).toMatchObject({ id: cut, method: cut, target: cut })
    expect(answer).toMatchObject({ id: cut, method: cut, target: cut, answers: second.seq })
    expect([other.answers, see('server', frame({ method: long('') })).method]).toEqual([
      undefined,
      cut
    ])
    expect(log.raw(first.seq)).toBe(JSON.stringify(ask('1')))
  })

  it('holds on to no long text beside the log, whatever the ids and names', () => {
    const { see, tap, log } = wiretap()
    const long = (end: string) => 'x'.repeat(5_000) + end
    const ask = (id: string, method: string, params: object) =>
      see('workbench', frame({ id: long(id), method, params }))
    const token = { _meta: { progressToken: long('t') } }
    const inputSchema = { type: 'object' }
    const tools = [{ name: long('a'), inputSchema, outputSchema: { type: 'object' } }]
    ask('1', 'tools/list', { cursor: long('c') })
    see('server', frame({ id: long('1'), result: { tools, nextCursor: long('d') } }))
    ask('2', 'tools/call', { name: long('a'), ...token })
    see('server', frame({ id: long('2'), result: { content: [] } }))
    ask('3', long('method'), { uri: long('u'), ...token })
    see('server', frame({ id: long('4'), method: long('method'), params: { name: long('n') } }))
    ask('5', 'ping', {})
    const params = { requestId: long('5') }
    see('workbench', frame({ method: 'notifications/cancelled', params }))
    expect(longestText(tap, new Set([log]))).toBeLessThan(1_100)
  })

  it('tells stdout noise from what is not JSON on other transports', () => {
    const noise = (transport?: TransportName) => wiretap(transport).see('server', '<html>')
    expect([undefined, 'streamable-http' as const].map((it) => rulesOf(noise(it)))).toEqual([
      ['stdout-noise'],
      ['not-json']
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
    const params = { level: 'warning', logger: 'disks', data: { disk: 'full' } }
    expect(see('server', frame({ method: 'notifications/message', params }))).toMatchObject({
      level: 'warning',
      logger: 'disks',
      text: '{"disk":"full"}'
    })
  })

  it('shows a log message of any level, however odd or long', () => {
    const { see } = wiretap()
    const levels = [{ toString: 1 }, 'x'.repeat(5_000)]
    const texts = levels.map((level) => {
      const params = { level, data: 'd' }
      return see('server', frame({ method: 'notifications/message', params })).text
    })
    expect(texts).toEqual(['{"toString":1}: d', 'x'.repeat(2_000)])
  })

  it('marks a result in which the tool says it failed', () => {
    const { see } = wiretap()
    see('workbench', frame({ id: 1, method: 'tools/call' }))
    expect(see('server', frame({ id: 1, result: { isError: true } })).isToolError).toBe(true)
  })
})
