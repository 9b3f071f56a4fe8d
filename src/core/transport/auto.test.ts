import { afterEach, describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, type RemoteTransport } from '../../shared/servers/server-config'
import { ServerId } from '../../shared/protocol/ids'
import { systemClock } from '../time/clock'
import { TrafficLog } from '../traffic/traffic-log'
import { AutoTransport } from './auto'
import { LongPollTransport } from './long-poll'
import { createRemoteWire } from './remote'
import { failureOf, INITIALIZE, open, openSession, request, tidy } from './remote-testing'
import { SseTransport } from './sse'
import { StreamableHttpTransport } from './streamable-http'
import { Tap } from '../wire/tap'
import { WebSocketTransport } from './websocket'
import { PLAIN_NETWORKS } from '../network/networks'

afterEach(tidy)

describe('AutoTransport', () => {
  it('stays with Streamable HTTP where a server speaks it', async () => {
    const { wire, server, heard } = await openSession(AutoTransport, 'ok')
    await wire.send(request(1, 'tools/list'))
    expect([heard.length, wire.sessionId]).toEqual([2, 'session-1'])
    wire.resetSession()
    expect(wire.sessionId).toBeUndefined()
    await wire.close()
    expect(server.seen.some(({ path }) => path !== '/mcp')).toBe(false)
  })

  it.each([202, 400, 404, 405])('goes over to HTTP+SSE after %s, step by step', async (status) => {
    const { wire, lifecycle, answered, closes } = await open(AutoTransport, 'oldOnly', { status })
    await wire.send(INITIALIZE)
    await answered(0)
    await wire.send(request(1, 'tools/call'))
    await answered(1)
    const steps = lifecycle().filter((text) => !/^(POST|GET)|ended/.test(text))
    expect(steps.slice(0, 2)).toEqual([
      'Trying Streamable HTTP.',
      expect.stringContaining(String(status))
    ])
    expect(steps).toContain(`Streamable HTTP was refused (${status}). Trying HTTP+SSE.`)
    expect(steps.at(-1)).toBe('Posting to /messages?session=•••.')
    await wire.close()
    expect(closes()).toBe(1)
  })

  it('says how both went when both fail', async () => {
    const { wire, server } = await open(AutoTransport, 'status', { status: 404 })
    const failure = await failureOf(wire.send(INITIALIZE))
    expect(failure).toMatchObject({ class: 'http', status: 404 })
    expect(failure.message).toMatch(/^Streamable HTTP: .*404.* HTTP\+SSE: .*404/)
    expect(server.seen.map(({ method }) => method)).toEqual(['POST', 'GET'])
  })

  it('reports the status and the body of the answer that its message begins with', async () => {
    const options = { status: 404, body: 'no POST', getBody: 'no GET' }
    const { wire } = await open(AutoTransport, 'status', options)
    const failure = await failureOf(wire.send(INITIALIZE))
    expect(failure).toMatchObject({ status: 404, body: { text: 'no POST' } })
    expect(failure.message).toMatch(/^Streamable HTTP: .*no POST HTTP\+SSE: .*no GET/)
  })

  it.each([401, 403, 500, 503])('does not try anything else after %s', async (status) => {
    const { wire, server } = await open(AutoTransport, 'status', { status })
    await failureOf(wire.send(INITIALIZE))
    expect(server.seen).toHaveLength(1)
  })

  it('does not take a refused probe or an error answer for a refusal', async () => {
    const probed = await open(AutoTransport, 'oldOnly')
    await failureOf(probed.wire.send(request(1, 'server/discover')))
    expect(probed.server.seen).toHaveLength(1)
    const answersId = { code: -32601, message: 'no' }
    const answered = await open(AutoTransport, 'status', { status: 404, answersId })
    await answered.wire.send(INITIALIZE)
    expect([answered.heard.length, answered.server.seen.length]).toEqual([1, 1])
  })

  it('tells of the end of the transport it went over to', async () => {
    const { wire, closes, answered, until } = await open(AutoTransport, 'oldOnly')
    await wire.send(INITIALIZE)
    await answered(0)
    await wire.send(request(1, 'tools/call', { name: 'leave' }))
    await until(() => closes() > 0)
    expect([wire.end?.kind, closes()]).toEqual(['failed', 1])
  })
})

describe('createRemoteWire', () => {
  it('makes what the definition asks for', () => {
    const tap = new Tap(new TrafficLog(), ServerId.parse('demo'), systemClock)
    const named = { id: ServerId.parse('demo'), name: 'demo', scope: 'user' as const }
    const make = (transport: RemoteTransport) =>
      createRemoteWire(
        { ...named, transport, url: 'http://localhost/mcp', headers: {} },
        DEFAULT_SETTINGS,
        tap,
        systemClock,
        { networks: PLAIN_NETWORKS }
      ).constructor
    expect(
      (['streamable-http', 'sse', 'websocket', 'long-poll', 'auto'] as const).map(make)
    ).toEqual([
      StreamableHttpTransport,
      SseTransport,
      WebSocketTransport,
      LongPollTransport,
      AutoTransport
    ])
  })
})
