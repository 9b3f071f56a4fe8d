import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ExactNumber } from '../../shared/json/exact-number'
import { ServerId } from '../../shared/protocol/ids'
import { Redactor } from '../redaction/redaction'
import { Bodies } from './bodies'
import { bundle } from '../channel/bundle-testing'
import { TrafficLog } from '../traffic/traffic-log'
import { BodyClient } from './body-client'

const SECRET = 'hunter2-hunter2-hunter2'
const folder = mkdtempSync(join(tmpdir(), 'patchbay-bodies-'))
let script = ''

beforeAll(async () => {
  script = await bundle(join(import.meta.dirname, 'body-worker.ts'), folder)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

function bodiesWith(thread: BodyClient) {
  const log = new TrafficLog()
  const redactor = new Redactor()
  const call = (): Promise<never> => Promise.reject(new Error('nothing is kept'))
  const bodies = new Bodies({ log, redactor, call, thread })
  const append = (raw: string): { seq: number } => {
    const { nextSeq: seq } = log
    const serverId = ServerId.parse('files')
    log.append({ seq, time: 0, serverId, origin: 'server', kind: 'result', bytes: raw.length }, raw)
    return { seq }
  }
  return { bodies, append, redactor }
}

const large = (more: object = {}): string =>
  JSON.stringify({ id: 1, result: { text: 'x'.repeat(2_000_000), ...more } })

describe('a thread that reads large bodies', () => {
  it('answers as it would be answered here, with known secrets taken out', async () => {
    const { bodies, append, redactor } = bodiesWith(new BodyClient(script))
    redactor.add([SECRET])
    const ref = append(large({ password: SECRET, data: 'AAEC' }))
    expect(await bodies.outline(ref, '')).toMatchObject({
      value: { password: '•••', data: 'AAEC' },
      cuts: [{ pointer: '/text', kind: 'text', shown: 8_192, total: 2_000_000 }]
    })
    expect(await bodies.text(ref, '/text', 1_999_999, 10)).toEqual({
      text: 'x',
      totalChars: 2_000_000
    })
    expect([...(await bodies.content(ref, '/data', 'bytes'))]).toEqual([0, 1, 2])
    const limits = { textChars: 5, parts: 5, totalChars: 100 }
    expect(await bodies.answer(ref.seq, 1_000_000, limits)).toMatchObject({ text: 'xxxxx' })
    await expect(bodies.outline(ref, '/nowhere')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(bodies.content(ref, '/text', 'bytes')).resolves.toHaveLength(1_500_000)
  })

  it('keeps all digits of numbers', async () => {
    const { bodies, append } = bodiesWith(new BodyClient(script))
    const ref = append(large({ id: 0 }).replace('"id":0', '"id":12345678901234567890'))
    const limits = { textChars: 5, parts: 5, totalChars: 100 }
    const told = [
      (await bodies.outline(ref, '/id')).value,
      (await bodies.outline(ref, '')).value,
      await bodies.answer(ref.seq, 1_000_000, limits),
      (await bodies.text(ref, '', 0, 3_000_000)).text
    ]
    for (const each of told) expect(JSON.stringify(each)).toContain('12345678901234567890')
    expect((await bodies.outline(ref, '/id')).value).toBeInstanceOf(ExactNumber)
  })

  it('reads a body again when another secret has become known', async () => {
    const { bodies, append, redactor } = bodiesWith(new BodyClient(script))
    const ref = append(large({ password: SECRET }))
    expect((await bodies.outline(ref, '/password')).value).toBe(SECRET)
    redactor.add([SECRET])
    expect((await bodies.outline(ref, '/password')).value).toBe('•••')
  })

  it('is handed a body once, however often it is asked about it', async () => {
    const thread = new BodyClient(script)
    let handed = 0
    const source = () => {
      handed += 1
      return { json: large(), name: 'It', member: 'result', secrets: [] } as const
    }
    const asked = { kind: 'text', pointer: '/text', from: 0, length: 3 } as const
    for (let time = 0; time < 3; time += 1) {
      expect(await thread.ask('one', asked, source)).toMatchObject({ text: 'xxx' })
    }
    expect(handed).toBe(1)
  })

  it('keeps bodies apart that are asked about at once', async () => {
    const { bodies, append } = bodiesWith(new BodyClient(script))
    const refs = ['one', 'two', 'three'].map((name) => append(large({ name })))
    const asked = [...refs, ...refs].map((ref) => bodies.outline(ref, '/name'))
    const names = (await Promise.all(asked)).map(({ value }) => value)
    expect(names).toEqual(['one', 'two', 'three', 'one', 'two', 'three'])
  })

  it('that cannot run leaves nobody waiting', async () => {
    const { bodies, append } = bodiesWith(new BodyClient(join(folder, 'missing.js')))
    const ref = append(large())
    for (let time = 0; time < 2; time += 1) {
      await expect(bodies.outline(ref, '')).rejects.toMatchObject({ code: 'INTERNAL' })
    }
  })
})
