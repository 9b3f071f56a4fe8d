import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { ServerId } from '../../shared/protocol/ids'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { systemClock } from '../time/clock'
import { FAULTY, faultServer } from '../workbench/fault-testing'
import { TrafficLog } from '../traffic/traffic-log'
import { LongPollTransport } from './long-poll'
import { listenTo, notification, request, StillClock, tidy, wireTo } from './remote-testing'
import { SseTransport } from './sse'
import { StdioTransport } from './stdio'
import { StreamableHttpTransport } from './streamable-http'
import { Tap } from '../wire/tap'
import { WebSocketTransport } from './websocket'

const stops: (() => unknown)[] = []

afterEach(async () => {
  await tidy()
  for (const stop of stops.splice(0)) await stop()
})

type Serve = (verb: string, response: ServerResponse) => void

/** A server that does with each request what the test says, once it has all of it. */
async function listen(serve: Serve): Promise<string> {
  const server = createServer((incoming, response) => {
    incoming.resume().once('end', () => serve(incoming.method ?? '', response))
  })
  return addressOf(server)
}

async function addressOf(server: Server | ReturnType<typeof createSocketServer>): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  stops.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

function answer(id = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } })
}

const JSON_TYPE = { 'content-type': 'application/json' }
const EVENTS_TYPE = { 'content-type': 'text/event-stream' }

function timingIn(log: TrafficLog): TrafficEntry['timing'] {
  return log.tail(100).find(({ answers }) => answers !== undefined)?.timing
}

/** Resolves with the next thing that somebody gives. */
function handOver<T>(): { give: (thing: T) => void; given: Promise<T> } {
  let give = (_thing: T): void => {}
  const given = new Promise<T>((done) => (give = done))
  return { give, given }
}

describe('the time of an answer', () => {
  it('over stdio has its first byte when its line begins, and is done with the line', async () => {
    let now = 0
    const clock = { ...systemClock, monotonic: () => now }
    const log = new TrafficLog()
    const options = { definition: faultServer('halves'), frameLimitBytes: 1024 * 1024 }
    const wire = new StdioTransport(options, new Tap(log, FAULTY, clock), clock)
    stops.push(() => wire.close(50))
    const { answered } = listenTo(wire, log)
    const half = handOver<string>()
    wire.onStderr = half.give
    await wire.start()
    const sending = wire.send(request(1, 'tools/call', { name: 'go' }))
    now = 5
    await sending
    now = 10
    await half.given
    // What was written to stdout before is read in the same turn.
    await new Promise((done) => setImmediate(done))
    now = 30
    await wire.send(notification('notifications/go-on'))
    await answered(1)
    expect(timingIn(log)).toEqual({ sentMs: 5, firstByteMs: 10, doneMs: 30 })
  })

  it('over HTTP has its first byte with the head of the response, and is done with its body', async () => {
    const clock = new StillClock()
    const { give, given } = handOver<ServerResponse>()
    const url = await listen((_verb, response) => give(response))
    const { wire, log, lifecycle, until } = wireTo(StreamableHttpTransport, url, { clock })
    const sending = wire.send(request(1, 'tools/call'))
    const response = await given
    clock.pass(10)
    response.writeHead(200, JSON_TYPE).flushHeaders()
    await until(() => lifecycle().length > 0)
    clock.pass(20)
    response.end(answer())
    await sending
    expect(timingIn(log)).toEqual({ sentMs: 0, firstByteMs: 10, doneMs: 30 })
    expect(log.tail(1)).toMatchObject([{ tookMs: 30 }])
  })

  it('on a stream of its own has its first byte with the head of the stream', async () => {
    const clock = new StillClock()
    const { give, given } = handOver<ServerResponse>()
    const url = await listen((_verb, response) => give(response))
    const { wire, log, answered } = wireTo(StreamableHttpTransport, url, { clock })
    const sending = wire.send(request(1, 'tools/call'))
    const response = await given
    clock.pass(10)
    response.writeHead(200, EVENTS_TYPE).flushHeaders()
    await sending
    clock.pass(20)
    response.end(`data: ${answer()}\n\n`)
    await answered(1)
    expect(timingIn(log)).toEqual({ sentMs: 0, firstByteMs: 10, doneMs: 30 })
  })

  it('counts a request that the server does not read as not sent', async () => {
    const clock = new StillClock()
    const { give, given } = handOver<Socket>()
    const server = createSocketServer({ pauseOnConnect: true }, give)
    const { wire, log } = wireTo(StreamableHttpTransport, await addressOf(server), { clock })
    const sending = wire.send(request(1, 'tools/call', { text: 'x'.repeat(32 * 1024 * 1024) }))
    const socket = await given
    clock.pass(40)
    await new Promise<void>((done) => {
      let end = ''
      socket.on('data', (chunk: Buffer) => {
        end = (end + chunk.subarray(-3).toString()).slice(-3)
        if (end === '"}}') done()
      })
      socket.resume()
    })
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json`
    socket.write(`${head}\r\ncontent-length: ${answer().length}\r\n\r\n${answer()}`)
    await sending
    socket.destroy()
    expect(timingIn(log)).toEqual({ sentMs: 40, firstByteMs: 40, doneMs: 40 })
  })

  it('over HTTP+SSE has its first byte when its event begins', async () => {
    const clock = new StillClock()
    const { give, given } = handOver<ServerResponse>()
    const url = await listen((verb, response) => {
      if (verb === 'POST') return void response.writeHead(202).end()
      response.writeHead(200, EVENTS_TYPE).write('event: endpoint\ndata: /rpc\n\n')
      give(response)
    })
    const { wire, log, answered } = wireTo(SseTransport, url, { clock })
    await wire.start()
    const stream = await given
    await wire.send(request(1, 'tools/call'))
    for (const piece of [': still there\n\n', 'data: ', `${answer()}\n\n`]) {
      clock.pass(10)
      const now = clock.monotonic()
      stream.write(piece)
      await expect.poll(() => wire.lastHeardAt).toBe(now)
    }
    await answered(1)
    expect(timingIn(log)).toEqual({ sentMs: 0, firstByteMs: 20, doneMs: 30 })
  })

  it('over long polling has its first byte with the response that brings it', async () => {
    const clock = new StillClock()
    const { give, given } = handOver<ServerResponse>()
    const url = await listen((verb, response) => {
      if (verb === 'POST') response.writeHead(202).end()
      else give(response)
    })
    const { wire, log, answered, lifecycle, until } = wireTo(LongPollTransport, url, { clock })
    await wire.start()
    const poll = await given
    await wire.send(request(1, 'tools/call'))
    clock.pass(10)
    poll.writeHead(200, JSON_TYPE).flushHeaders()
    await until(() => lifecycle().some((text) => text.startsWith('GET')))
    clock.pass(20)
    poll.end(`{"messages":[${answer()}]}`)
    await answered(1)
    expect(timingIn(log)).toEqual({ sentMs: 0, firstByteMs: 10, doneMs: 30 })
  })

  it('over a WebSocket has no first byte, because nobody can tell', async () => {
    const clock = new StillClock()
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    stops.push(() => server.close())
    await once(server, 'listening')
    server.on('connection', (peer) => {
      peer.on('message', () => {
        clock.pass(30)
        peer.send(answer())
      })
    })
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { wire, log, answered } = wireTo(WebSocketTransport, url, { clock })
    await wire.start()
    await wire.send(request(1, 'tools/call'))
    await answered(1)
    expect(timingIn(log)).toEqual({ sentMs: 0, doneMs: 30 })
  })

  it('is not told of our own answers, and never begins before the request', () => {
    const log = new TrafficLog()
    const clock = new StillClock()
    const tap = new Tap(log, ServerId.parse('demo'), clock)
    const see = (origin: 'workbench' | 'server', frame: object, arrival = { doneAt: 0 }) => {
      const raw = JSON.stringify({ jsonrpc: '2.0', ...frame })
      return tap.frame(origin, raw, raw.length, { arrival }).entry
    }
    clock.pass(10)
    see('server', { id: 1, method: 'ping' })
    const ours = see('workbench', { id: 1, result: {} })
    see('workbench', { id: 1, method: 'ping' })
    const early = { firstByteAt: 5, doneAt: 9 }
    const theirs = see('server', { id: 1, result: {} }, early)
    expect([ours.timing, theirs.timing]).toEqual([undefined, { doneMs: 0 }])
  })
})
