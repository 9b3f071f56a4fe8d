import { afterEach, describe, expect, it } from 'vitest'
import { LongPollTransport } from './long-poll'
import { failureOf, holding, notification, open, request, StillClock, tidy } from './remote-testing'
import { SseTransport } from './sse'

afterEach(tidy)

describe('PostingWire', () => {
  it.each([
    ['sse', SseTransport],
    ['longPoll', LongPollTransport]
  ])('does not leave what is cancelled open over %s', async (mode, Transport) => {
    const { held, until, options } = holding()
    const { wire, log } = await open(Transport, mode, { ...options, holds: true })
    const failing = failureOf(wire.send(request(1, 'tools/call')))
    await until(() => held.length === 1)
    await wire.send(notification('notifications/cancelled', { requestId: 1 }))
    await until(() => held[0]?.isClosed === true)
    expect(await failing).toMatchObject({ class: 'closed' })
    expect(log.tail(100).filter(({ abandons }) => abandons)).toEqual([])
  })

  it('does not leave what is answered elsewhere open for long', async () => {
    const clock = new StillClock()
    const { held, until, options } = holding()
    const fixture = { ...options, holds: true, answers: true }
    const { wire, answered } = await open(SseTransport, 'sse', fixture, { clock })
    wire.send(request(1, 'tools/call')).catch(() => undefined)
    await answered(1)
    await until(() => held.length === 1)
    clock.pass(2_000)
    await until(() => held[0]?.isClosed === true)
  })

  it('gives up the oldest of many requests whose end is never announced', async () => {
    const { held, until, options } = holding()
    const { wire, lost } = await open(SseTransport, 'sse', { ...options, holds: true })
    for (let id = 1; id <= 17; id++) {
      wire.send(request(id, 'initialize')).catch(() => undefined)
      await until(() => held.length === id)
    }
    await until(() => held[0]?.isClosed === true)
    expect(held.filter(({ isClosed }) => isClosed)).toHaveLength(1)
    expect(lost).toMatchObject([{ id: 1 }])
  })

  it.each([{ error: 'session not found' }, { success: false }, { jsonrpc: '1.0' }, false])(
    'fails a request at once to which the response is %j',
    async (body) => {
      const { wire, log } = await open(SseTransport, 'sse', { posted: { body } })
      const failure = await failureOf(wire.send(request(1, 'tools/call')))
      expect(failure).toMatchObject({ class: 'not-an-answer', status: 200, isUnsent: false })
      const noise = log.tail(100).filter(({ kind }) => kind === 'noise')
      expect(noise.map(({ text }) => text)).toEqual([JSON.stringify(body)])
    }
  )

  it.each([
    [200, { status: 'accepted' }, [{ status: 'accepted' }]],
    [202, { error: 'later, perhaps' }, [{ error: 'later, perhaps' }]],
    [200, 'Accepted', []],
    [200, 'ok', []]
  ])(
    'goes on waiting after %i %j, and writes down what is not a mere yes',
    async (status, body, noted) => {
      const { wire, log } = await open(SseTransport, 'sse', { posted: { status, body } })
      await wire.send(request(1, 'tools/call'))
      await wire.send(notification('notifications/initialized'))
      const noise = log.tail(100).filter(({ kind }) => kind === 'noise')
      expect(noise[0]?.text).toEqual(noted[0] && JSON.stringify(noted[0]))
    }
  )

  it('hears what is meant as an answer, though it is no frame', async () => {
    const body = { id: 1, result: {} }
    const { wire, messages } = await open(SseTransport, 'sse', { posted: { body } })
    await wire.send(request(1, 'tools/call'))
    expect(messages()).toEqual([body])
  })
})
