import { afterEach, describe, expect, it } from 'vitest'
import {
  holding,
  notification,
  open,
  openSession,
  request,
  StillClock,
  tidy
} from '../transport/remote-testing'
import { StreamableHttpTransport } from '../transport/streamable-http'

afterEach(tidy)

const ANSWER = { jsonrpc: '2.0', id: 1, result: {} }

describe('Requests that are out over HTTP', () => {
  it.each([202, 400])(
    'keep no more than the last few cancelled exchanges open when cancelling is answered by %s',
    async (cancelStatus) => {
      const { held, until, options } = holding()
      const fixture = { ...options, cancelStatus }
      const { wire, lost } = await openSession(StreamableHttpTransport, 'held', fixture)
      for (let id = 1; id <= 18; id++) {
        wire.send(request(id, 'tools/call')).catch(() => undefined)
        await until(() => held.length === id)
        const params = { requestId: id }
        await wire.send(notification('notifications/cancelled', params)).catch(() => undefined)
      }
      await until(() => held.filter(({ isClosed }) => isClosed).length === 2)
      expect(held.map(({ isClosed }) => isClosed)).toEqual([
        ...[true, true],
        ...Array<boolean>(16).fill(false)
      ])
      expect(lost).toEqual([])
    }
  )

  it('are free to go as soon as the server is told, even if it does not listen', async () => {
    const { held, until, options } = holding()
    const { wire } = await openSession(StreamableHttpTransport, 'heldCancels', options)
    for (let id = 1; id <= 17; id++) {
      wire.send(request(id, 'tools/call')).catch(() => undefined)
      await until(() => held.some((one) => one.id === id))
      const params = { requestId: id }
      wire.send(notification('notifications/cancelled', params)).catch(() => undefined)
    }
    await until(() => held.some(({ id, isClosed }) => id === 1 && isClosed))
    expect(held.filter(({ isClosed }) => isClosed)).toHaveLength(1)
  })

  it('are written down when the answer comes too late', async () => {
    const { held, until, options } = holding()
    const { wire, messages, answered } = await openSession(StreamableHttpTransport, 'held', options)
    const sent = wire.send(request(1, 'tools/call'))
    await until(() => held.length === 1)
    await wire.send(notification('notifications/cancelled', { requestId: 1 }))
    held[0]?.answer()
    await answered(1)
    await sent
    expect(messages().at(-1)).toMatchObject({ id: 1, result: {} })
  })

  it('let the stream of an answer go on for a moment, and no longer', async () => {
    const clock = new StillClock()
    const { held, until, options } = holding()
    const fixture = { ...options, opens: true }
    const opened = await openSession(StreamableHttpTransport, 'held', fixture, { clock })
    await opened.wire.send(request(1, 'tools/call'))
    await until(() => held.length === 1)
    held[0]?.say(ANSWER)
    await opened.answered(1)
    clock.pass(1_999)
    held[0]?.say({ jsonrpc: '2.0', method: 'notifications/message', params: {} })
    await opened.until(() => opened.heard.at(-1)?.entry.kind === 'notification')
    expect(held[0]?.isClosed).toBe(false)
    clock.pass(1)
    await until(() => held[0]?.isClosed === true)
  })

  it('are given up, the oldest first, where giving up is never announced', async () => {
    const { held, until, options } = holding()
    const { wire, lost } = await open(StreamableHttpTransport, 'held', options)
    for (let id = 1; id <= 17; id++) {
      wire.send(request(id, 'server/discover')).catch(() => undefined)
      await until(() => held.length === id)
    }
    await until(() => held.some(({ isClosed }) => isClosed))
    expect(held.flatMap(({ id, isClosed }) => (isClosed ? [id] : []))).toEqual([1])
    expect(lost).toMatchObject([{ id: 1, failure: { isUnsent: false } }])
  })
})
