import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { fakeClock } from '../time/fake-clock'
import { Tap } from '../wire/tap'
import { storeAnswers } from './store-answers'
import { openTables } from './rows/tables'
import { TrafficStore } from './traffic-store'
import { TrafficLog } from '../traffic/traffic-log'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-report-'))
afterAll(() => rmSync(folder, { recursive: true }))

const json = (frame: object): string => JSON.stringify({ jsonrpc: '2.0', ...frame })

function exchange(status: number, ...headers: readonly string[]): string {
  const asked = ['POST https://example.test/mcp?key=•••', 'content-type: application/json']
  const secret = 'authorization: •••'
  const answered = [`HTTP/1.1 ${status} OK`, 'content-type: application/json', ...headers]
  return [`POST /mcp → ${status}, 5 ms`, '', ...asked, secret, '', ...answered].join('\n')
}

/** A process and a server over HTTP, with a call that says something while it runs. */
function recorded() {
  const log = new TrafficLog()
  const clock = fakeClock()
  const stdio = new Tap(log, ServerId.parse('process'), clock)
  const http = new Tap(log, ServerId.parse('remote'), clock, 'streamable-http')
  const say = (tap: Tap, origin: 'workbench' | 'server', frame: object): number => {
    const raw = json(frame)
    return tap.frame(origin, raw, raw.length).entry.seq
  }
  say(stdio, 'workbench', { id: 1, method: 'tools/list' })
  say(stdio, 'server', { id: 1, result: { tools: [] } })
  const hello = say(http, 'workbench', { id: 0, method: 'initialize', params: {} })
  const event = exchange(200)
  http.lifecycle('POST /mcp → 200, 5 ms', event, undefined, { belongsTo: hello })
  const serverInfo = { name: 'weather', version: '3.1' }
  say(http, 'server', { id: 0, result: { protocolVersion: '2025-11-25', serverInfo } })
  const call = say(http, 'workbench', {
    id: 1,
    method: 'tools/call',
    params: { name: 'fore_cast', arguments: { text: '```' }, _meta: { progressToken: 7 } }
  })
  http.lifecycle('POST /mcp → 307, 5 ms', exchange(307, 'location: /other'), undefined, {
    belongsTo: call
  })
  http.lifecycle('POST /mcp → 200, 5 ms', exchange(200), undefined, { belongsTo: call })
  say(http, 'server', {
    method: 'notifications/progress',
    params: { progressToken: 7, progress: 1, message: 'half of it' }
  })
  const answer = say(http, 'server', { id: 1, result: { content: 'wrong', isError: true } })
  const store = new TrafficStore(openTables(':memory:', () => {}))
  const recording = store.recordings.begin(0)
  const entries = log.tail(1_000)
  const raws = entries.map(({ seq }) => log.raw(seq) ?? '')
  store.append(recording, entries, raws)
  store.recordings.nameServers(recording, { remote: 'The weather' })
  return { store, recording, call, answer, answers: storeAnswers(() => store) }
}

type Archive = {
  readonly log: { readonly entries: readonly Readonly<Record<string, never>>[] }
}

/** A call that is answered by bytes that are no text. */
function recordedBytes() {
  const log = new TrafficLog()
  const tap = new Tap(log, ServerId.parse('remote'), fakeClock(), 'streamable-http')
  const raw = json({ id: 1, method: 'tools/list' })
  const { seq } = tap.frame('workbench', raw, raw.length).entry
  tap.lifecycle('POST /mcp → 200, 5 ms', exchange(200), undefined, { belongsTo: seq })
  const original = Uint8Array.of(0xff, 0xfe, 0x68, 0x69)
  const originals = new Map([[log.nextSeq, original]])
  tap.noise('\ufffd\ufffdhi', 4, [], { original, repliesTo: 1 })
  const store = new TrafficStore(openTables(':memory:', () => {}))
  const recording = store.recordings.begin(0)
  const entries = log.tail(10)
  const raws = entries.map((entry) => log.raw(entry.seq) ?? '')
  store.append(recording, entries, raws, originals)
  return { recording, answers: storeAnswers(() => store) }
}

describe('an archive of HTTP', () => {
  it('holds bytes that are not UTF-8 as they came', async () => {
    const { answers, recording } = recordedBytes()
    const path = join(folder, 'bytes.har')
    await answers.exportHar({ recording }, '1.2.3', path)
    const { log } = JSON.parse(readFileSync(path, 'utf8')) as Archive
    expect(log.entries).toMatchObject([
      { response: { content: { text: '//5oaQ==', encoding: 'base64', size: 4 } } }
    ])
  })

  it('holds each exchange once, and says what has no place in it', async () => {
    const { answers, recording } = recorded()
    const path = join(folder, 'all.har')
    const report = await answers.exportHar({ recording }, '1.2.3', path)
    const archive = JSON.parse(readFileSync(path, 'utf8')) as Archive
    // The two frames of the process, and the notification, which has no exchange of its own.
    expect(report).toEqual({ entries: 3, hidden: 6, leftOut: 3 })
    expect(archive.log.entries).toMatchObject([
      { response: { status: 200 }, _frame: 3 },
      {
        request: {
          method: 'POST',
          url: 'https://example.test/mcp?key=•••',
          headers: [{ name: 'content-type' }, { name: 'authorization', value: '•••' }],
          postData: {
            mimeType: 'application/json',
            text: expect.stringContaining('fore_cast') as string
          }
        },
        response: { status: 307, redirectURL: '/other' }
      },
      { response: { status: 200, content: { text: expect.stringContaining('wrong') as string } } }
    ])
    expect(archive.log.entries[1]).not.toHaveProperty('response.content.text')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('of a list that shows only answers has their exchanges', async () => {
    const { answers, recording } = recorded()
    const query = 'kind:result'
    const { viewId } = answers.openView({ recording, query, isPaired: false, isFolded: false })
    const path = join(folder, 'some.har')
    expect(await answers.exportHar({ viewId }, '1', path)).toMatchObject({ entries: 3, leftOut: 1 })
  })
})

describe('a report', () => {
  it('has the request, the answer, what was found and what belongs to it', () => {
    const { answers, recording, call, answer } = recorded()
    const report = answers.report(recording, call, '1.2.3')
    expect(answers.report(recording, answer, '1.2.3')).toBe(report)
    expect(report).toContain('# tools/call fore\\_cast\n')
    expect(report).toContain('- Server: The weather (weather 3.1)\n- Protocol: 2025-11-25\n')
    expect(report).toContain('- Outcome: the tool says that it failed after')
    expect(report).toContain('````json\n{\n  "jsonrpc": "2.0"')
    expect(report).toMatch(/## What Patchbay finds\n\n[^#]*#9: .*\n- #10: .*result\.content is/)
    expect(report).toContain('## HTTP\n\n```http\nPOST /mcp → 307')
    expect(report).toContain('notifications/progress')
  })

  it('of an entry that is not there is refused', () => {
    const { answers, recording } = recorded()
    expect(() => answers.report(recording, 99, '1')).toThrow('Frame 99 is no longer kept.')
  })
})
