/** Signing in to servers that are not reached by an address of the web. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import type { RemoteDefinition } from '../../shared/server-config'
import { bench, Bench, endBenches, ID } from './sign-in-bench'

const ends: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await endBenches()
})

/** The way to the protected server of a bench, for requests that are not upgrades. */
async function listenAs(server: Server, address: string | number): Promise<number> {
  await new Promise<void>((resolve) =>
    typeof address === 'string'
      ? server.listen(address, resolve)
      : server.listen(address, '127.0.0.1', resolve)
  )
  ends.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return typeof address === 'string' ? 0 : (server.address() as AddressInfo).port
}

type Message = {
  readonly id?: number
  readonly method: string
  readonly params?: { readonly protocolVersion?: string }
}

function answer(peer: WebSocket): void {
  peer.on('message', (data: Buffer) => {
    const { id, method, params } = JSON.parse(data.toString()) as Message
    if (id === undefined) return
    const result =
      method === 'initialize'
        ? {
            protocolVersion: params?.protocolVersion,
            capabilities: { tools: {} },
            serverInfo: { name: 'socket', version: '1' }
          }
        : method === 'tools/list'
          ? { tools: [{ name: 'whoami', inputSchema: { type: 'object' } }] }
          : { content: [] }
    peer.send(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
}

type Refused = { readonly authorization: string | undefined; readonly isUpgrade: boolean }

/** A server of WebSockets that knows the tokens of the bench's authorization server. */
async function socketServer(odd: Bench['odd'], isOpen = false) {
  const seen: Refused[] = []
  const sockets = new WebSocketServer({ noServer: true })
  const server = createServer((request, response) => {
    seen.push({ authorization: request.headers.authorization, isUpgrade: false })
    const isMetadata = request.url === '/.well-known/oauth-protected-resource/socket'
    const { authorization } = odd
    const about = { resource: `${here}/socket`, authorization_servers: [authorization.issuer] }
    response.writeHead(isMetadata ? 200 : 426, { 'content-type': 'application/json' })
    response.end(isMetadata ? JSON.stringify(about) : '')
  })
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const { authorization } = request.headers
    seen.push({ authorization, isUpgrade: true })
    const token = authorization?.replace(/^Bearer /, '') ?? ''
    if (isOpen || odd.authorization.tokens.access.get(token)?.isActive === true) {
      sockets.handleUpgrade(request, socket, head, answer)
      return
    }
    const where = `${here}/.well-known/oauth-protected-resource/socket`
    socket.end(
      `HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Bearer resource_metadata="${where}", scope="mcp:tools"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`
    )
  })
  const port = await listenAs(server, 0)
  ends.push(() => {
    for (const client of sockets.clients) client.terminate()
  })
  const here = `http://127.0.0.1:${port}`
  return { url: `ws://127.0.0.1:${port}/socket`, seen, sockets }
}

/** The same sign-ins and authorization server, for a server at another address. */
function at({ odd, folder }: Bench, changes: Partial<RemoteDefinition>): Bench {
  return new Bench(odd, folder, undefined, changes)
}

it('A WebSocket that refuses the upgrade is opened after a sign-in, with the token in the upgrade', async () => {
  const first = await bench()
  const { url, seen } = await socketServer(first.odd)
  const it = at(first, { url, transport: 'websocket' })
  await expect(it.open()).rejects.toThrow()
  expect(it.state.phase).toBe('needed')
  await it.signIn()
  await it.open()
  expect(await it.call('whoami')).toBe('result')
  const upgrades = seen.filter(({ isUpgrade }) => isUpgrade)
  expect(upgrades.map(({ authorization }) => authorization !== undefined)).toEqual([false, true])
  expect(new URL(it.opened[0] ?? '').searchParams.get('resource')).toBe(url.replace('ws:', 'http:'))
})

it('A WebSocket whose token has ended is opened with a new one, without a word', async () => {
  const first = await bench()
  const { url } = await socketServer(first.odd)
  const it = at(first, { url, transport: 'websocket' })
  await it.signIn()
  it.odd.authorization.tokens.expireTokens()
  await it.open()
  const grants = it.odd.asked('token').map(({ form }) => form['grant_type'])
  expect({ grants, pages: it.opened.length }).toEqual({
    grants: ['authorization_code', 'refresh_token'],
    pages: 1
  })
})

it('Signing in asks a WebSocket how it refuses, where nobody has asked it before', async () => {
  const first = await bench()
  const { url, seen } = await socketServer(first.odd)
  const it = at(first, { url, transport: 'websocket' })
  await it.signIn()
  expect(seen[0]).toEqual({ authorization: undefined, isUpgrade: true })
  expect(new URL(it.opened[0] ?? '').searchParams.get('scope')).toBe('mcp:tools')
})

it('Signing in to a WebSocket that lets everybody in does not wait for what it says there', async () => {
  const first = await bench()
  const { url } = await socketServer(first.odd, true)
  const it = at(first, { url, transport: 'websocket' })
  await it.signIn()
  expect(it.state.phase).toBe('signed-in')
})

it.runIf(process.platform !== 'win32')(
  'A server behind a socket of this machine is signed in to, and its authorization server is asked elsewhere',
  async () => {
    const first = await bench({ server: { checksAudience: false } })
    const { odd } = first
    const path = join(first.folder, 'mcp.sock')
    const relay = createServer((incoming, response) => {
      const target = new URL(incoming.url ?? '/', odd.url)
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const headers = { ...incoming.headers } as Record<string, string>
        for (const name of ['host', 'connection', 'content-length']) delete headers[name]
        const { method = 'GET' } = incoming
        const body = Buffer.concat(chunks)
        void fetch(target, { method, headers, ...(body.length > 0 && { body }) }).then(
          async (reply) => {
            const told = Object.fromEntries(reply.headers)
            for (const name of ['content-encoding', 'transfer-encoding']) delete told[name]
            response.writeHead(reply.status, told).end(await reply.text())
          }
        )
      })
    })
    await listenAs(relay, path)
    odd.server.behaviour.resourceMetadata = { resource: 'http://localhost/mcp' }
    odd.server.behaviour.challenge = 'Bearer scope="mcp:tools"'
    const it = at(first, { url: `unix://${path}#/mcp` })
    await expect(it.open()).rejects.toThrow()
    await it.signIn()
    await it.open()
    expect(await it.call('whoami')).toBe('result')
    expect(new URL(it.opened[0] ?? '').searchParams.get('resource')).toBe('http://localhost/mcp')
    const { url } = it.definition
    expect((await it.store.read(ID, url))?.serverUrl).toBe(url)
  }
)
