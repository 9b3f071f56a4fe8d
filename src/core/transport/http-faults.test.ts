import { afterEach, describe, expect, it } from 'vitest'
import {
  failureOf,
  holding,
  INITIALIZE,
  open,
  openSession,
  request,
  startHttpFaults,
  StillClock,
  tidy,
  wireTo
} from './remote-testing'
import { StreamableHttpTransport } from './streamable-http'

afterEach(tidy)

describe('Faults of HTTP', () => {
  it.each([
    [401, 'auth', /Bearer \(error invalid_token, scope a b\)/],
    [403, 'auth', /does not allow this/]
  ])('says what a server wants that answers %s', async (status, kind, message) => {
    const challenge = 'Bearer realm="x", error="invalid_token", scope="a b"'
    const headers = { 'www-authenticate': challenge }
    const { wire, server } = await open(StreamableHttpTransport, 'status', { status, headers })
    const failure = await failureOf(wire.send(INITIALIZE))
    expect(failure).toMatchObject({ class: kind, status })
    expect(failure.message).toMatch(message)
    expect(server.seen).toHaveLength(1)
  })

  it('notices that the session is gone, and opens a new one when told to', async () => {
    const { wire, server, heard } = await openSession(StreamableHttpTransport, 'forgetful')
    const failure = await failureOf(wire.send(request(1, 'tools/list')))
    expect(failure).toMatchObject({ class: 'session-gone', status: 404, isUnsent: true })
    wire.resetSession()
    await wire.send(request(2, 'initialize'))
    await wire.send(request(3, 'tools/list'))
    expect(heard.at(-1)?.shape).toMatchObject({ kind: 'result', id: 3 })
    const ids = server.seen.map(({ headers }) => headers['mcp-session-id'])
    expect(ids.slice(-2)).toEqual([undefined, 'session-2'])
  })

  it('judges a lost session by the one that the request was sent in', async () => {
    const { held, until, options } = holding()
    const { wire } = await openSession(StreamableHttpTransport, 'held', options)
    for (const later of [undefined, 'another']) {
      wire.sessionId = 'former'
      const failing = failureOf(wire.send(request(1, 'tools/call')))
      await until(() => held.length === 1)
      wire.sessionId = later
      held.pop()?.refuse(404)
      const failure = await failing
      expect(failure).toMatchObject({ class: 'session-gone', status: 404 })
      expect(failure.message).toMatch(/former session/)
    }
  })

  it('names another session id in the middle of a session, and keeps the first', async () => {
    const { wire, server, log } = await openSession(StreamableHttpTransport, 'otherSession')
    await wire.send(request(1, 'tools/list'))
    await wire.send(request(2, 'tools/list'))
    const found = log.tail(50).flatMap(({ violations = [] }) => violations)
    expect(found.map(({ rule }) => rule)).toEqual(['other-session-id', 'other-session-id'])
    expect(server.seen.at(-1)?.headers['mcp-session-id']).toBe('session-1')
  })

  it('takes an error answer for the answer, whatever the status', async () => {
    for (const status of [400, 404, 500]) {
      const answersId = { code: -32601, message: 'no such method' }
      const { wire, heard } = await open(StreamableHttpTransport, 'status', { status, answersId })
      await wire.send(request(7, 'nope'))
      expect(heard.map(({ shape }) => shape)).toMatchObject([{ kind: 'error', id: 7 }])
    }
  })

  it('writes an error without an id down as the answer to the request that it refuses', async () => {
    const body = '{"jsonrpc":"2.0","error":{"code":-32000,"message":"No session"},"id":null}'
    const { wire, log } = await open(StreamableHttpTransport, 'status', { status: 400, body })
    expect(await failureOf(wire.send(request(7, 'tools/list')))).toMatchObject({ status: 400 })
    const answers = log.tail(10).filter(({ origin }) => origin === 'server')
    expect(answers).toMatchObject([{ kind: 'error', method: 'tools/list', answers: 1 }])
    expect(answers[0]?.violations).toBeUndefined()
  })

  it.each([
    [429, { 'retry-after': '7' }, { class: 'rate-limit', retryAfterMs: 7_000, isUnsent: true }],
    [429, { 'retry-after': '9e99' }, { class: 'rate-limit', retryAfterMs: 9e102 }],
    [429, { 'retry-after': 'soon' }, { class: 'rate-limit' }],
    [503, { 'retry-after': '-5' }, { class: 'rate-limit', retryAfterMs: 0 }],
    [503, {}, { class: 'http', status: 503, isUnsent: false }],
    [500, {}, { class: 'http', status: 500 }],
    [502, {}, { class: 'http', status: 502 }],
    [504, {}, { class: 'http', status: 504 }]
  ])('classifies %s with %o', async (status, headers, expected) => {
    const { wire } = await open(StreamableHttpTransport, 'status', { status, headers })
    expect(await failureOf(wire.send(request(1, 'tools/list')))).toMatchObject(expected)
  })

  it('shows a refusal whose explanation never ends after a short silence', async () => {
    const clock = new StillClock()
    const options = { status: 500, body: 'partial', hangs: true }
    const { wire } = await open(StreamableHttpTransport, 'status', options, { clock })
    const failing = failureOf(wire.send(request(1, 'tools/call')))
    await clock.waitsFor(1_500)
    clock.pass(1_500)
    const failure = await failing
    expect(failure).toMatchObject({ class: 'http', status: 500 })
  })

  it('waits for the rest of an explanation no longer than for the request', async () => {
    const clock = new StillClock()
    const options = { status: 500, body: 'partial', hangs: true }
    const { wire } = await open(StreamableHttpTransport, 'status', options, { clock })
    const failing = failureOf(wire.send(request(1, 'tools/call')))
    expect(wire.endRefusal(1)).toBe(false)
    await clock.waitsFor(1_500)
    expect(wire.endRefusal(1)).toBe(true)
    expect(await failing).toMatchObject({ class: 'http', status: 500 })
  })

  it.each([
    ['text/html', '<html>\u001b[31mLog in', {}, /text\/html.*<html><U\+001B>\[31mLog in/],
    ['text/plain', '{"jsonrpc":"2.0"}', {}, /a type that no answer has/],
    ['application/json', '{"jsonrpc"', {}, /is not JSON/],
    ['application/json', '', {}, /has nothing in it/],
    ['application/json', '{"jsonrpc":"2.0","id":9,"result":{}}', {}, /does not answer the request/],
    [
      'application/json',
      '[1,',
      { isEndless: true },
      /a message of more than 1.* MiB, more than the limit of 97.7 KiB.*: \[1,/
    ]
  ])('says what came instead of an answer: %s %j', async (type, body, more, message) => {
    const { wire, log } = await open(
      StreamableHttpTransport,
      'body',
      { type, body, ...more },
      { frameLimitBytes: 100_000, endlessBytes: 1024 * 1024 }
    )
    const failure = await failureOf(wire.send(request(1, 'tools/list')))
    expect(failure).toMatchObject({ class: 'not-an-answer' })
    expect(failure.message).toMatch(message)
    const [last] = log.tail(1)
    const noise = log.tail(10).find(({ kind }) => kind === 'noise')
    // What came instead of the answer stands in its place.
    expect([noise?.answers ?? last?.abandons, last?.kind]).toEqual([noise ? 1 : [1], 'lifecycle'])
  })

  it.each([
    ['', 'It is empty.'],
    ['data: not json\n\n', 'It starts with: not json'],
    ['data: not json', 'It starts with: not json']
  ])('takes a stream that the server ends itself for no answer: %j', async (body, starts) => {
    const type = 'text/event-stream'
    const { wire, lost, until } = await open(StreamableHttpTransport, 'body', { type, body })
    await wire.send(request(1, 'tools/call'))
    await until(() => lost.length > 0)
    const message = `The server’s answer is a stream that ends without an answer (200, ${type}). ${starts}`
    expect(lost).toMatchObject([{ failure: { class: 'not-an-answer', status: 200, message } }])
  })

  it('says that the connection was lost where an answer breaks off', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"resu'
    const options = { type: 'application/json', body, lies: true }
    const { wire, log } = await open(StreamableHttpTransport, 'body', options)
    const failure = await failureOf(wire.send(request(1, 'tools/list')))
    expect(failure).toMatchObject({ class: 'network', isUnsent: false })
    expect(failure.message).toMatch(/ended in the middle of the answer/)
    const noise = log.tail(10).find(({ kind }) => kind === 'noise')
    expect(noise).toMatchObject({ text: body, violations: [{ rule: 'truncated' }] })
  })

  it.each(['5\r\nhello\r\nzz\r\n', 'nonsense\r\n'])(
    'names chunks that are malformed: %j',
    async (chunks) => {
      const { wire } = await openSession(StreamableHttpTransport, 'wrongCalls', { chunks })
      const failure = await failureOf(wire.send(request(1, 'tools/call')))
      expect(failure).toMatchObject({ class: 'not-an-answer', code: 'HPE_INVALID_CHUNK_SIZE' })
      expect(failure.message).toMatch(/not valid HTTP: its chunks are malformed/)
    }
  )

  it.each(['application/json', 'text/event-stream'])(
    'names an encoding of %s that it did not ask for, and unpacks nothing',
    async (type) => {
      const { wire, log } = await open(StreamableHttpTransport, 'body', {
        type,
        body: '\u001f\u008b',
        headers: { 'content-encoding': 'gzip' }
      })
      const failure = await failureOf(wire.send(request(1, 'ping')))
      expect(failure).toMatchObject({
        class: 'not-an-answer',
        body: { contentType: type, encoding: 'gzip', text: '' }
      })
      expect(failure.message).toMatch(/Content-Encoding is gzip, which Patchbay did not ask for/)
      const rules = log.tail(10).flatMap(({ violations = [] }) => violations)
      expect(rules).toContainEqual(
        expect.objectContaining({ rule: 'unasked-encoding', clause: 'RFC 9110, 12.5.3' })
      )
    }
  )

  it('sends nothing to another origin, and says where it was sent', async () => {
    const evil = await startHttpFaults('ok')
    for (const status of [301, 302, 303, 307, 308]) {
      const { wire } = await open(StreamableHttpTransport, 'redirect', {
        status,
        location: evil.url
      })
      const failure = await failureOf(wire.send(request(1, 'tools/list')))
      expect(failure).toMatchObject({ class: 'http', status })
      expect(failure.message).toContain(evil.url)
    }
    expect([evil.seen, evil.connections()]).toEqual([[], 0])
  })

  it.each([undefined, ''])('says that a redirect names no address: %j', async (location) => {
    const options = { status: 302, location, body: 'Log in first.' }
    const { wire } = await open(StreamableHttpTransport, 'redirect', options)
    expect(await failureOf(wire.send(request(1, 'ping')))).toMatchObject({
      class: 'http',
      status: 302,
      message:
        'The server answered with HTTP status 302, a redirect that names no address. It said: Log in first.',
      body: { text: 'Log in first.' }
    })
  })

  it('follows a redirect on the same origin, but not without end', async () => {
    const moved = await open(StreamableHttpTransport, 'redirect', {
      status: 307,
      location: '/moved'
    })
    await moved.wire.send(request(1, 'tools/list'))
    expect(moved.heard).toHaveLength(1)
    expect(moved.server.seen.map(({ path }) => path)).toEqual(['/mcp', '/moved'])
    const loop = await open(StreamableHttpTransport, 'redirect', { status: 308, location: '/mcp' })
    expect((await failureOf(loop.wire.send(request(1, 'ping')))).message).toMatch(
      /5 other redirects/
    )
    expect(loop.server.seen).toHaveLength(6)
  })

  it('knows when nothing can have been sent', async () => {
    const { server, wire } = await open(StreamableHttpTransport, 'ok')
    await server.close()
    expect(await failureOf(wire.send(request(1, 'ping')))).toMatchObject({
      class: 'network',
      code: 'ECONNREFUSED',
      isUnsent: true
    })
    const nowhere = wireTo(StreamableHttpTransport, 'http://nowhere.invalid/mcp').wire
    const failure = await failureOf(nowhere.send(request(1, 'ping')))
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(failure.code)
    expect(failure.isUnsent).toBe(true)
  })

  it.each(['self-signed', 'expired'])(
    'refuses a certificate that is %s, and describes it',
    async (tls) => {
      const { wire, server } = await open(StreamableHttpTransport, 'ok', { tls })
      const failure = await failureOf(wire.send(request(1, 'ping')))
      expect(failure).toMatchObject({ class: 'tls', isUnsent: true })
      expect(failure.message).toMatch(
        tls === 'expired'
          ? /Patchbay expired fixture.*until 2020-\d\d-\d\d\./
          : /Patchbay fixture.*until 2126-\d\d-\d\d\./
      )
      expect(server.seen).toEqual([])
    }
  )

  it('does not start with what is no address', async () => {
    const { wire } = wireTo(StreamableHttpTransport, 'file:///etc/passwd')
    expect(await failureOf(wire.start())).toMatchObject({ code: 'ERR_INVALID_URL' })
  })
})
