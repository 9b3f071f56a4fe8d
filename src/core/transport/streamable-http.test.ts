import { Client, type JSONRPCMessage } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../bounds/limits'
import {
  failureOf,
  holding,
  isGet,
  notification,
  open,
  openSession,
  request,
  StillClock,
  tidy
} from './remote-testing'
import { StreamableHttpTransport } from './streamable-http'

afterEach(tidy)

describe('StreamableHttpTransport', () => {
  it('keeps the session, says the revision, and ends the session when it closes', async () => {
    const { wire, server, closes } = await openSession(StreamableHttpTransport, 'ok')
    await wire.send(request(1, 'tools/call'))
    await server.saw(isGet)
    await wire.close()
    const said = server.seen.map(({ method, headers }) => [
      method,
      headers['mcp-session-id'],
      headers['mcp-protocol-version']
    ])
    expect(said.filter(([method]) => method !== 'GET')).toEqual([
      ['POST', undefined, undefined],
      ['POST', 'session-1', '2025-11-25'],
      ['POST', 'session-1', '2025-11-25'],
      ['DELETE', 'session-1', '2025-11-25']
    ])
    expect(closes()).toBe(1)
  })

  it('writes down each exchange once, with its headers, and hides what is secret', async () => {
    const headers = { Authorization: 'Bearer hush', 'X-Key': 'hush' }
    const { wire, log, lifecycle } = await open(StreamableHttpTransport, 'ok', {}, { headers })
    await wire.send(request(1, 'tools/call'))
    expect(lifecycle()).toEqual([
      expect.stringMatching(/^POST \/mcp → 200 application\/json, \d+ ms$/)
    ])
    const raw = log.raw(log.tail(2)[0]?.seq ?? 0) ?? ''
    expect(raw).toContain('authorization: •••\nx-key: •••')
    expect(raw).toMatch(
      /^POST \/mcp → 200 .*\n\nPOST http:\/\/127\.0\.0\.1:\d+\/mcp\n[^]*\n\nHTTP\/1\.1 200 OK\n/
    )
    expect(raw).not.toContain('hush')
  })

  it('says which frame an exchange belongs to', async () => {
    const { wire, log } = await open(StreamableHttpTransport, 'ok')
    await wire.send(request(1, 'tools/call'))
    await wire.send(notification('notifications/cancelled'))
    const [asked, ...others] = log.tail(10)
    const exchanges = others.filter(({ kind }) => kind === 'lifecycle')
    const told = others.find(({ kind }) => kind === 'notification')
    expect(exchanges.map(({ belongsTo }) => belongsTo)).toEqual([asked?.seq, told?.seq])
  })

  it('speaks to a plain JSON-RPC server that has no session, no stream and no content type', async () => {
    const { wire, heard } = await openSession(StreamableHttpTransport, 'bare')
    await wire.send(request('a', 'tools/list'))
    expect(heard.map(({ entry }) => entry.kind)).toEqual(['result', 'result'])
    expect(wire.sessionId).toBeUndefined()
  })

  it('takes a batch as one frame', async () => {
    const { wire, heard } = await open(StreamableHttpTransport, 'batch')
    await wire.send(request(1, 'tools/call'))
    expect(heard.map(({ shape }) => shape.kind)).toEqual(['batch'])
  })

  it('notes bytes that are not UTF-8 in bodies and in streams', async () => {
    for (const isStream of [false, true]) {
      const { wire, heard, answered } = await open(StreamableHttpTransport, 'badUtf8', { isStream })
      await wire.send(request(1, 'tools/call'))
      await answered(1)
      expect(heard[0]?.entry.violations?.map(({ rule }) => rule)).toEqual(['bad-utf8'])
    }
  })

  it('hears the server’s own stream and opens it again where it ended', async () => {
    const clock = new StillClock()
    const { server, heard, until } = await openSession(
      StreamableHttpTransport,
      'listen',
      { close: true },
      { clock }
    )
    await clock.waitsFor(1_000)
    clock.pass(1_000)
    await until(() => heard.length === 3)
    const gets = server.seen.filter(isGet)
    expect(gets.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'own-1'])
  })

  it('ends the oldest of too many streams that a server opens in reply to answers', async () => {
    const { held, until, options } = holding()
    const more = { ...options, opens: true }
    const { wire } = await open(StreamableHttpTransport, 'askFlood', more)
    const { most } = LIMITS.streamsBesideRequests
    const answer = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: {} })
    for (let id = 0; id < most; id++) await wire.send(answer(id))
    expect(held.some(({ isClosed }) => isClosed)).toBe(false)
    await wire.send(answer(most))
    await until(() => held[0]?.isClosed === true)
    expect(held.filter(({ isClosed }) => isClosed)).toHaveLength(1)
  })

  it('does without the stream of a server that has none', async () => {
    const { server, until, lifecycle, closes } = await openSession(StreamableHttpTransport, 'ok')
    await until(() => lifecycle().some((text) => text.startsWith('GET /mcp → 405')))
    expect([server.seen.filter(isGet).length, closes()]).toEqual([1, 0])
  })

  it('takes up a cut stream after the time the server asks for, and drops what came before', async () => {
    const clock = new StillClock()
    const { wire, server, messages, answered } = await openSession(
      StreamableHttpTransport,
      'cutWithId',
      { retry: 70 },
      { clock }
    )
    await wire.send(request(1, 'tools/call'))
    await clock.waitsFor(70)
    clock.pass(70)
    await answered(1)
    expect(messages().slice(1)).toMatchObject([
      { method: 'notifications/progress', params: { progress: 1 } },
      { id: 1, result: {} }
    ])
    const [resume] = server.seen.filter(({ headers }) => headers['last-event-id'] !== undefined)
    expect(resume?.headers).toMatchObject({ 'last-event-id': 'e2', 'mcp-session-id': 'session-1' })
  })

  it('gives up a stream that brings nothing new five times', async () => {
    const clock = new StillClock()
    const options = { neverAnswers: true, retry: 1 }
    const { wire, server, lost, until } = await openSession(
      StreamableHttpTransport,
      'cutWithId',
      options,
      { clock }
    )
    await wire.send(request(1, 'tools/call'))
    for (const delayMs of [50, 50, 2_000, 4_000, 8_000]) {
      await clock.waitsFor(delayMs)
      clock.pass(delayMs)
    }
    await until(() => lost.length > 0)
    expect(lost).toMatchObject([{ id: 1, failure: { class: 'network', isUnsent: false } }])
    expect(server.seen.filter(({ headers }) => headers['last-event-id'])).toHaveLength(5)
  })

  it('waits as long as a server wants that will not be asked now, and then takes up the stream', async () => {
    const clock = new StillClock()
    const refusals = [
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503, headers: {} },
      { status: 429, headers: { 'retry-after': '999999' } }
    ]
    const { wire, server, lost, answered } = await openSession(
      StreamableHttpTransport,
      'cutWithId',
      { refusals, retry: 70 },
      { clock }
    )
    await wire.send(request(1, 'tools/call'))
    for (const delayMs of [70, 7_000, 2_000, 300_000]) {
      await clock.waitsFor(delayMs)
      clock.pass(delayMs)
    }
    await answered(1)
    expect(lost).toEqual([])
    expect(server.seen.filter(({ body }) => body.includes('tools/call'))).toHaveLength(1)
  })

  it.each([
    [401, 'auth'],
    [404, 'session-gone']
  ])(
    'knows after %s on taking up a stream that the request was delivered',
    async (status, kind) => {
      const clock = new StillClock()
      const { wire, lost, until } = await openSession(
        StreamableHttpTransport,
        'cutWithId',
        { refusals: [{ status }], retry: 70 },
        { clock }
      )
      await wire.send(request(1, 'tools/call'))
      await clock.waitsFor(70)
      clock.pass(70)
      await until(() => lost.length > 0)
      expect(lost).toMatchObject([{ id: 1, failure: { class: kind, status, isUnsent: false } }])
    }
  )

  it.each([
    [400, false, 'not-an-answer'],
    [405, false, 'not-an-answer'],
    [405, true, 'network']
  ])(
    'says after %s on taking up a stream that the stream ended, and was not taken up (cut: %s)',
    async (status, isAbrupt, kind) => {
      const clock = new StillClock()
      const { wire, lost, until } = await openSession(
        StreamableHttpTransport,
        'cutWithId',
        { refusals: [{ status }], retry: 70, isAbrupt },
        { clock }
      )
      await wire.send(request(1, 'tools/call'))
      await clock.waitsFor(70)
      clock.pass(70)
      await until(() => lost.length > 0)
      expect(lost).toMatchObject([{ id: 1, failure: { class: kind, isUnsent: false } }])
      expect(lost[0]?.failure.message).toBe(
        `The stream of the answer ended before the answer came. Patchbay asked for the rest of it, and the server answered that with HTTP status ${status}.`
      )
    }
  )

  it('gives up a stream that is refused five times', async () => {
    const clock = new StillClock()
    const refusals = Array.from({ length: 9 }, () => ({ status: 429 }))
    const { wire, server, lost, until } = await openSession(
      StreamableHttpTransport,
      'cutWithId',
      { refusals, retry: 70 },
      { clock }
    )
    await wire.send(request(1, 'tools/call'))
    for (const delayMs of [70, 70, 2_000, 4_000, 8_000]) {
      await clock.waitsFor(delayMs)
      clock.pass(delayMs)
    }
    await until(() => lost.length > 0)
    expect(lost).toMatchObject([{ id: 1, failure: { isUnsent: false } }])
    expect(server.seen.filter(({ headers }) => headers['last-event-id'])).toHaveLength(5)
  })

  it.each([
    [true, 'network'],
    [false, 'not-an-answer']
  ])(
    'loses a request at once when its stream cannot be resumed (cut: %s)',
    async (isAbrupt, kind) => {
      const { wire, lost, until, closes } = await open(StreamableHttpTransport, 'cutWithoutId', {
        isAbrupt
      })
      await wire.send(request(1, 'tools/call'))
      await until(() => lost.length > 0)
      expect(lost).toMatchObject([{ id: 1, failure: { class: kind, isUnsent: false } }])
      expect(closes()).toBe(0)
    }
  )

  it('asks after a silent stream, and loses its request when nobody is there', async () => {
    const clock = new StillClock()
    const { wire, server, lost, until } = await open(
      StreamableHttpTransport,
      'silent',
      {},
      { clock }
    )
    await wire.send(request(1, 'tools/call'))
    clock.pass(300_000)
    await server.saw(({ path }) => path === '/mcp/health')
    expect(lost).toEqual([])
    clock.pass(10_000)
    await until(() => lost.length > 0)
    expect(lost).toMatchObject([{ id: 1, failure: { class: 'network' } }])
  })

  it('lets a silent stream be whose server is there', async () => {
    const clock = new StillClock()
    const { wire, server, lost } = await open(
      StreamableHttpTransport,
      'silent',
      { isHealthy: true },
      { clock }
    )
    await wire.send(request(1, 'tools/call'))
    for (let round = 0; round < 2; round++) {
      clock.pass(300_000)
      await clock.waitsFor(300_000)
    }
    await server.saw(({ path }) => path === '/mcp/health')
    expect(lost).toEqual([])
  })

  it('ends everything under way when it closes, once', async () => {
    const { wire, server, log, closes } = await open(StreamableHttpTransport, 'mute')
    const sent = failureOf(wire.send(request(1, 'tools/call')))
    await server.saw(() => true)
    await Promise.all([wire.close(), wire.close()])
    expect(await sent).toMatchObject({ class: 'closed' })
    expect(await failureOf(wire.send(request(2, 'ping')))).toMatchObject({ class: 'closed' })
    expect(log.tail(1)).toMatchObject([{ kind: 'lifecycle', text: 'Closed.', abandons: [1] }])
    expect([closes(), wire.end]).toEqual([1, undefined])
  })

  it('leaves no timer behind', async () => {
    const clock = new StillClock()
    const { wire, server } = await openSession(StreamableHttpTransport, 'progress', {}, { clock })
    await wire.send(request(1, 'tools/call'))
    await server.saw(isGet)
    await wire.close()
    await new Promise((resolve) => setImmediate(resolve))
    expect(clock.alarmCount).toBe(0)
  })

  it('lets the SDK’s client hear progress that comes in one chunk with the answer', async () => {
    const { wire } = await open(StreamableHttpTransport, 'progress')
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(wire)
    const progress: number[] = []
    const onprogress = (one: { progress: number }) => progress.push(one.progress)
    await client.callTool({ name: 'echo', arguments: {} }, { onprogress })
    expect(progress).toEqual([1, 2, 3])
    await client.close()
  })
})

describe('StreamableHttpTransport in the modern era', () => {
  async function openModern(options: object = {}) {
    const opened = await open(StreamableHttpTransport, 'modern', options)
    opened.wire.setProtocolVersion('2026-07-28')
    return opened
  }

  it('says in headers what the body says, and has neither session nor stream', async () => {
    const { wire, server } = await openModern()
    const headers = { 'Mcp-Param-Region': 'eu' }
    await wire.send(request(1, 'tools/call', { name: 'grüßen' }), { headers })
    await wire.send(notification('notifications/initialized'))
    await wire.send({ jsonrpc: '2.0', id: 5, result: {} })
    await wire.close()
    expect(server.seen.map(({ method }) => method)).toEqual(['POST', 'POST'])
    expect(server.seen[0]?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': '=?base64?Z3LDvMOfZW4=?=',
      'mcp-param-region': 'eu'
    })
  })

  it('cancels a request by closing its stream, and no other', async () => {
    let onHangClosed = (): void => {}
    const isClosed = new Promise<void>((resolve) => (onHangClosed = resolve))
    const { wire, lost, log, answered } = await openModern({ onHangClosed })
    await wire.send(request(1, 'tools/call', { name: 'hang' }))
    expect(wire.cancelRequest(1)).toBe(true)
    await isClosed
    expect(log.tail(1)).toMatchObject([{ kind: 'lifecycle', abandons: [1] }])
    await wire.send(request(2, 'tools/call', { name: 'echo' }))
    await answered(2)
    expect(lost).toEqual([])
  })

  it('loses a request whose stream is cut, even if its events have ids', async () => {
    const { wire, server, lost, until } = await openModern()
    await wire.send(request(1, 'tools/call', { name: 'cut' }))
    await until(() => lost.length > 0)
    expect(lost).toMatchObject([{ id: 1, failure: { isUnsent: false } }])
    expect(server.seen).toHaveLength(1)
  })
})
