import { Client } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it } from 'vitest'
import {
  failureOf,
  INITIALIZE,
  open,
  request,
  startHttpFaults,
  StillClock,
  tidy,
  wireTo
} from './remote-testing'
import { SseTransport } from './sse'

afterEach(tidy)

async function openPlain(options: object = {}) {
  const clock = new StillClock()
  const server = await startHttpFaults('sseRpc', { path: '/mcp?key=1', ...options })
  const opened = wireTo(SseTransport, server.url, { clock })
  const started = opened.wire.start()
  await clock.waitsFor(1_000)
  clock.pass(1_000)
  await started
  return { server, ...opened }
}

describe('SseTransport', () => {
  it('posts where the stream says, and hears the answer on the stream', async () => {
    const { wire, server, messages, answered } = await open(SseTransport, 'sse')
    await wire.send(request(1, 'tools/call'))
    await answered(1)
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /mcp',
      'POST /messages?session=1'
    ])
    expect(messages()).toHaveLength(4)
  })

  it('posts to /rpc when the stream does not say where, and keeps the query', async () => {
    const { wire, server, answered } = await openPlain()
    await wire.send(request(1, 'tools/call'))
    await answered(1)
    expect(server.seen.at(-1)?.path).toBe('/mcp/rpc?key=1')
  })

  it('names a second word of where to post to, and follows it', async () => {
    const options = { secondEndpoint: '/elsewhere' }
    const { wire, server, log, answered } = await open(SseTransport, 'sse', options)
    await wire.send(request(1, 'tools/call'))
    await answered(1)
    await wire.send(request(2, 'tools/call'))
    await answered(2)
    const found = log.tail(50).flatMap(({ violations = [] }) => violations)
    expect(found.map(({ rule }) => rule)).toContain('second-endpoint')
    expect(server.seen.at(-1)?.path).toBe('/elsewhere')
  })

  it('hears an answer that is the body of the response', async () => {
    const { wire, heard } = await openPlain({ answersInBody: true })
    await wire.send(request(1, 'tools/call'))
    expect(heard.map(({ shape }) => shape)).toMatchObject([{ kind: 'result', id: 1 }])
  })

  it('asks /health, and where there is none, whether anyone is there', async () => {
    const withHealth = await openPlain()
    const without = await open(SseTransport, 'sse')
    expect(await Promise.all([withHealth.wire.healthCheck(), without.wire.healthCheck()])).toEqual([
      true,
      true
    ])
    expect(withHealth.server.seen.at(-1)?.path).toBe('/mcp/health?key=1')
    await without.server.close()
    expect(await without.wire.healthCheck()).toBe(false)
  })

  it('sends nothing to an endpoint of another origin', async () => {
    const evil = await startHttpFaults('ok')
    const failing = failureOf(open(SseTransport, 'sseEvilEndpoint', { location: evil.url }))
    const failure = await failing
    expect(failure).toMatchObject({ class: 'not-an-answer' })
    expect(failure.message).toContain(evil.url)
    expect(evil.connections()).toBe(0)
  })

  it.each([
    ['status', { status: 401 }, { class: 'auth', status: 401 }],
    ['status', { status: 404 }, { class: 'http', status: 404 }],
    ['body', { type: 'text/html', body: '<html>' }, { class: 'not-an-answer' }]
  ])('does not start on %s %o', async (mode, options, expected) => {
    expect(await failureOf(open(SseTransport, mode, options))).toMatchObject(expected)
  })

  it('does not wait forever for a server that never answers', async () => {
    const clock = new StillClock()
    const server = await startHttpFaults('mute')
    const { wire } = wireTo(SseTransport, server.url, { clock })
    const starting = failureOf(wire.start())
    await server.saw(() => true)
    clock.pass(30_000)
    expect(await starting).toMatchObject({ class: 'network', code: 'ETIMEDOUT' })
  })

  it('ends, once, when the stream ends, and says so', async () => {
    const { wire, log, until, closes } = await open(SseTransport, 'sse')
    await wire.send(request(1, 'tools/call', { name: 'leave' }))
    await until(() => closes() > 0)
    expect(wire.end).toMatchObject({ kind: 'failed', failure: { class: 'network' } })
    expect(log.tail(1)).toMatchObject([{ text: 'The server ended the stream.' }])
    await wire.close()
    expect(closes()).toBe(1)
  })

  it('ends on an endless message', async () => {
    const limits = { frameLimitBytes: 100_000, endlessBytes: 150_000 }
    const { wire, until, closes } = await open(SseTransport, 'sse', { size: 200_000 }, limits)
    await wire.send(request(1, 'tools/call', { name: 'huge' }))
    await until(() => closes() > 0)
    expect(wire.end).toEqual({ kind: 'too long', limitBytes: 150_000 })
  })

  it('closes without a trace', async () => {
    const clock = new StillClock()
    const { wire, closes } = await open(SseTransport, 'sse', {}, { clock })
    await wire.close()
    await wire.close()
    expect([closes(), wire.end, clock.alarmCount]).toEqual([1, undefined, 0])
    expect(await failureOf(wire.send(INITIALIZE))).toMatchObject({ class: 'closed' })
  })

  it('lets the SDK’s client hear progress that comes in one chunk with the answer', async () => {
    const server = await startHttpFaults('sse')
    const { wire } = wireTo(SseTransport, server.url)
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(wire)
    const progress: number[] = []
    const onprogress = (one: { progress: number }) => progress.push(one.progress)
    await client.callTool({ name: 'echo', arguments: {} }, { onprogress })
    expect(progress).toEqual([1, 2, 3])
    await client.close()
  })
})
