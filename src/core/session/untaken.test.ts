/** Servers that ask without end and take no answers, over each transport. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { ServerId } from '../../shared/protocol/ids'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { LIMITS } from '../bounds/limits'
import { holding, startHttpFaults, StillClock, tidy } from '../transport/remote-testing'
import { Workbench } from '../workbench/workbench'
import { FaultBench, faultServer } from '../workbench/fault-testing'
import { stops, usual, type Message } from '../workbench/http-testing'
import { PLAIN_NETWORKS } from '../network/networks'

/** For processes on a machine that has other things to do. */
const PATIENCE = { timeout: 60_000 }
const ID = ServerId.parse('faulty')
const NAMED = { id: ID, name: 'faulty', scope: 'user', headers: {} } as const

vi.setConfig({ testTimeout: 90_000 })

afterEach(tidy)

/** Answers until its tools are listed, then reads no more and does what `flood` does. */
async function socketServer(
  flood: (peer: WebSocket, count: number) => void,
  protocolVersion?: string
): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  stops.push(async () => {
    for (const peer of server.clients) peer.terminate()
    await new Promise((resolve) => server.close(resolve))
  })
  server.on('connection', (peer) => {
    peer.on('error', () => undefined)
    peer.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message
      if (message.id === undefined) return
      const usually = usual(message)
      const isOlder = protocolVersion !== undefined && message.method === 'initialize'
      const result = isOlder ? { ...usually, protocolVersion } : usually
      const answer = result ? { result } : { error: { code: -32601, message: 'What?' } }
      peer.send(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer }))
      if (message.method !== 'tools/list') return
      peer.pause()
      let count = 0
      const pour = (): void => {
        if (peer.readyState !== peer.OPEN) return
        while (peer.bufferedAmount < 64 * 1024) flood(peer, count++)
        setImmediate(pour)
      }
      pour()
    })
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

const ask = (peer: WebSocket, count: number): void =>
  peer.send(JSON.stringify({ jsonrpc: '2.0', id: `ask-${count}`, method: 'ping' }))

/** In the one revision that knows batches. */
const askMany = (peer: WebSocket, count: number): void =>
  peer.send(
    JSON.stringify(
      Array.from({ length: 1_000 }, (_, part) => {
        return { jsonrpc: '2.0', id: `ask-${count}-${part}`, method: 'ping' }
      })
    )
  )

type Flood = () => Promise<ServerDefinition>

async function overHttp(mode: string, transport: 'streamable-http' | 'sse' | 'long-poll') {
  const { url } = await startHttpFaults(mode)
  return { ...NAMED, transport, url }
}

const floods: Readonly<Record<string, Flood>> = {
  stdio: async () => faultServer('askflood'),
  'Streamable HTTP': () => overHttp('askFlood', 'streamable-http'),
  'HTTP+SSE': () => overHttp('sseAskFlood', 'sse'),
  'long poll': () => overHttp('longPollAskFlood', 'long-poll'),
  WebSocket: async () => ({ ...NAMED, transport: 'websocket', url: await socketServer(ask) }),
  'WebSocket, a thousand requests a frame': async () => {
    const url = await socketServer(askMany, '2025-03-26')
    return { ...NAMED, transport: 'websocket', url }
  },
  'pings of a WebSocket': async () => {
    const url = await socketServer((peer) => peer.ping('x'.repeat(125)))
    return { ...NAMED, transport: 'websocket', url }
  }
}

/** A session that is asked for a sign of life only by the server. */
async function open(definition: ServerDefinition) {
  const clock = new StillClock()
  const settings = { era: 'legacy', healthIntervalMs: 1_000_000_000, maxRestarts: 0 } as const
  const workbench = new Workbench({
    networks: PLAIN_NETWORKS,
    servers: [{ ...definition, settings }],
    version: '0',
    clock
  })
  stops.push(() => {
    workbench.killAll()
    return Promise.resolve()
  })
  await workbench.open(ID, ['tools'])
  return { workbench, clock }
}

describe('a server that asks without end and takes no answers', () => {
  it.each(Object.entries(floods))('is ended over %s, and named', async (_, flood) => {
    const { workbench, clock } = await open(await flood())
    const reason = (): string | undefined => {
      clock.pass(1_000)
      return workbench.report(ID).postMortem?.reason
    }
    await expect.poll(reason, PATIENCE).toBeDefined()
    const told = workbench.report(ID).postMortem
    expect(told?.reason).toMatch(
      /^The server does not read what is sent to it: [\d,]+ answers have waited for 30 s\.$/
    )
    expect(told?.blame).toBe('server')
    // These requests are read before Patchbay can notice that their answers are not taken.
    const oneTurn = 64
    const waiting = Number(/: (\d+) answers/.exec(told?.reason ?? '')?.[1])
    expect(waiting).toBeLessThanOrEqual(LIMITS.answersWaiting.most + oneTurn)
    expect(workbench.report(ID).state.phase).toBe('failed')
  })

  it('has no more than a few of its answers on their way over HTTP', async () => {
    const { held, until, options } = holding()
    const { url } = await startHttpFaults('askFlood', options)
    const { workbench } = await open({ ...NAMED, transport: 'streamable-http', url })
    const { most } = LIMITS.answersInFlight
    await until(() => held.length >= most)
    for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
    expect(held.length).toBe(most)
    // Each that is replied to makes room for one other.
    held[0]?.refuse(202)
    await until(() => held.length > most)
    for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
    expect(held.length).toBe(most + 1)
    expect(workbench.report(ID).state.phase).toBe('ready')
  })
})

describe('a server that talks and does not read', () => {
  it('is ended once a question has found no way to it, and named', async () => {
    const settings = { healthIntervalMs: 100, hungAfterMs: 300, maxRestarts: 0 }
    const faulty = new FaultBench('deaf', undefined, settings)
    stops.push(() => faulty.workbench.closeAll())
    await faulty.open()
    const text = 'x'.repeat(1024 * 1024)
    await faulty.workbench.startCall(ID, 'echo', { text })
    await expect.poll(() => faulty.state.phase, PATIENCE).toBe('failed')
    expect(faulty.workbench.report(ID).postMortem?.reason).toBe(
      'faulty does not read what is sent to it, and has not answered for 0.3 s.'
    )
  })
})
