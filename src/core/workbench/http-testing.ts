/** For tests: HTTP servers that do what a test says, and sessions with them. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import type { Outcome } from '../../shared/calls/call'
import { ServerId } from '../../shared/protocol/ids'
import type { RemoteTransport, SessionSettings } from '../../shared/servers/server-config'
import { Workbench } from './workbench'
import { hurriedClock } from './fault-testing'
import { PLAIN_NETWORKS } from '../network/networks'

export type Message = {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}
export type Exchange = {
  readonly verb: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly message: Message
}
/** Answers by itself and returns nothing, or returns the result for a JSON answer. */
type Serve = (exchange: Exchange, response: ServerResponse) => unknown

export const REMOTE = ServerId.parse('remote')
export const stops: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const INFO = { name: 'http', version: '1' }

export function usual({ method, params = {} }: Message): object | undefined {
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
export async function listen(
  serve: Serve
): Promise<{ url: string; asked: Exchange[]; connections: () => number }> {
  const asked: Exchange[] = []
  let connections = 0
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
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/mcp`, asked, connections: () => connections }
}

export function connect(
  url: string,
  transport: RemoteTransport = 'auto',
  settings: Partial<SessionSettings> = {}
): Workbench {
  const workbench = new Workbench({
    networks: PLAIN_NETWORKS,
    servers: [{ id: REMOTE, name: 'remote', scope: 'user', transport, url, headers: {}, settings }],
    version: '0',
    clock: hurriedClock
  })
  stops.push(() => workbench.closeAll())
  return workbench
}

export async function call(workbench: Workbench): Promise<Outcome | undefined> {
  const { done } = await workbench.startCall(REMOTE, 'echo', { region: 'eu west' })
  return (await done).outcome
}

export function stateOf(workbench: Workbench) {
  return workbench.report(REMOTE).state
}

export const methodsOf = (asked: readonly Exchange[]): (string | undefined)[] =>
  asked.filter(({ verb }) => verb === 'POST').map(({ message }) => message.method)
