import type { ServerResponse } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import type { SessionState } from '../../shared/servers/session-state'
import type { Workbench } from '../workbench/workbench'
import {
  connect,
  listen,
  methodsOf,
  REMOTE,
  stateOf,
  stops,
  usual
} from '../workbench/http-testing'

/** The state that a session has after it was ready. */
function leaving(workbench: Workbench): Promise<SessionState> {
  return new Promise((resolve) => {
    workbench.onSession(({ state }) => state.phase !== 'ready' && resolve(state))
  })
}

describe('a session whose server ends its own stream', () => {
  it.each(['cut', 'ended', 'ended with a wish to be asked in five minutes'])(
    'does not stay ready when the stream is %s and the server is gone, though nobody calls',
    async (how) => {
      let own: ServerResponse | undefined
      const { url } = await listen(({ verb, message }, response) => {
        if (verb !== 'GET') return usual(message)
        own = response.writeHead(200, { 'content-type': 'text/event-stream' })
        return void own.write(how.includes('wish') ? 'retry: 300000\n\n' : ': hello\n\n')
      })
      const workbench = connect(url, 'streamable-http', { era: 'legacy', maxRestarts: 1 })
      await workbench.open(REMOTE)
      await vi.waitFor(() => expect(own).toBeDefined())
      const left = leaving(workbench)
      if (how !== 'cut') own?.end()
      await stops.shift()?.()
      expect(await left).toMatchObject({
        phase: 'waiting',
        reason: expect.stringContaining('ECONNREFUSED') as unknown
      })
    }
  )

  it('does not stay ready when the stream of a modern server ends and it is gone', async () => {
    let own: ServerResponse | undefined
    const { url } = await listen(({ message }, response) => {
      if (message.method === 'server/discover') {
        const capabilities = { tools: { listChanged: true } }
        return { supportedVersions: ['2026-07-28'], capabilities }
      }
      if (message.method !== 'subscriptions/listen') return usual(message)
      own = response.writeHead(200, { 'content-type': 'text/event-stream' })
      return void own.write(': hello\n\n')
    })
    const workbench = connect(url, 'streamable-http', { maxRestarts: 1 })
    await workbench.open(REMOTE)
    await vi.waitFor(() => expect(own).toBeDefined())
    const left = leaving(workbench)
    own?.end()
    await stops.shift()?.()
    expect(await left).toMatchObject({ phase: 'waiting' })
  })

  it('stays ready when its own stream ends and it still answers', async () => {
    const streams: ServerResponse[] = []
    const { url, asked } = await listen(({ verb, message }, response) => {
      if (verb !== 'GET') return message.method === 'ping' ? {} : usual(message)
      streams.push(response.writeHead(200, { 'content-type': 'text/event-stream' }))
      return void response.write(': hello\n\n')
    })
    const workbench = connect(url, 'streamable-http', { era: 'legacy' })
    await workbench.open(REMOTE)
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    streams[0]?.end()
    await vi.waitFor(() => expect([streams.length, methodsOf(asked).at(-1)]).toEqual([2, 'ping']))
    expect(stateOf(workbench).phase).toBe('ready')
  })
})

describe('a session whose server has no stream of its own', () => {
  it.each(['streamable-http', 'auto'] as const)(
    'does not stay ready over %s when the server is gone, though nobody calls',
    async (transport) => {
      const { url, asked } = await listen(({ message }) => usual(message))
      const workbench = connect(url, transport, { era: 'legacy', maxRestarts: 1 })
      await workbench.open(REMOTE)
      await vi.waitFor(() => expect(asked.some(({ verb }) => verb === 'GET')).toBe(true))
      const left = leaving(workbench)
      await stops.shift()?.()
      expect(await left).toMatchObject({
        phase: 'waiting',
        reason: expect.stringContaining('ECONNREFUSED') as unknown
      })
    }
  )

  it('is asked nothing for being looked after', async () => {
    const { url, asked, connections } = await listen(({ message }) => usual(message))
    const workbench = connect(url, 'streamable-http', { era: 'legacy' })
    await workbench.open(REMOTE)
    await vi.waitFor(() => expect(asked.some(({ verb }) => verb === 'GET')).toBe(true))
    const before = connections()
    await vi.waitFor(() => expect(connections()).toBeGreaterThan(before + 3), 10_000)
    expect(stateOf(workbench).phase).toBe('ready')
    expect(methodsOf(asked)).not.toContain('ping')
  })
})
