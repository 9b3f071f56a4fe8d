import { afterEach, describe, expect, it } from 'vitest'
import { holding, isGet, openSession, StillClock, tidy } from './remote-testing'
import { StreamableHttpTransport } from './streamable-http'

afterEach(tidy)

describe('Listening', () => {
  it('opens a stream again on which nothing at all has come for five minutes', async () => {
    const clock = new StillClock()
    const { held, until, options } = holding()
    const fixture = { ...options, isMute: true, opens: true }
    const opened = await openSession(StreamableHttpTransport, 'listen', fixture, { clock })
    await clock.waitsFor(300_000)
    clock.pass(200_000)
    held[0]?.say({ jsonrpc: '2.0', method: 'notifications/message', params: {} })
    await opened.until(() => opened.heard.length === 2)
    clock.pass(200_000)
    await clock.waitsFor(200_000)
    expect(held.map(({ isClosed }) => isClosed)).toEqual([false])
    clock.pass(200_000)
    await until(() => held.length === 2 && held[0]?.isClosed === true)
    expect(opened.lifecycle()).toContain('The server’s own stream fell silent. It is opened again.')
    await opened.wire.close()
    await until(() => held[1]?.isClosed === true)
    expect(clock.alarmCount).toBe(0)
  })

  it('says when the server may have forgotten the session, and does not ask again', async () => {
    const fixture = { ownStatus: 404 }
    const opened = await openSession(StreamableHttpTransport, 'listen', fixture)
    await opened.until(() => opened.lifecycle().some((text) => /no longer knows it/.test(text)))
    expect(opened.server.seen.filter(isGet)).toHaveLength(1)
  })
})
