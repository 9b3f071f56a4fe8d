import { afterEach, describe, expect, it } from 'vitest'
import { LongPollTransport } from './long-poll'
import { failureOf, isGet, notification, open, request, StillClock, tidy } from './remote-testing'

afterEach(tidy)

describe('LongPollTransport', () => {
  it('fetches what the server has to say, and goes on from the cursor', async () => {
    const { wire, server, messages, answered } = await open(LongPollTransport, 'longPoll')
    await server.saw(isGet)
    await wire.send(notification('notifications/initialized'))
    await wire.send(request(1, 'tools/call'))
    await answered(1)
    await wire.send(request(2, 'tools/call'))
    await answered(2)
    const cursors = server.seen.filter(isGet).map(({ path }) => path)
    expect(cursors[0]).toBe('/mcp')
    expect(cursors).toContain('/mcp?cursor=4')
    expect(messages()).toHaveLength(8)
  })

  it('hears an answer that is the body of the response', async () => {
    const { wire, heard } = await open(LongPollTransport, 'bare', {}, { clock: new StillClock() })
    await wire.send(request(1, 'tools/list'))
    expect(heard.map(({ shape }) => shape)).toMatchObject([{ kind: 'result', id: 1 }])
  })

  it('asks again after trouble, later each time', async () => {
    const clock = new StillClock()
    const { wire, answered } = await open(LongPollTransport, 'longPoll', { failures: 3 }, { clock })
    for (const delayMs of [1_000, 2_000, 4_000]) {
      await clock.waitsFor(delayMs)
      clock.pass(delayMs)
    }
    await wire.send(request(1, 'tools/call'))
    await answered(1)
    expect(wire.end).toBeUndefined()
  })

  it('ends after five failures in a row', async () => {
    const clock = new StillClock()
    const options = { failures: 9 }
    const { wire, until, closes } = await open(LongPollTransport, 'longPoll', options, { clock })
    for (const delayMs of [1_000, 2_000, 4_000, 8_000]) {
      await clock.waitsFor(delayMs)
      clock.pass(delayMs)
    }
    await until(() => closes() > 0)
    expect(wire.end).toMatchObject({ kind: 'failed', failure: { class: 'http', status: 500 } })
    expect([closes(), clock.alarmCount]).toEqual([1, 0])
  })

  it('ends at once when it is not let in', async () => {
    const { wire, until, closes } = await open(LongPollTransport, 'status', { status: 401 })
    await until(() => closes() > 0)
    expect(wire.end).toMatchObject({ kind: 'failed', failure: { class: 'auth' } })
  })

  it('closes while it waits', async () => {
    const clock = new StillClock()
    const { wire, server, closes } = await open(LongPollTransport, 'longPoll', {}, { clock })
    await server.saw(isGet)
    await wire.close()
    expect([closes(), wire.end, clock.alarmCount]).toEqual([1, undefined, 0])
    expect(await failureOf(wire.send(request(1, 'ping')))).toMatchObject({ class: 'closed' })
  })
})
