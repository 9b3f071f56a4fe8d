import { afterEach, describe, expect, it } from 'vitest'
import { holding, notification, open, openSession, request, tidy } from './remote-testing'
import { StreamableHttpTransport } from './streamable-http'

afterEach(tidy)

describe('HttpWire', () => {
  it('leaves no response to a question after health open that never ends', async () => {
    const { held, until, options } = holding()
    const fixture = { ...options, holdsGets: true, opens: true }
    const { wire } = await open(StreamableHttpTransport, 'held', fixture)
    expect(await wire.healthCheck()).toBe(true)
    await until(() => held[0]?.isClosed === true)
  })

  it('takes a server for ill that answers with 500, and for well that knows no such address', async () => {
    const health = async (status: number): Promise<boolean> => {
      const { wire } = await open(StreamableHttpTransport, 'status', { status })
      return wire.healthCheck()
    }
    expect(await Promise.all([500, 503, 404, 405, 200].map(health))).toEqual([
      ...[false, false],
      ...[true, true, true]
    ])
  })

  it('misses the content type of a body, but not where there is no body', async () => {
    const { wire, log, answered, until, lifecycle } = await openSession(
      StreamableHttpTransport,
      'emptyBody'
    )
    await until(() => lifecycle().some((text) => text.startsWith('GET')))
    await wire.send(notification('notifications/roots/list_changed'))
    const rules = () =>
      log
        .tail(100)
        .flatMap(({ kind, violations = [] }) => violations.map(({ rule }) => [kind, rule]))
    expect(rules()).toEqual([])
    await wire.send(request(1, 'tools/call'))
    await answered(1)
    expect(rules()).toEqual([['result', 'missing-header']])
  })
})
