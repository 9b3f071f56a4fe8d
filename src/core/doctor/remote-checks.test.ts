import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import { listen, stops, usual } from '../workbench/http-testing'
import { startHttpFaults, tidy } from '../transport/remote-testing'
import { planChecks } from './doctor'
import { examined, remote, type Examined } from './doctor-testing'

vi.setConfig({ testTimeout: 60_000 })
afterEach(tidy)

type Rest = Partial<RemoteDefinition>

async function withFaults(mode: string, options: object = {}, rest: Rest = {}): Promise<Examined> {
  const { url } = await startHttpFaults(mode, options)
  return examined(remote(url, rest))
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(async () => void server.close())
  return (server.address() as AddressInfo).port
}

describe('the checks of an address over HTTP', () => {
  it('are all well with a server of the older era, and leave no session', async () => {
    const server = await startHttpFaults('ok')
    const { checks } = await examined(remote(server.url))
    const plan = planChecks(remote(server.url))
    expect(checks.map(({ id, status }) => `${id} ${status}`)).toEqual(
      plan.map(({ id }) => `${id} ok`)
    )
    const ended = server.seen.filter(({ method }) => method === 'DELETE')
    expect(ended).toHaveLength(2)
    expect(checks.find(({ id }) => id === 'session')?.detail).toMatch(/works\. It can be ended/)
  })

  it.each([
    ['modern', 'auto'],
    ['modern', 'streamable-http'],
    ['bare', 'streamable-http'],
    ['oldOnly', 'auto'],
    ['sse', 'sse'],
    ['longPoll', 'long-poll']
  ] as const)('let a server in mode %s pass over %s', async (mode, transport) => {
    const { failed, of } = await withFaults(mode, {}, { transport })
    expect(failed).toBeUndefined()
    expect(of('catalogue')?.detail).toMatch(/It has \d+ tool/)
  })

  it.each([
    ['localhost:3000/mcp', 'auto', /starting with http:\/\//],
    ['ws://localhost/mcp', 'auto', /"transport" to "websocket"/],
    ['https://${HOST}/mcp', 'auto', /variable a value/],
    ['ftp://example.com', 'auto', /Correct the url/]
  ] as const)('need an address: %s', async (url, transport, fix) => {
    const { failed, statuses } = await examined(remote(url, { transport }))
    expect([failed?.id, failed?.fix]).toEqual(['address', expect.stringMatching(fix)])
    expect(statuses['dns']).toBe('skipped')
  })

  it('say that a name is not known', async () => {
    const { failed } = await examined(remote('http://no-such-host.invalid/mcp'))
    expect(failed?.id).toBe('dns')
    expect(failed?.detail).toContain('no-such-host.invalid')
    expect(failed?.fix).toMatch(/spelling|network/)
  })

  it('say that nothing listens there', async () => {
    const server = createServer()
    const port = await portOf(server)
    await new Promise((resolve) => server.close(resolve))
    const { failed } = await examined(remote(`http://127.0.0.1:${port}/mcp`))
    expect(failed?.id).toBe('connect')
    expect(failed?.detail).toContain(`127.0.0.1:${port} refuses`)
    expect(failed?.fix).toContain(`listens on port ${port}`)
  })

  it('say that this machine can be reached under another address', async () => {
    const { url } = await startHttpFaults('ok')
    const { failed } = await examined(remote(url.replace('127.0.0.1', '[::1]')))
    expect(failed?.id).toBe('connect')
    expect(failed?.fix).toBe('Write 127.0.0.1 instead of ::1 in the address.')
  })

  it('say what is wrong with a certificate', async () => {
    const selfSigned = await withFaults('ok', { tls: 'self-signed' })
    expect(selfSigned.failed?.id).toBe('tls')
    expect(selfSigned.failed?.detail).toMatch(/self-signed.*Patchbay fixture/)
    expect(selfSigned.failed?.fix).toMatch(/"ca" under "tls".*"pinned"/)
    expect(selfSigned.failed?.offers).toBe('certificate')
    const expired = await withFaults('ok', { tls: 'expired' })
    expect(expired.failed?.id).toBe('tls')
    expect(expired.failed?.detail).toMatch(/expired.*2020-02-01/)
    expect(expired.failed?.fix).toMatch(/Renew/)
  })

  it('tell TLS from plain HTTP, both ways', async () => {
    const secure = await startHttpFaults('ok', { tls: 'self-signed' })
    const plain = await startHttpFaults('ok')
    const first = await examined(remote(secure.url.replace('https', 'http')))
    expect([first.failed?.id, first.failed?.fix]).toEqual([
      'status',
      expect.stringMatching(/Write https/)
    ])
    const second = await examined(remote(plain.url.replace('http', 'https')))
    expect([second.failed?.id, second.failed?.fix]).toEqual([
      'tls',
      expect.stringMatching(/http:\/\//)
    ])
  })

  it.each([
    [404, /\/mcp/],
    [405, /"sse"/],
    [406, /Accept/],
    [415, /Content-Type/],
    [421, /host name/],
    [429, /try again/],
    [500, /failed inside/],
    [502, /gateway/]
  ])('say what the status %i means', async (status, fix) => {
    const { failed } = await withFaults('status', { status, body: 'no <b>' })
    expect([failed?.id, failed?.fix]).toEqual(['status', expect.stringMatching(fix)])
    expect(failed?.detail).toContain(`status ${status}`)
  })

  it('find the path at which the server does answer', async () => {
    const { url } = await listen(({ path, message }, response) => {
      if (path === '/mcp') return usual(message)
      return void response.writeHead(404).end()
    })
    const { failed } = await examined(remote(url.replace('/mcp', '/api')))
    expect(failed?.id).toBe('status')
    expect(failed?.fix).toBe('Write /mcp as the path of the address.')
  })

  it('say where a redirect to another origin leads', async () => {
    const location = 'http://example.invalid/mcp?token=canary'
    const { failed } = await withFaults('redirect', { status: 307, location })
    expect(failed?.id).toBe('status')
    expect(failed?.detail).toContain('example.invalid')
    expect(failed?.detail).not.toContain('canary')
  })

  it('say that what listens there does not speak HTTP', async () => {
    const port = await portOf(
      createServer((socket) => {
        socket.on('error', () => undefined)
        socket.end('SSH-2.0-OpenSSH\r\n')
      })
    )
    const { failed } = await examined(remote(`http://127.0.0.1:${port}/mcp`))
    expect([failed?.id, failed?.fix]).toEqual(['status', expect.stringMatching(/not speak HTTP/)])
  })

  it.each([
    ['text/html', '<html><h1>Sign in</h1>', /captive portal/],
    ['application/json', '{"status":"ok"}', /not MCP/],
    ['text/plain', 'hello', /MCP server/],
    [undefined, '', /"sse" or "long-poll"/]
  ])('say that %s is no answer', async (type, body, fix) => {
    const { failed } = await withFaults('body', { type, body })
    expect([failed?.id, failed?.fix]).toEqual(['content-type', expect.stringMatching(fix)])
    if (body !== '') expect(failed?.detail).toContain(body.slice(0, 10))
  })

  it('say what a server wants that refuses us, and never what we sent', async () => {
    const headers = { 'www-authenticate': 'Bearer realm="x", scope="read"' }
    const without = await withFaults('status', { status: 401, headers })
    expect(without.failed?.id).toBe('auth')
    expect(without.failed?.detail).toMatch(/Bearer \(scope read\).*No credentials/)
    expect(without.failed?.fix).toMatch(/Add the header Authorization/)
    expect(without.of('well-known')?.status).toBe('warning')
    const sent = { headers: { Authorization: 'Bearer canary' } }
    const refused = await withFaults('status', { status: 401, headers }, sent)
    expect(refused.failed?.fix).toMatch(/value of Authorization/)
    const forbidden = await withFaults('status', { status: 403 }, sent)
    expect(forbidden.failed?.fix).toMatch(/rights/)
    expect(JSON.stringify([refused.checks, forbidden.checks])).not.toContain('canary')
  })

  it('read where to sign in, without credentials and from the same origin only', async () => {
    const { url, asked } = await listen(({ path }, response) => {
      const resource = `http://${'x'}/mcp`
      const body = { resource, authorization_servers: ['https://login.invalid/?key=canary'] }
      if (path !== '/.well-known/oauth-protected-resource/mcp') {
        const challenge = 'Bearer resource_metadata="https://elsewhere.invalid/doc"'
        const status = path === '/mcp' ? 401 : 404
        return void response.writeHead(status, { 'www-authenticate': challenge }).end()
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    const { failed, of } = await examined(remote(url, { headers: { 'X-Key': 'secret' } }))
    expect(of('well-known')).toMatchObject({
      status: 'warning',
      detail: expect.stringMatching(/not this address.*elsewhere\.invalid/) as unknown
    })
    expect(failed?.id).toBe('auth')
    expect(failed?.detail).toMatch(/login\.invalid\/\?key=•••.*We send X-Key/)
    const documents = asked.filter(({ path }) => path.startsWith('/.well-known'))
    expect(documents.length).toBeGreaterThan(1)
    expect(documents.every(({ headers }) => headers['x-key'] === undefined)).toBe(true)
  })

  it('say that only the lists are refused', async () => {
    const { url } = await listen(({ message }, response) => {
      if (message.method === 'tools/list') return void response.writeHead(403).end()
      return usual(message)
    })
    const { failed } = await examined(remote(url))
    expect([failed?.id, failed?.fix]).toEqual(['auth', expect.stringMatching(/Add the header/)])
  })

  it('say that there is no common version of the protocol', async () => {
    const { url } = await listen(({ message }) => {
      const result = usual(message)
      return message.method === 'initialize' ? { ...result, protocolVersion: '1999-01-01' } : result
    })
    const { failed } = await examined(remote(url))
    expect([failed?.id, failed?.fix]).toEqual(['era', expect.stringMatching(/Update the server/)])
  })

  it('say that a session does not hold', async () => {
    const { url } = await listen(({ message, headers }, response) => {
      if (message.method === 'initialize') response.setHeader('mcp-session-id', 'one')
      const isLost = message.method === 'ping' && headers['mcp-session-id'] === 'one'
      return isLost ? void response.writeHead(404).end() : usual(message)
    })
    const { failed } = await examined(remote(url))
    expect([failed?.id, failed?.fix]).toEqual(['session', expect.stringMatching(/same one/)])
  })

  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', undefined]
  ])('speak %s in a session that was agreed upon in it', async (agreed, told) => {
    let issued = 0
    const { url, asked } = await listen(({ verb, message }, response) => {
      if (verb === 'DELETE') return void response.writeHead(200).end()
      if (message.method === 'ping') return {}
      if (message.method !== 'initialize') return usual(message)
      response.setHeader('mcp-session-id', `session-${++issued}`)
      return { ...usual(message), protocolVersion: agreed }
    })
    const { failed } = await examined(remote(url))
    expect(failed).toBeUndefined()
    const inFirst = asked.filter(({ headers }) => headers['mcp-session-id'] === 'session-1')
    expect(inFirst.map(({ verb, headers }) => [verb, headers['mcp-protocol-version']])).toEqual([
      ['POST', told],
      ['DELETE', told]
    ])
  })

  it('say that a list cannot be read', async () => {
    const { url } = await listen(({ message }, response) => {
      if (message.method === 'tools/list') return void response.writeHead(500).end()
      return usual(message)
    })
    const { failed } = await examined(remote(url, { settings: { retry: 'none' } }))
    expect(failed?.id).toBe('catalogue')
    expect(failed?.detail).toContain('500')
  })

  it('can be stopped while a server does not answer', async () => {
    const stop = new AbortController()
    const server = await startHttpFaults('mute')
    void server.saw(({ method }) => method === 'POST').then(() => stop.abort())
    const { checks } = await examined(remote(server.url), { signal: stop.signal })
    expect(checks.find(({ id }) => id === 'status')).toMatchObject({
      status: 'skipped',
      detail: 'You stopped it.'
    })
  })
})

describe('the checks of a WebSocket', () => {
  async function socketServer(): Promise<string> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    await once(server, 'listening')
    stops.push(async () => {
      for (const client of server.clients) client.terminate()
      server.close()
    })
    server.on('connection', (peer) => {
      peer.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString()) as { id?: number; method: string }
        if (message.id === undefined) return
        const result = usual(message)
        const error = { code: -32601, message: 'Method not found' }
        const answer = { jsonrpc: '2.0', id: message.id, ...(result ? { result } : { error }) }
        peer.send(JSON.stringify(answer))
      })
    })
    return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  }

  it('are all well with a server that is right', async () => {
    const definition = remote(await socketServer(), { transport: 'websocket' })
    const { checks } = await examined(definition)
    const plan = planChecks(definition).map(({ id }) => `${id} ok`)
    expect(plan).toContain('upgrade ok')
    expect(checks.map(({ id, status }) => `${id} ${status}`)).toEqual(plan)
  })

  it('say that there is only HTTP', async () => {
    const server = createHttpServer((_request, response) => response.writeHead(200).end('hello'))
    const port = await portOf(server)
    const url = `ws://127.0.0.1:${port}/mcp`
    const { failed } = await examined(remote(url, { transport: 'websocket' }))
    expect([failed?.id, failed?.fix]).toEqual(['upgrade', expect.stringMatching(/streamable-http/)])
  })

  it('say that the server refuses us', async () => {
    const server = createHttpServer()
    server.on('upgrade', (_request, socket) => {
      socket.on('error', () => undefined)
      socket.end(
        'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer\r\nContent-Length: 0\r\n\r\n'
      )
    })
    const port = await portOf(server)
    const url = `ws://127.0.0.1:${port}/mcp`
    const { failed } = await examined(remote(url, { transport: 'websocket' }))
    expect([failed?.id, failed?.fix]).toEqual(['auth', expect.stringMatching(/Authorization/)])
  })
})
