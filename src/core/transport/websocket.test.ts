import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { readExchange } from '../../shared/protocol/http-exchange'
import {
  failureOf,
  notification,
  request,
  startHttpFaults,
  StillClock,
  tidy,
  wireTo
} from './remote-testing'
import { WebSocketTransport } from './websocket'

const servers: WebSocketServer[] = []

afterEach(async () => {
  await tidy()
  for (const server of servers.splice(0)) {
    for (const client of server.clients) client.terminate()
    server.close()
  }
})

type Choice = { handleProtocols?: () => string | false; autoPong?: boolean }

async function openSocket(choice: Choice = {}, more: Parameters<typeof wireTo>[2] = {}) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, ...choice })
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const opened = wireTo(WebSocketTransport, `http://127.0.0.1:${port}/mcp`, more)
  const peers: WebSocket[] = []
  server.on('connection', (peer) => {
    peers.push(peer)
    peer.on('error', () => undefined)
    peer.on('message', (data: Buffer) => peer.send(answerTo(data.toString())))
  })
  await opened.wire.start()
  const peer = peers.at(-1)
  if (!peer) throw new Error('Nobody came.')
  return { server, peer, ...opened }
}

function answerTo(raw: string): string | Buffer {
  const { id, method } = JSON.parse(raw) as { id: number; method: string }
  const answer = JSON.stringify({ jsonrpc: '2.0', id, result: {} })
  return method === 'binary' ? Buffer.from(answer) : answer
}

describe('WebSocketTransport', () => {
  it('sends and hears one frame in one message', async () => {
    const { wire, peer, answered, messages } = await openSocket()
    await wire.send(request(1, 'ping'))
    await answered(1)
    expect(messages()).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
    expect(peer.protocol).toBe('mcp')
  })

  it('speaks to a server that knows no subprotocol, and notes it', async () => {
    const { wire, log, answered } = await openSocket({ handleProtocols: () => false })
    await wire.send(request(1, 'ping'))
    await answered(1)
    const rules = log.tail(10).flatMap(({ violations = [] }) => violations.map(({ rule }) => rule))
    expect(rules).toEqual(['no-subprotocol'])
  })

  it('records the headers of the upgrade, and nothing that is secret in them', async () => {
    const headers = { 'X-Key': 'canary-of-a-header' }
    const { log } = await openSocket({}, { headers })
    const [event] = log.tail(10).filter(({ text = '' }) => text.includes('101'))
    expect(event?.text).toMatch(/^GET \/mcp → 101, \d+ ms$/)
    const raw = log.raw(event?.seq ?? 0) ?? ''
    const exchange = readExchange(raw)
    const asked = new Map(exchange?.requestHeaders.map(({ name, value }) => [name, value]))
    expect(exchange?.url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/mcp$/)
    expect([asked.get('upgrade'), asked.get('sec-websocket-protocol'), asked.get('x-key')]).toEqual(
      ['websocket', 'mcp', '•••']
    )
    expect(exchange?.response).toMatchObject({ status: 101 })
    expect(exchange?.response?.headers.map(({ name }) => name)).toContain('Sec-WebSocket-Accept')
    expect(raw).not.toContain('canary')
  })

  it('records an upgrade that is refused, with what the server wants', async () => {
    const wanted = { 'www-authenticate': 'Bearer realm="here"' }
    const server = await startHttpFaults('status', { status: 401, headers: wanted })
    const { wire, log } = wireTo(WebSocketTransport, server.url)
    await failureOf(wire.start())
    const found = log.tail(10).flatMap(({ seq }) => readExchange(log.raw(seq) ?? '') ?? [])
    expect(found.map(({ response }) => response?.status)).toEqual([401])
    expect(found[0]?.response?.headers).toContainEqual({
      name: 'www-authenticate',
      value: 'Bearer realm="here"'
    })
  })

  it('records an upgrade that nobody answers', async () => {
    const server = await startHttpFaults('ok')
    await server.close()
    const { wire, log } = wireTo(WebSocketTransport, server.url)
    const { message } = await failureOf(wire.start())
    const found = log.tail(10).flatMap(({ seq }) => readExchange(log.raw(seq) ?? '') ?? [])
    expect(found).toMatchObject([{ method: 'GET', failure: message }])
  })

  it('takes a binary message for a frame, and notes it', async () => {
    const { wire, heard, answered } = await openSocket()
    await wire.send(request(1, 'binary'))
    await answered(1)
    expect(heard[0]?.entry.violations).toMatchObject([{ rule: 'binary-frame' }])
  })

  it('says with which code the server closed it', async () => {
    const { wire, peer, log, until, closes } = await openSocket()
    peer.close(4_001, 'tired')
    await until(() => closes() > 0)
    const message = 'The WebSocket was closed with code 4001: tired.'
    expect(wire.end).toEqual({
      kind: 'failed',
      failure: { class: 'network', message, isUnsent: false }
    })
    expect(log.tail(1)).toMatchObject([{ text: message }])
  })

  it('keeps the bytes of a text that is not UTF-8, and ends, as it has to', async () => {
    const { wire, peer, log, until, closes } = await openSocket()
    peer.send(Buffer.from([0x61, 0xff, 0xfe, 0xc3, 0x28]), { binary: false })
    await until(() => closes() > 0)
    const [noise] = log.tail(10).filter(({ kind }) => kind === 'noise')
    expect(noise).toMatchObject({ isNotUtf8: true, violations: [{ rule: 'bad-utf8' }] })
    expect(Buffer.from(log.original(noise?.seq ?? 0) ?? []).toString('hex')).toBe('61fffec328')
    expect(wire.end).toMatchObject({
      failure: { message: 'The WebSocket was closed with code 1007: a text message is not UTF-8.' }
    })
  })

  it('keeps the bytes of a binary message that is not UTF-8', async () => {
    const { peer, log, until, heard } = await openSocket()
    peer.send(Buffer.from([0xff, 0xfe, 0xc3, 0x28]))
    await until(() => heard.length > 0)
    const [noise] = log.tail(10).filter(({ kind }) => kind === 'noise')
    expect(Buffer.from(log.original(noise?.seq ?? 0) ?? []).toString('hex')).toBe('fffec328')
  })

  it('finds out by a ping whether the server is there', async () => {
    const alive = await openSocket()
    expect(await alive.wire.healthCheck()).toBe(true)
    const clock = new StillClock()
    const hung = await openSocket({ autoPong: false }, { clock })
    const pinged = once(hung.peer, 'ping')
    const check = hung.wire.healthCheck()
    await pinged
    clock.pass(10_000)
    expect(await check).toBe(false)
  })

  it.each([
    [401, { class: 'auth', status: 401 }],
    [404, { class: 'http', status: 404 }],
    [302, { class: 'http', status: 302 }]
  ])('says why a server refuses it with %s', async (status, expected) => {
    const server = await startHttpFaults('status', { status, headers: { location: '/x' } })
    const { wire } = wireTo(WebSocketTransport, server.url)
    expect(await failureOf(wire.start())).toMatchObject(expected)
  })

  it('knows when nothing can have been sent, and what is no address', async () => {
    const server = await startHttpFaults('ok')
    await server.close()
    const { wire } = wireTo(WebSocketTransport, server.url)
    expect(await failureOf(wire.start())).toMatchObject({ code: 'ECONNREFUSED', isUnsent: true })
    const nowhere = wireTo(WebSocketTransport, 'ftp://x')
    expect(await failureOf(nowhere.wire.start())).toMatchObject({ code: 'ERR_INVALID_URL' })
  })

  it('describes a certificate that it does not accept', async () => {
    const server = await startHttpFaults('ok', { tls: 'self-signed' })
    const { wire } = wireTo(WebSocketTransport, server.url)
    const failure = await failureOf(wire.start())
    expect(failure.class).toBe('tls')
    expect(failure.message).toContain('Patchbay fixture')
  })

  it('does not wait forever for a server that never answers', async () => {
    const clock = new StillClock()
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { wire } = wireTo(WebSocketTransport, `ws://127.0.0.1:${port}`, { clock })
    const starting = failureOf(wire.start())
    const [socket] = (await once(server, 'connection')) as [Socket]
    clock.pass(30_000)
    expect(await starting).toMatchObject({ class: 'network' })
    socket.destroy()
    server.close()
  })

  it('closes once, even if the server does not answer', async () => {
    const clock = new StillClock()
    const { wire, peer, closes } = await openSocket({}, { clock })
    peer.pause()
    const closing = wire.close()
    clock.pass(2_000)
    await closing
    expect([closes(), wire.end, clock.alarmCount]).toEqual([1, undefined, 0])
    expect(await failureOf(wire.send(request(1, 'ping')))).toMatchObject({ class: 'closed' })
  })

  it('leaves with the server what cannot be written down yet, and loses nothing of it', async () => {
    const { peer, log, heard, until } = await openSocket()
    const gate = Promise.withResolvers<void>()
    let isFull = true
    log.waitFor(() => (isFull ? gate.promise : undefined))
    const text = JSON.stringify(
      notification('notifications/message', { data: 'x'.repeat(100_000) })
    )
    for (let sent = 0; sent < 200; sent++) peer.send(text)
    await until(() => heard.length > 0)
    await turns(500)
    expect(heard.length).toBeLessThan(20)
    isFull = false
    gate.resolve()
    await until(() => heard.length === 200)
  })
})

/** So often everybody else gets a turn. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((next) => setImmediate(next))
}
