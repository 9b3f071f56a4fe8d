import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { ServerId } from '../../shared/protocol/ids'
import { systemClock } from '../time/clock'
import { FAULTY, faultServer } from '../workbench/fault-testing'
import { TrafficLog } from '../traffic/traffic-log'
import { AutoTransport } from './auto'
import { LongPollTransport } from './long-poll'
import { MemoryTransport } from './memory'
import { failureOf, INITIALIZE, listenTo, tidy, wireTo } from './remote-testing'
import { SseTransport } from './sse'
import { StdioTransport } from './stdio'
import { StreamableHttpTransport } from './streamable-http'
import { Tap, type Sighting } from '../wire/tap'
import { WebSocketTransport } from './websocket'

const stops: (() => unknown)[] = []

afterEach(async () => {
  await tidy()
  for (const stop of stops.splice(0)) await stop()
})

type Part = { readonly id?: unknown; readonly method?: unknown }

/** What a server says to a text: nothing to notifications, one thing to each request in a batch. */
function answersTo(text: string): readonly object[] {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return [{ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }]
  }
  const parts = (Array.isArray(message) ? message : [message]) as readonly Part[]
  return parts.flatMap(({ id, method }) =>
    id === undefined ? [] : [{ jsonrpc: '2.0', id, result: { method } }]
  )
}

type Posted = { readonly body: string; readonly headers: IncomingHttpHeaders }
type Get = (path: string, response: ServerResponse) => void
type Post = (body: string, response: ServerResponse) => void

async function listen(get: Get, post: Post): Promise<{ url: string; posted: Posted[] }> {
  const posted: Posted[] = []
  const server = createServer((incoming, response) => {
    const { method, url = '', headers } = incoming
    let body = ''
    incoming.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    incoming.once('end', () => {
      if (method === 'GET') return get(url, response)
      if (method !== 'POST') return void response.writeHead(200).end()
      posted.push({ body, headers })
      post(body, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, posted }
}

/** Refuses to read what is not JSON, as the official SDK does. */
function answerByJson(body: string, response: ServerResponse): void {
  const answers = answersTo(body)
  if (answers.length === 0) return void response.writeHead(202).end()
  const isBad = JSON.stringify(answers).includes('-32700')
  const said = body.startsWith('[') ? answers : answers[0]
  const head = { 'content-type': 'application/json', 'mcp-session-id': 's-1' }
  response.writeHead(isBad ? 400 : 200, head).end(JSON.stringify(said))
}

const refuseGet: Get = (_path, response) => void response.writeHead(405).end()

async function overStdio() {
  const log = new TrafficLog()
  const options = { definition: faultServer('parrot'), frameLimitBytes: 1024 * 1024 }
  const wire = new StdioTransport(options, new Tap(log, FAULTY, systemClock), systemClock)
  stops.push(() => wire.close(50))
  const got: string[] = []
  wire.onStderr = (line) => got.push(line)
  await wire.start()
  return { wire, got: () => got, ...listenTo(wire, log) }
}

async function overHttp() {
  const { url, posted } = await listen(refuseGet, answerByJson)
  const opened = wireTo(StreamableHttpTransport, url)
  await opened.wire.start()
  return { ...opened, got: () => posted.map(({ body }) => body) }
}

async function overEvents() {
  const { url, posted } = await listen(refuseGet, (body, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(
      answersTo(body)
        .map((one) => `data: ${JSON.stringify(one)}\n\n`)
        .join('')
    )
  })
  const opened = wireTo(AutoTransport, url)
  await opened.wire.start()
  return { ...opened, got: () => posted.map(({ body }) => body) }
}

async function overSse() {
  let stream: ServerResponse | undefined
  const { url, posted } = await listen(
    (_path, response) => {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
      stream.write('event: endpoint\ndata: /rpc\n\n')
    },
    (body, response) => {
      response.writeHead(202).end('Accepted')
      for (const one of answersTo(body)) stream?.write(`data: ${JSON.stringify(one)}\n\n`)
    }
  )
  const opened = wireTo(SseTransport, url)
  await opened.wire.start()
  return { ...opened, got: () => posted.map(({ body }) => body) }
}

async function overLongPoll() {
  const messages: object[] = []
  let wake = (): void => {}
  const { url, posted } = await listen(
    (path, response) => {
      const from = Number(new URL(path, 'http://x').searchParams.get('cursor') ?? 0)
      const answer = (): void => {
        wake = () => {}
        const batch = { cursor: String(messages.length), messages: messages.slice(from) }
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(batch))
      }
      if (messages.length > from) answer()
      else wake = answer
    },
    (body, response) => {
      response.writeHead(202).end()
      messages.push(...answersTo(body))
      if (messages.length > 0) wake()
    }
  )
  const opened = wireTo(LongPollTransport, url)
  await opened.wire.start()
  return { ...opened, got: () => posted.map(({ body }) => body) }
}

async function overWebSocket() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  stops.push(() => server.close())
  await once(server, 'listening')
  const got: string[] = []
  server.on('connection', (peer) => {
    peer.on('message', (data: Buffer) => {
      got.push(data.toString())
      for (const one of answersTo(data.toString())) peer.send(JSON.stringify(one))
    })
  })
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  const opened = wireTo(WebSocketTransport, url)
  await opened.wire.start()
  return { ...opened, got: () => got }
}

describe.each([
  ['stdio', overStdio],
  ['Streamable HTTP', overHttp],
  ['Streamable HTTP with streams', overEvents],
  ['HTTP+SSE', overSse],
  ['long polling', overLongPoll],
  ['WebSocket', overWebSocket]
])('a raw text over %s', (_name, connect) => {
  it('goes out exactly as it is, and its answer is paired with it', async () => {
    const { wire, got, log, heard, answered } = await connect()
    const text =
      '{ "id":"x", "big":12345678901234567890,"a":1,"a":2, "method":"ping","jsonrpc":"2.0"} '
    const entry = await wire.sendRaw(text)
    await answered('x')
    await expect.poll(got).toEqual([text])
    expect(log.raw(entry.seq)).toBe(text)
    expect(entry).toMatchObject({ origin: 'workbench', kind: 'request', id: 'x', method: 'ping' })
    expect(entry.isByHand).toBe(true)
    expect(heard[0]?.entry).toMatchObject({ kind: 'result', answers: entry.seq, method: 'ping' })
    expect(heard[0]?.entry.violations).toBeUndefined()
    expect(heard[0]?.entry.timing?.sentMs).toBeGreaterThanOrEqual(0)
  })

  it('may be a notification', async () => {
    const { wire, got } = await connect()
    const text = '{"jsonrpc":"2.0","method":"notifications/hello"}'
    const entry = await wire.sendRaw(text)
    await expect.poll(got).toEqual([text])
    expect(entry.kind).toBe('notification')
  })

  it('may be no JSON at all, and is answered with a parse error', async () => {
    const { wire, got, heard, until } = await connect()
    const text = '{"jsonrpc":"2.0","id":7,"method":ping}'
    const entry = await wire.sendRaw(text)
    await until(() => heard.length === 1)
    await expect.poll(got).toEqual([text])
    expect(entry.kind).toBe('noise')
    expect(heard[0]?.entry).toMatchObject({ kind: 'error', origin: 'server' })
    expect(heard[0]?.shape).toMatchObject({ id: null, error: { code: -32700 } })
  })

  it('may be a batch, and each answer is paired with it', async () => {
    const { wire, heard, until } = await connect()
    const parts = [8, 9].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
    const entry = await wire.sendRaw(JSON.stringify(parts))
    const partsIn = ({ shape }: Sighting) => (shape.kind === 'batch' ? shape.total : 1)
    await until(() => heard.reduce((sum, one) => sum + partsIn(one), 0) === 2)
    expect(entry).toMatchObject({ kind: 'request', text: 'batch of 2' })
    const pairs = heard.map(({ entry: { answers: seq } }) => seq)
    expect(new Set(pairs)).toEqual(new Set([entry.seq]))
  })

  it('that is no frame is paired with its answer all the same', async () => {
    const { wire, heard, answered } = await connect()
    const entry = await wire.sendRaw('{"id":77,"method":"ping"}')
    await answered(77)
    expect(entry).toMatchObject({ kind: 'noise', id: 77, method: 'ping' })
    expect(heard[0]?.entry).toMatchObject({ kind: 'result', answers: entry.seq })
    expect(heard[0]?.entry.violations).toBeUndefined()
  })

  it('is refused once the wire is closed', async () => {
    const { wire } = await connect()
    await wire.close()
    expect(await failureOf(wire.sendRaw('{}'))).toMatchObject({ class: 'closed', isUnsent: true })
  })
})

describe('a raw text', () => {
  it('with a line feed is refused over stdio, because it would be two frames', async () => {
    const { wire, log } = await overStdio()
    const before = log.nextSeq
    await expect(wire.sendRaw('{\n}')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('line feed') as string
    })
    expect(log.nextSeq).toBe(before)
  })

  it('with line feeds is the body of a POST as it is', async () => {
    const { wire, got, answered } = await overHttp()
    const text = '{\n  "jsonrpc": "2.0",\r\n  "id": 1,\n  "method": "ping"\n}\n'
    await wire.sendRaw(text)
    await answered(1)
    expect(got()).toEqual([text])
  })

  it('has the headers of the session, and leaves the session as it is', async () => {
    const { url, posted } = await listen(refuseGet, answerByJson)
    const { wire, answered } = wireTo(StreamableHttpTransport, url)
    await wire.send(INITIALIZE)
    wire.setProtocolVersion('2025-11-25')
    wire.sessionId = 's-0'
    await wire.sendRaw('{"jsonrpc":"2.0","id":"i","method":"initialize"}')
    await answered('i')
    await wire.sendRaw('what?')
    await expect.poll(() => posted.length).toBe(3)
    expect(posted.at(-1)?.headers).toMatchObject({
      'mcp-session-id': 's-0',
      'mcp-protocol-version': '2025-11-25',
      'content-type': 'application/json'
    })
    expect(wire.sessionId).toBe('s-0')
  })

  it('says in headers what it says in its body, where the newer era wants that', async () => {
    const { url, posted } = await listen(refuseGet, answerByJson)
    const { wire, answered } = wireTo(StreamableHttpTransport, url)
    wire.setProtocolVersion('2026-07-28')
    const headers = { 'Mcp-Param-Region': 'eu' }
    const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}'
    await wire.sendRaw(call, { headers })
    await answered(1)
    expect(posted[0]?.headers).toMatchObject({
      'mcp-method': 'tools/call',
      'mcp-name': 'echo',
      'mcp-param-region': 'eu'
    })
  })

  it('resolves as soon as it has left, whether it is answered or not', async () => {
    const { url, posted } = await listen(refuseGet, () => undefined)
    const { wire } = wireTo(StreamableHttpTransport, url)
    for (const text of ['{"jsonrpc":"2.0","id":1,"method":"ping"}', 'what?', '[]']) {
      await wire.sendRaw(text)
    }
    await expect.poll(() => posted.length).toBe(3)
  })

  it('that is never answered is given up in the traffic, and nobody is told that a call is lost', async () => {
    const { url } = await listen(refuseGet, (_body, response) => void response.socket?.destroy())
    const { wire, log, lost, until } = wireTo(StreamableHttpTransport, url)
    const { seq } = await wire.sendRaw('{"jsonrpc":"2.0","id":1,"method":"ping"}')
    await until(() => log.tail(10).some(({ abandons }) => abandons?.includes(seq)))
    expect(lost).toEqual([])
  })

  it('that cannot be delivered is refused with the reason', async () => {
    const { url } = await listen(refuseGet, answerByJson)
    for (const stop of stops.splice(0)) await stop()
    const { wire } = wireTo(StreamableHttpTransport, url)
    expect(await failureOf(wire.sendRaw('{}'))).toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('reaches a server in this process too', async () => {
    const log = new TrafficLog()
    const tap = new Tap(log, ServerId.parse('memory'), systemClock)
    const wire = new MemoryTransport({}, tap, systemClock)
    await wire.start()
    const text = '{"jsonrpc":"2.0", "id":1,"method":"ping"}'
    const { seq } = await wire.sendRaw(text)
    await wire.sendRaw('what?')
    expect([wire.server.heard, log.raw(seq), log.raw(seq + 1)]).toEqual([
      [JSON.parse(text)],
      text,
      'what?'
    ])
  })
})
