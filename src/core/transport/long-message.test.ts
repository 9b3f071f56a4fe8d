/** Messages that are longer than a frame may be, over each transport that is not stdio. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import type { RpcId } from '../../shared/protocol/json-rpc'
import { LongPollTransport } from './long-poll'
import { failureOf, notification, request, tidy, wireTo } from './remote-testing'
import { SseTransport } from './sse'
import { StreamableHttpTransport } from './streamable-http'
import { WebSocketTransport } from './websocket'

const MIB = 1024 * 1024
const LIMITS = { frameLimitBytes: 100_000, endlessBytes: 4 * MIB }
const TOLD =
  /^The server answered with a message of 1\.1 MiB, more than the limit of 97\.7 KiB, so Patchbay skipped it\. It starts with: \{"jsonrpc":"2\.0"/

vi.setConfig({ testTimeout: 60_000 })

const stops: (() => void)[] = []

afterEach(async () => {
  await tidy()
  for (const stop of stops.splice(0)) stop()
})

type Asked = { readonly id?: RpcId; readonly method: string }
type Speak = (asked: Asked, response: ServerResponse) => void

/** Calls `speak` for each message that is posted; `listen` for each stream that is asked for. */
async function httpServer(
  speak: Speak,
  listen?: (response: ServerResponse, cursor: number) => void
) {
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (incoming.method === 'GET')
      return listen
        ? listen(response, Number(/cursor=(\d+)/.exec(incoming.url ?? '')?.[1] ?? 0))
        : void response.writeHead(405).end()
    let body = ''
    for await (const chunk of incoming) body += String(chunk)
    speak(JSON.parse(body) as Asked, response)
  }
  const server = createServer((incoming, response) => void answer(incoming, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

/** The answer to `long` is too long, and names its request at its end. */
function answerTo({ id, method }: Asked, mebibytes = 1): string {
  const result = method === 'long' ? 'x'.repeat(mebibytes * MIB) : 'short'
  return `{"jsonrpc":"2.0","result":{"text":"${result}"},"id":${JSON.stringify(id)}}`
}

/** The same, and the name stands where nobody looks for it. To some it has no answer. */
function hiddenAnswerTo({ id, method }: Asked): string | undefined {
  if (method === 'silent' || id === undefined) return undefined
  if (method !== 'long') return answerTo({ id, method })
  const half = 'x'.repeat(MIB / 2)
  return `{"jsonrpc":"2.0","result":{"text":"${half}"},"id":${JSON.stringify(id)},"more":"${half}"}`
}

const events = { 'content-type': 'text/event-stream' }

describe('a message that is too long', () => {
  it('ends its request over Streamable HTTP as a body, and nothing else', async () => {
    const url = await httpServer((asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(answerTo(asked))
    })
    const { wire, log, answered } = wireTo(StreamableHttpTransport, url, LIMITS)
    await wire.start()
    const failure = await failureOf(wire.send(request(1, 'long')))
    expect(failure).toMatchObject({ class: 'not-an-answer', isTooLong: true })
    expect(failure.message).toMatch(TOLD)
    const [noise] = log.tail(10).filter(({ kind }) => kind === 'noise')
    const bytes = answerTo({ id: 1, method: 'long' }).length
    expect(noise).toMatchObject({ bytes, violations: [{ rule: 'frame-too-long' }] })
    expect(noise?.violations?.[0]?.message).toContain(`${bytes.toLocaleString('en-GB')} bytes`)
    await wire.send(request(2, 'short'))
    await answered(2)
    expect(wire.end).toBeUndefined()
  })

  it('ends its request over Streamable HTTP as an event, and the stream goes on', async () => {
    const url = await httpServer((asked, response) => {
      response.writeHead(200, events).write(`data: ${answerTo(asked)}\n\n`)
      response.write('data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n')
    })
    const { wire, lost, heard, until } = wireTo(StreamableHttpTransport, url, LIMITS)
    await wire.start()
    await wire.send(request(1, 'long'))
    await until(() => heard.length > 0)
    expect(lost).toMatchObject([{ id: 1, failure: { isTooLong: true } }])
    expect(lost[0]?.failure.message).toMatch(TOLD)
    expect(wire.end).toBeUndefined()
  })

  it('ends its request over HTTP+SSE, and the session goes on', async () => {
    let stream: ServerResponse | undefined
    const url = await httpServer(
      (asked, response) => {
        response.writeHead(202).end()
        stream?.write(`event: message\ndata: ${answerTo(asked)}\n\n`)
      },
      (response) => {
        stream = response.writeHead(200, events)
        stream.write('event: endpoint\ndata: /mcp\n\n')
      }
    )
    const { wire, lost, until, answered } = wireTo(SseTransport, url, LIMITS)
    await wire.start()
    await wire.send(request(1, 'long'))
    await until(() => lost.length > 0)
    expect(lost).toMatchObject([{ id: 1, failure: { isTooLong: true } }])
    await wire.send(request(2, 'short'))
    await answered(2)
    expect(wire.end).toBeUndefined()
  })

  it('ends its request over long polling, and what comes with it or after it is heard', async () => {
    const batches: string[][] = []
    const url = await httpServer(
      (asked, response) => {
        const first = `{"jsonrpc":"2.0","method":"first"}`
        batches.push([...(asked.method === 'long' ? [first] : []), answerTo(asked)])
        response.writeHead(202).end()
      },
      (response, cursor) => {
        const messages = batches[cursor]
        if (!messages) return void response.writeHead(204).end()
        const body = `{"messages":[${messages.join(',')}],"cursor":"${cursor + 1}"}`
        response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      }
    )
    const { wire, log, lost, until, heard, answered } = wireTo(LongPollTransport, url, LIMITS)
    await wire.start()
    await wire.send(request(1, 'long'))
    await until(() => lost.length > 0)
    expect(lost).toMatchObject([{ id: 1, failure: { isTooLong: true } }])
    expect(heard.map(({ shape }) => shape)).toMatchObject([{ method: 'first' }])
    const [noise] = log.tail(10).filter(({ kind }) => kind === 'noise')
    expect(noise).toMatchObject({ answers: 1, violations: [{ rule: 'frame-too-long' }] })
    await wire.send(request(2, 'short'))
    await answered(2)
    expect(wire.end).toBeUndefined()
  })

  it('ends its request over WebSocket, and the connection goes on', async () => {
    const { wire, log, lost, until, answered } = wireTo(
      WebSocketTransport,
      await socketServer((asked) => answerTo(asked)),
      LIMITS
    )
    await wire.start()
    await wire.send(request(1, 'long'))
    await until(() => lost.length > 0)
    expect(lost).toMatchObject([{ id: 1, failure: { isTooLong: true } }])
    expect(lost[0]?.failure.message).toMatch(TOLD)
    const [noise] = log.tail(10).filter(({ kind }) => kind === 'noise')
    expect(log.raw(noise?.seq ?? 0)).toHaveLength(64 * 1024)
    await wire.send(request(2, 'short'))
    await answered(2)
    expect(wire.end).toBeUndefined()
  })

  it('ends the connection of a WebSocket when it is endless', async () => {
    const url = await socketServer((asked) => answerTo(asked, 5))
    const { wire, until, closes } = wireTo(WebSocketTransport, url, LIMITS)
    await wire.start()
    await wire.send(request(1, 'long'))
    await until(() => closes() > 0)
    expect(wire.end).toEqual({ kind: 'too long', limitBytes: 4 * MIB })
  })
})

describe('a message that is too long and hides which request it answers', () => {
  async function sseWire() {
    let stream: ServerResponse | undefined
    const url = await httpServer(
      (asked, response) => {
        response.writeHead(202).end()
        const answer = hiddenAnswerTo(asked)
        if (answer !== undefined) stream?.write(`data: ${answer}\n\n`)
      },
      (response) => {
        stream = response.writeHead(200, events)
        stream.write('event: endpoint\ndata: /mcp\n\n')
      }
    )
    return wireTo(SseTransport, url, LIMITS)
  }

  async function pollingWire() {
    const batches: string[] = []
    const url = await httpServer(
      (asked, response) => {
        const answer = hiddenAnswerTo(asked)
        if (answer !== undefined) batches.push(answer)
        response.writeHead(202).end()
      },
      (response, cursor) => {
        const message = batches[cursor]
        if (message === undefined) return void response.writeHead(204).end()
        const body = `{"messages":[${message}],"cursor":"${cursor + 1}"}`
        response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      }
    )
    return wireTo(LongPollTransport, url, LIMITS)
  }

  async function socketWire() {
    return wireTo(WebSocketTransport, await socketServer(hiddenAnswerTo), LIMITS)
  }

  const wires = { 'HTTP+SSE': sseWire, 'long polling': pollingWire, WebSocket: socketWire }

  it.each(Object.entries(wires))('ends the only one that waits over %s', async (_, open) => {
    const { wire, lost, until, answered } = await open()
    await wire.start()
    await wire.send(request(1, 'long'))
    await until(() => lost.length > 0)
    expect(lost).toMatchObject([{ id: 1, failure: { isTooLong: true } }])
    expect(lost[0]?.failure.message).toMatch(TOLD)
    await wire.send(request(2, 'short'))
    await answered(2)
    expect(wire.end).toBeUndefined()
  })

  it.each(Object.entries(wires))('ends none of several that wait over %s', async (_, open) => {
    const { wire, log, lost, answered } = await open()
    await wire.start()
    await wire.send(request(1, 'silent'))
    await wire.send(request(2, 'long'))
    await wire.send(request(3, 'short'))
    await answered(3)
    expect(lost).toEqual([])
    const [noise] = log.tail(10).filter(({ kind }) => kind === 'noise')
    expect(noise?.violations?.[0]?.message).toContain('so every request keeps waiting')
  })

  it('ends none where it may be the late answer to one that was cancelled', async () => {
    const { wire, lost, log, until } = await sseWire()
    await wire.start()
    await wire.send(request(1, 'silent'))
    await wire.send(notification('notifications/cancelled', { requestId: 1 }))
    await wire.send(request(2, 'long'))
    await until(() => log.tail(10).some(({ kind }) => kind === 'noise'))
    expect(lost).toEqual([])
  })
})

async function socketServer(answer: (asked: Asked) => string | undefined): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  stops.push(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  server.on('connection', (peer) => {
    peer.on('error', () => undefined)
    peer.on('message', (data: Buffer) => {
      const text = answer(JSON.parse(data.toString()) as Asked)
      if (text !== undefined) peer.send(text)
    })
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}
