import { afterEach, describe, expect, it } from 'vitest'
import type { TrafficLog } from '../traffic/traffic-log'
import { AutoTransport } from './auto'
import { LongPollTransport } from './long-poll'
import {
  failureOf,
  INITIALIZE,
  isGet,
  notification,
  openSession,
  request,
  startHttpFaults,
  tidy,
  wireTo
} from './remote-testing'
import { SseTransport } from './sse'
import { StreamableHttpTransport } from './streamable-http'
import { WebSocketTransport } from './websocket'

afterEach(tidy)

function withSecrets(url: string): string {
  return `${url.replace('//', '//hush-user:hush-word@')}?api_key=hush-key`
}

/** Everything that the log keeps. */
function textOf(log: TrafficLog): string {
  return log
    .tail(1_000)
    .map(({ seq, text = '' }) => `${text}\n${log.raw(seq)}`)
    .join('\n')
}

describe('The log of an HTTP transport', () => {
  it('has the names of what is asked, and no secret of the address', async () => {
    const server = await startHttpFaults('ok')
    const { wire, log } = wireTo(StreamableHttpTransport, withSecrets(server.url))
    await wire.send(INITIALIZE)
    await wire.send(notification('notifications/initialized'))
    await wire.send(request(1, 'tools/list'))
    await wire.close()
    const text = textOf(log)
    expect(text).toContain('POST /mcp?api_key=••• → 200')
    expect(text).toMatch(/POST http:\/\/•••@127\.0\.0\.1:\d+\/mcp\?api_key=•••\n/)
    expect(text).not.toContain('hush')
    expect(server.seen[0]?.path).toBe('/mcp?api_key=hush-key')
  })

  it('has a session by a mark that is the same wherever it is named', async () => {
    const { wire, server, log } = await openSession(StreamableHttpTransport, 'ok')
    await server.saw(isGet)
    await wire.close()
    const text = textOf(log)
    expect(text).not.toContain('session-1')
    const marks = text.match(/mcp-session-id: .*/gi)?.map((line) => line.split(': ')[1]) ?? []
    expect(marks.length).toBeGreaterThan(2)
    expect(new Set(marks).size).toBe(1)
  })

  it('has no secret of a redirect, nor has what is said of it', async () => {
    const location = 'http://hush:hush@127.0.0.1:1/?code=hush'
    const server = await startHttpFaults('redirect', { status: 307, location })
    const { wire, log } = wireTo(StreamableHttpTransport, server.url)
    const { message } = await failureOf(wire.send(request(1, 'ping')))
    expect(message).toContain('http://•••@127.0.0.1:1/?code=•••')
    expect(message + textOf(log)).not.toContain('hush')
  })

  it('has no secret of the endpoint of an SSE stream', async () => {
    const server = await startHttpFaults('sse', { endpoint: '/messages?session=hush' })
    const { wire, log, answered } = wireTo(SseTransport, withSecrets(server.url))
    await wire.start()
    await wire.send(request(1, 'tools/call'))
    await answered(1)
    expect(textOf(log)).toContain('Posting to /messages?session=•••.')
    expect(textOf(log)).not.toContain('hush')
  })

  it('has no secret of an endpoint that is refused', async () => {
    const location = 'http://hush@127.0.0.1:1/?k=hush'
    const server = await startHttpFaults('sseEvilEndpoint', { location })
    const { wire, log } = wireTo(SseTransport, server.url)
    const { message } = await failureOf(wire.start())
    expect(message + textOf(log)).not.toContain('hush')
  })

  it('has no secret of what cannot be reached', async () => {
    for (const Transport of [StreamableHttpTransport, SseTransport, WebSocketTransport]) {
      const server = await startHttpFaults('ok')
      await server.close()
      const { wire, log } = wireTo(Transport, withSecrets(server.url))
      const using = async (): Promise<void> => {
        await wire.start()
        await wire.send(request(1, 'ping'))
      }
      const { message } = await failureOf(using())
      expect(message + textOf(log)).not.toContain('hush')
    }
  })

  it.each([
    ['auto', AutoTransport],
    ['long-poll', LongPollTransport],
    ['sse', SseTransport],
    ['streamable-http', StreamableHttpTransport],
    ['websocket', WebSocketTransport]
  ])('has no secret of what is no address for %s', async (_name, Transport) => {
    for (const url of ['hush-user:hush@host/mcp?k=hush', 'ftp://hush:hush@host/?k=hush']) {
      const { wire, log } = wireTo(Transport, url)
      const { message } = await failureOf(wire.start())
      expect(message).toMatch(/•••@host.* is not/)
      expect(message + textOf(log)).not.toContain('hush')
    }
  })
})
