import { afterEach, describe, expect, it } from 'vitest'
import type { TrafficLog } from '../traffic/traffic-log'
import { openSession, request, tidy } from './remote-testing'
import { SseTransport } from './sse'
import { StreamableHttpTransport } from './streamable-http'

afterEach(tidy)

/** The first line of the exchange that an entry came in. */
function exchangeOf(log: TrafficLog, cameIn: number | undefined): string | undefined {
  return cameIn === undefined ? undefined : log.raw(cameIn)?.split('\n')[0]
}

describe('a frame of the server', () => {
  it('on a stream of its own says which exchange it came in', async () => {
    const { heard, until, log } = await openSession(StreamableHttpTransport, 'listen')
    await until(() => heard.length === 2)
    expect(heard.map(({ entry }) => exchangeOf(log, entry.cameIn))).toEqual([
      undefined,
      expect.stringMatching(/^GET \/mcp → 200 text\/event-stream/)
    ])
  })

  it('that answers a request is found by that, and says nothing more', async () => {
    const { wire, heard, answered } = await openSession(StreamableHttpTransport, 'ok')
    await wire.send(request(1, 'tools/call'))
    await answered(1)
    expect(heard.every(({ entry }) => entry.cameIn === undefined)).toBe(true)
  })
})

describe('an exchange of HTTP', () => {
  it.each([
    ['Streamable HTTP', StreamableHttpTransport, 'ok'],
    ['HTTP+SSE', SseTransport, 'sse']
  ] as const)(
    'over %s belongs to the frame that it carried, whatever that is',
    async (...given) => {
      const [, Transport, mode] = given
      const { wire, log } = await openSession(Transport, mode)
      await wire.send({ jsonrpc: '2.0', id: 'asked-of-us', result: {} })
      const entries = log.tail(100)
      const ours = entries.filter(
        ({ kind, origin }) => origin === 'workbench' && kind !== 'lifecycle'
      )
      const posts = entries.filter(({ text = '' }) => text.startsWith('POST '))
      expect(ours.map(({ kind }) => kind)).toEqual(['request', 'notification', 'result'])
      expect(posts.map(({ belongsTo }) => belongsTo)).toEqual(ours.map(({ seq }) => seq))
    }
  )
})
