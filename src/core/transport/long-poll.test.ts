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

  it('marks polls that go well as background, and those that fail not', async () => {
    const clock = new StillClock()
    const batches = (poll: number): string => `{"cursor":${poll},"messages":[]}`
    const state = { failures: 1, batches }
    const { log } = await open(LongPollTransport, 'longPoll', state, { clock })
    await clock.waitsFor(1_000)
    clock.pass(1_000)
    await clock.waitsFor(1_000)
    const polls = log.tail(100).filter(({ text }) => text?.startsWith('GET ') === true)
    expect(polls.map(({ isBackground }) => isBackground)).toEqual([undefined, true])
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

  it('writes each message down exactly as it came', async () => {
    const raw = '{"jsonrpc":"2.0", "method":"x","params":{"big":12345678901234567890,"a":1,"a":2}}'
    const batches = (poll: number): string =>
      `{"cursor":${poll},"messages":[${poll === 1 ? raw : ''}]}`
    const clock = new StillClock()
    const { log, heard, until } = await open(LongPollTransport, 'longPoll', { batches }, { clock })
    await until(() => heard.length > 0)
    expect(log.raw(heard[0]?.entry.seq ?? 0)).toBe(raw)
  })

  it('does not take a cursor that moves for news', async () => {
    const batches = (poll: number): string => `{"cursor":${poll},"messages":[]}`
    const clock = new StillClock()
    const { server } = await open(LongPollTransport, 'longPoll', { batches }, { clock })
    for (const count of [1, 2, 3]) {
      await clock.waitsFor(1_000)
      expect(server.seen).toHaveLength(count)
      clock.pass(1_000)
    }
    await server.saw(({ path }) => path === '/mcp?cursor=3')
  })

  it('asks on at once after messages, with a cursor or without', async () => {
    const message = '{"jsonrpc":"2.0","method":"x"}'
    for (const cursor of ['"cursor":POLL,', '']) {
      const batches = (poll: number): string =>
        `{${cursor.replace('POLL', String(poll))}"messages":[${poll <= 3 ? message : ''}]}`
      const clock = new StillClock()
      const { heard, until } = await open(LongPollTransport, 'longPoll', { batches }, { clock })
      await until(() => heard.length === 3)
    }
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
