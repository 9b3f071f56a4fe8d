/** For tests: protected servers that are not reached by an address of the web. */
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import type { OddAuthorizationServer } from './fakes/fake-authorization-server'

const ends: (() => unknown)[] = []

/** After each test. */
export async function endOtherServers(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

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

/** A server of WebSockets that knows the tokens of the authorization server. */
export async function socketServer(odd: OddAuthorizationServer, isOpen = false) {
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

/** A socket of this machine, with the server at `url` behind it. */
export async function relayAt(path: string, url: string): Promise<void> {
  const relay = createServer((incoming, response) => {
    const { method, headers } = incoming
    const onward = request(new URL(incoming.url ?? '/', url), { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    incoming.pipe(onward)
  })
  await listenAs(relay, path)
}
