import { describe, expect, it } from 'vitest'
import type { Call } from '../../shared/calls/call-contract'
import { CallId, ServerId } from '../../shared/protocol/ids'
import type { EntryKind } from '../../shared/traffic/traffic'
import { Redactor } from '../redaction/redaction'
import { Bodies } from './bodies'
import { TrafficLog } from '../traffic/traffic-log'

const files = ServerId.parse('files')
const old = CallId.parse('old')
const SECRET = 'hunter2-hunter2-hunter2'

function bodiesOf(
  options: {
    call?: Pick<Call, 'outcome'> & Partial<Call>
  } = {}
) {
  const log = new TrafficLog()
  const redactor = new Redactor()
  const bodies = new Bodies({
    log,
    redactor,
    call: () =>
      options.call ? Promise.resolve(options.call) : Promise.reject(new Error('nothing is kept'))
  })
  const append = (kind: EntryKind, frame: unknown): { seq: number } => {
    const raw = typeof frame === 'string' ? frame : JSON.stringify(frame)
    const { nextSeq: seq } = log
    log.append({ seq, time: 0, serverId: files, origin: 'server', kind, bytes: raw.length }, raw)
    return { seq }
  }
  return { bodies, append, redactor }
}

const answer = (result: unknown): object => ({ jsonrpc: '2.0', id: 1, result })

describe('the bodies of answers', () => {
  it('are the result, the error, or the whole of what is neither', async () => {
    const { bodies, append } = bodiesOf()
    const result = append('result', answer({ content: [] }))
    const error = append('error', { id: 1, error: { code: -1, message: 'no' } })
    const note = append('notification', { method: 'notifications/x' })
    expect(await bodies.outline(result, '')).toEqual({
      value: { content: [] },
      cuts: [],
      totalChars: 14
    })
    expect((await bodies.outline(error, '/message')).value).toBe('no')
    expect((await bodies.outline(note, '')).value).toEqual({ method: 'notifications/x' })
  })

  it('are read piece by piece', async () => {
    const { bodies, append } = bodiesOf()
    const text = 'abcdef'.repeat(10_000)
    const ref = append('result', answer({ content: [{ type: 'text', text }], list: [1] }))
    expect(await bodies.text(ref, '/content/0/text', 6, 6)).toEqual({
      text: 'abcdef',
      totalChars: 60_000
    })
    expect(await bodies.text(ref, '/list', 0, 100)).toEqual({ text: '[\n  1\n]', totalChars: 7 })
    expect(await bodies.text(ref, '/list', 0, 100, 0)).toEqual({ text: '[1]', totalChars: 3 })
  })

  it('have no secret in them, not even where one is cut in two', async () => {
    const { bodies, append, redactor } = bodiesOf()
    redactor.add([SECRET])
    const text = `${'x'.repeat(8_180)}${SECRET}`
    const ref = append('result', answer({ text }))
    const outline = await bodies.outline(ref, '')
    expect(JSON.stringify(outline)).not.toContain('hunter')
    expect((await bodies.text(ref, '/text', 8_180, 5)).text).toBe('•••')
    expect(await bodies.content(ref, '/text', 'text')).toBe(`${'x'.repeat(8_180)}•••`)
  })

  it('lose a secret that became known after they were first read', async () => {
    const { bodies, append, redactor } = bodiesOf()
    const ref = append('result', answer({ text: SECRET }))
    expect((await bodies.outline(ref, '/text')).value).toBe(SECRET)
    redactor.add([SECRET])
    expect((await bodies.outline(ref, '/text')).value).toBe('•••')
  })

  it('are found by the call, in the log or among what is kept', async () => {
    const result = { content: [{ type: 'text', text: 'kept' }] }
    const { bodies } = bodiesOf({ call: { outcome: { kind: 'result', result } } })
    expect((await bodies.outline({ callId: old }, '/content/0/text')).value).toBe('kept')
    const call: Call = {
      id: old,
      serverId: files,
      tool: 'echo',
      arguments: {},
      startedAt: 0,
      progressCount: 0,
      answerSeq: 1,
      outcome: { kind: 'held', isToolError: false }
    }
    const inLog = bodiesOf({ call })
    inLog.append('result', answer({ content: 'from the log' }))
    expect((await inLog.bodies.outline({ callId: old }, '/content')).value).toBe('from the log')
  })

  it('of an error that is held are never what little was passed on of it', async () => {
    const error = { code: -1, message: 'no' }
    const held: Call = {
      id: old,
      serverId: files,
      tool: 'echo',
      arguments: {},
      startedAt: 0,
      progressCount: 0,
      answerSeq: 1,
      outcome: { kind: 'error', error, isHeld: true }
    }
    const whole = { kind: 'error', error: { ...error, data: 'all of it' } } as const
    const lost = bodiesOf({ call: held }).bodies
    await expect(lost.outline({ callId: old }, '')).rejects.toThrow('ended without an answer')
    const { bodies } = bodiesOf({ call: { ...held, outcome: whole } })
    expect((await bodies.outline({ callId: old }, '/data')).value).toBe('all of it')
  })

  it('are written as text, as JSON, or as the bytes that base64 stands for', async () => {
    const { bodies, append } = bodiesOf()
    const data = Buffer.from([0, 1, 2, 255]).toString('base64')
    const ref = append('result', answer({ data, broken: 'AAA', url: 'AA-_', text: 'hi' }))
    expect(await bodies.content(ref, '/data', 'bytes')).toEqual(Buffer.from([0, 1, 2, 255]))
    expect(await bodies.content(ref, '/text', 'text')).toBe('hi')
    expect(await bodies.content(ref, '/text', 'json')).toBe('"hi"\n')
    for (const pointer of ['/broken', '/url', '']) {
      await expect(bodies.content(ref, pointer, 'bytes')).rejects.toMatchObject({
        code: 'INVALID_INPUT'
      })
    }
  })

  it('say so when they are gone, are no JSON, or have nothing there', async () => {
    const { bodies, append } = bodiesOf()
    const noise = append('noise', 'Listening on port 3000')
    const ref = append('result', answer({}))
    await expect(bodies.outline({ seq: 99 }, '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(bodies.outline(noise, '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(bodies.outline(ref, '/nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('may be nested deeper than anything can be written', async () => {
    const { bodies, append } = bodiesOf()
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const ref = append('result', `{"id":1,"result":${deep}}`)
    const { cuts } = await bodies.outline(ref, '')
    expect(cuts).toHaveLength(1)
  })

  it('are also what was sent with a call, as long as it is remembered and when it is kept', async () => {
    const args = { file: 'x'.repeat(3_000_000), password: SECRET }
    const call = { id: old, arguments: args, meta: { trace: 1 } } as unknown as Call
    const ref = { callId: old, isSent: true } as const
    const outcome = { kind: 'cancelled' } as const
    for (const source of [{ call }, { call: { outcome, arguments: args } }]) {
      const { bodies, redactor } = bodiesOf(source)
      redactor.add([SECRET])
      expect(await bodies.outline(ref, '/arguments')).toMatchObject({
        cuts: [{ pointer: '/file', total: 3_000_000 }]
      })
      const whole = await bodies.text(ref, '', 0, 4_000_000, 0)
      expect(whole.text).toContain('"file":"xxx')
      expect(whole.text).not.toContain(SECRET)
    }
  })
})
