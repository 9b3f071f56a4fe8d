import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Outcome } from '../../shared/call'
import { ServerId } from '../../shared/ids'
import type { RemoteTransport, SessionSettings } from '../../shared/server-config'
import { Workbench } from '../workbench'
import { hurriedClock } from './fault-testing'

type Message = {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}
type Exchange = {
  readonly verb: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly message: Message
}
/** Answers by itself and returns nothing, or returns the result for a JSON answer. */
type Serve = (exchange: Exchange, response: ServerResponse) => unknown

const REMOTE = ServerId.parse('remote')
const stops: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const INFO = { name: 'http', version: '1' }

function usual({ method, params = {} }: Message): object | undefined {
  switch (method) {
    case 'initialize': {
      const { protocolVersion } = params
      return { protocolVersion, capabilities: { tools: {} }, serverInfo: INFO }
    }
    case 'tools/list':
      return { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }
    case 'tools/call':
      return { content: [{ type: 'text', text: 'done' }] }
    default:
      return undefined
  }
}

/** An HTTP server that does what `serve` says, and remembers what it was asked. */
async function listen(serve: Serve): Promise<{ url: string; asked: Exchange[] }> {
  const asked: Exchange[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const message = (body === '' ? {} : JSON.parse(body)) as Message
      const { method: verb = '', url: path = '', headers } = request
      const exchange = { verb, path, headers, message }
      asked.push(exchange)
      const result = serve(exchange, response)
      if (response.headersSent) return
      if (verb !== 'POST') return void response.writeHead(405).end()
      if (message.id === undefined) return void response.writeHead(202).end()
      const { id } = message
      const error = { code: -32601, message: 'Method not found' }
      const answer = { jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, asked }
}

function connect(
  url: string,
  transport: RemoteTransport = 'auto',
  settings: Partial<SessionSettings> = {}
): Workbench {
  const workbench = new Workbench({
    servers: [{ id: REMOTE, name: 'remote', scope: 'user', transport, url, headers: {}, settings }],
    version: '0',
    clock: hurriedClock
  })
  stops.push(() => workbench.closeAll())
  return workbench
}

async function call(workbench: Workbench): Promise<Outcome | undefined> {
  const { done } = await workbench.startCall(REMOTE, 'echo', { region: 'eu west' })
  return (await done).outcome
}

function stateOf(workbench: Workbench) {
  return workbench.report(REMOTE).state
}

const methodsOf = (asked: readonly Exchange[]): (string | undefined)[] =>
  asked.filter(({ verb }) => verb === 'POST').map(({ message }) => message.method)

describe('a session over HTTP', () => {
  it('finds a server of the newer era, and mirrors in headers what it is asked to', async () => {
    const inputSchema = {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } }
    }
    const { url, asked } = await listen(({ message }) => {
      if (message.method === 'server/discover') {
        return { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }
      }
      return message.method === 'tools/list'
        ? { tools: [{ name: 'echo', inputSchema }] }
        : usual(message)
    })
    const workbench = connect(url)
    expect((await call(workbench))?.kind).toBe('result')
    expect(stateOf(workbench)).toMatchObject({ era: 'modern', protocolVersion: '2026-07-28' })
    expect(asked.find(({ message }) => message.method === 'tools/call')?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'echo',
      'mcp-param-region': 'eu west'
    })
  })

  it.each([400, 404, 405])('goes back to the older era after %i', async (status) => {
    const { url } = await listen(({ message }, response) => {
      if (message.method !== 'server/discover') return usual(message)
      return void response.writeHead(status).end('no')
    })
    const workbench = connect(url)
    expect((await call(workbench))?.kind).toBe('result')
    expect(stateOf(workbench)).toMatchObject({ era: 'legacy', protocolVersion: '2025-11-25' })
  })

  it('works with a server that has no handshake, no session and no stream', async () => {
    const { url, asked } = await listen(({ message }) =>
      message.method === 'initialize' ? undefined : usual(message)
    )
    const workbench = connect(url, 'streamable-http')
    expect((await call(workbench))?.kind).toBe('result')
    expect(stateOf(workbench)).toMatchObject({ era: 'bare' })
    expect(asked.some(({ verb }) => verb === 'DELETE')).toBe(false)
  })

  it.each([401, 403])(
    'asks once, becomes a problem and is not repeated after %i',
    async (status) => {
      const { url, asked } = await listen(
        (_, response) => void response.writeHead(status, { 'www-authenticate': 'Bearer' }).end()
      )
      const workbench = connect(url)
      await expect(workbench.open(REMOTE)).rejects.toMatchObject({ code: 'AUTH_REQUIRED' })
      expect(asked).toHaveLength(1)
      expect(stateOf(workbench)).toMatchObject({ phase: 'failed', blame: 'server' })
      expect(workbench.problems()).toMatchObject([{ kind: 'auth', serverId: REMOTE }])
    }
  )

  it('finds the headers that are missing', async () => {
    const refusing = await listen((_, response) => void response.writeHead(401).end())
    const workbench = connect(refusing.url)
    await workbench.open(REMOTE).catch(() => undefined)
    const found = workbench.log.tail(100).flatMap(({ violations = [] }) => violations)
    expect(found).toMatchObject([{ rule: 'missing-header' }])
  })

  it('opens a new session when the server has forgotten the old one', async () => {
    let known = 0
    const { url, asked } = await listen(({ message, headers }, response) => {
      if (message.method === 'initialize') response.setHeader('mcp-session-id', `s${++known}`)
      else if (
        headers['mcp-session-id'] !== undefined &&
        headers['mcp-session-id'] !== `s${known}`
      ) {
        return void response.writeHead(404).end()
      }
      return usual(message)
    })
    const workbench = connect(url, 'streamable-http', { era: 'legacy' })
    await workbench.open(REMOTE)
    known++
    const lost = await call(workbench)
    expect(lost).toMatchObject({ kind: 'connection-lost', failure: { class: 'session-gone' } })
    expect((await call(workbench))?.kind).toBe('result')
    known++
    await workbench.list(REMOTE, { isForced: true })
    expect(workbench.report(REMOTE).catalogue).toMatchObject({ findings: [] })
    expect(methodsOf(asked).filter((method) => method === 'initialize')).toHaveLength(3)
  })

  it('waits as long as it is told to, visibly, and then calls again', async () => {
    let calls = 0
    const { url } = await listen(({ message }, response) => {
      if (message.method === 'tools/call' && ++calls === 1) {
        return void response.writeHead(429, { 'retry-after': '1' }).end()
      }
      return usual(message)
    })
    const workbench = connect(url)
    const waits: boolean[] = []
    workbench.onCall(({ waitingUntil }) => waits.push(waitingUntil !== undefined))
    expect((await call(workbench))?.kind).toBe('result')
    expect([calls, waits.includes(true), waits.at(-1)]).toEqual([2, true, false])
  })

  it('does not wait for hours: says how long, and leaves it to the person', async () => {
    const { url } = await listen(({ message }, response) =>
      message.method === 'tools/call'
        ? void response.writeHead(429, { 'retry-after': '3600' }).end()
        : usual(message)
    )
    expect(await call(connect(url))).toMatchObject({
      kind: 'connection-lost',
      failure: { class: 'rate-limit', retryAfterMs: 3_600_000 }
    })
  })

  it('repeats a list after 502, and never a call after 500', async () => {
    const counts: Record<string, number> = {}
    const { url } = await listen(({ message }, response) => {
      const { method = '' } = message
      const count = (counts[method] = (counts[method] ?? 0) + 1)
      if (method === 'tools/list' && count === 1) return void response.writeHead(502).end()
      if (method === 'tools/call') return void response.writeHead(500).end()
      return usual(message)
    })
    const workbench = connect(url)
    expect(await call(workbench)).toMatchObject({ failure: { class: 'http', status: 500 } })
    expect(counts).toMatchObject({ 'tools/list': 2, 'tools/call': 1 })
  })

  it('says that nobody is there, after having tried again', async () => {
    const { url } = await listen(() => undefined)
    await stops.pop()?.()
    const workbench = connect(url)
    const phases: string[] = []
    workbench.onSession(({ state }) => phases.push(state.phase))
    await expect(workbench.open(REMOTE)).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
    expect(phases.filter((phase) => phase === 'waiting')).toHaveLength(3)
    expect(stateOf(workbench)).toMatchObject({
      phase: 'failed',
      blame: 'transport',
      reason: expect.stringContaining('ECONNREFUSED') as unknown
    })
  })

  it('loses a call whose stream is cut, at once', async () => {
    const { url } = await listen(({ message }, response) =>
      message.method === 'tools/call'
        ? void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': hello\n\n')
        : usual(message)
    )
    expect(await call(connect(url))).toMatchObject({
      kind: 'connection-lost',
      failure: { class: 'network', isUnsent: false }
    })
  })

  it('falls back to HTTP+SSE, and shows the steps', async () => {
    let stream: ServerResponse | undefined
    const { url } = await listen(({ verb, path, message }, response) => {
      if (verb === 'GET') {
        stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
        return void stream.write('event: endpoint\ndata: /messages\n\n')
      }
      if (path !== '/messages') return void response.writeHead(405).end()
      response.writeHead(202).end()
      const { id } = message
      if (id === undefined) return
      const answer = JSON.stringify({ jsonrpc: '2.0', id, result: usual(message) })
      stream?.write(`event: message\ndata: ${answer}\n\n`)
    })
    const workbench = connect(url)
    expect((await call(workbench))?.kind).toBe('result')
    const steps = workbench.log.tail(100).filter(({ kind }) => kind === 'lifecycle')
    expect(steps.map(({ text }) => text).join('\n')).toMatch(/405[\s\S]*SSE/)
    stream?.end()
  })

  it('works with an SSE stream that names no endpoint, over its own /rpc', async () => {
    let stream: ServerResponse | undefined
    const { url, asked } = await listen(({ verb, path, message }, response) => {
      if (verb === 'GET' && path === '/mcp') {
        stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
        return void stream.write(': open\n\n')
      }
      if (path !== '/mcp/rpc') return void response.writeHead(404).end()
      response.writeHead(202).end()
      const { id } = message
      const answer = JSON.stringify({ jsonrpc: '2.0', id, result: usual(message) })
      if (id !== undefined) stream?.write(`data: ${answer}\n\n`)
    })
    const workbench = connect(url, 'sse')
    expect((await call(workbench))?.kind).toBe('result')
    expect(asked.some(({ path }) => path === '/mcp/rpc')).toBe(true)
    stream?.end()
  })
})

describe('a session over another transport', () => {
  it('is the same over WebSocket', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    server.on('connection', (socket) => {
      socket.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString()) as Message
        const { id } = message
        if (id === undefined) return
        const result = usual(message)
        const error = { code: -32601, message: 'Method not found' }
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }))
      })
    })
    await new Promise((resolve) => server.once('listening', resolve))
    stops.push(() => new Promise((resolve) => server.close(() => resolve())))
    const { port } = server.address() as AddressInfo
    const workbench = connect(`ws://127.0.0.1:${port}`, 'websocket')
    expect((await call(workbench))?.kind).toBe('result')
    expect([...server.clients][0]?.protocol).toBe('mcp')
    expect(stateOf(workbench)).toMatchObject({ phase: 'ready', era: 'legacy' })
  })

  it('is the same over long polling', async () => {
    const messages: object[] = []
    const { url } = await listen(({ verb, path, message }, response) => {
      if (verb === 'POST') {
        response.writeHead(202).end()
        const { id } = message
        const result = usual(message)
        const error = { code: -32601, message: 'Method not found' }
        if (id !== undefined)
          messages.push({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) })
        return
      }
      const seen = Number(new URL(path, 'http://x').searchParams.get('cursor') ?? 0)
      const body = { cursor: String(messages.length), messages: messages.slice(seen) }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    expect((await call(connect(url, 'long-poll')))?.kind).toBe('result')
  })
})
