import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import {
  call,
  connect,
  listen,
  REMOTE,
  stateOf,
  stops,
  usual,
  type Message
} from '../workbench/http-testing'

describe('a session over another transport', () => {
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

  it('does not wait for a stream for longer than a handshake may take', async () => {
    const server = createServer(() => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stops.push(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
    const { port } = server.address() as AddressInfo
    for (const [scheme, transport] of [
      ['http', 'sse'],
      ['ws', 'websocket']
    ] as const) {
      const settings = { initializeTimeoutMs: 100, retry: 'none' } as const
      const workbench = connect(`${scheme}://127.0.0.1:${port}/mcp`, transport, settings)
      await expect(workbench.open(REMOTE)).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
    }
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
