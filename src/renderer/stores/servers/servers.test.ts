import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ServersChange } from '../../../shared/servers/configuration'
import type { ServerId } from '../../../shared/protocol/ids'
import { changedServers, setServers, useServers, whenListed } from './servers'

const FILES = 'user:files' as ServerId

function listing(...names: readonly string[]): ServersChange {
  return {
    servers: names.map((name) => ({
      id: `user:${name}` as ServerId,
      name,
      scope: 'user',
      standing: { kind: 'usable' },
      warnings: [],
      transport: 'unknown'
    })),
    config: { files: [], recentProjects: [], changes: [] }
  }
}

beforeEach(() => setServers(listing()))

describe('waiting for a server that was just made', () => {
  test('ends when the list has it, and not before', async () => {
    const heard = vi.fn()
    const waiting = whenListed(FILES).then(heard)
    setServers(listing('other'))
    await Promise.resolve()
    expect(heard).not.toHaveBeenCalled()
    setServers(listing('other', 'files'))
    await waiting
    expect(heard).toHaveBeenCalledOnce()
  })

  test('ends at once when the list has it already', async () => {
    setServers(listing('files'))
    await expect(whenListed(FILES)).resolves.toBeUndefined()
  })

  test('ends in the end when it never comes', async () => {
    vi.useFakeTimers()
    const waiting = whenListed(FILES)
    await vi.runAllTimersAsync()
    await expect(waiting).resolves.toBeUndefined()
    vi.useRealTimers()
  })
})

test('a server that is gone is still called by its name', () => {
  setServers(listing('files'))
  setServers(listing())
  expect(useServers.getState().names[FILES]).toBe('files')
})

test('servers that are written otherwise now are told from those that are as they were', () => {
  const { servers } = listing('a', 'b')
  const after = servers.map((server) =>
    server.name === 'b' ? { ...server, description: 'new' } : { ...server }
  )
  expect(changedServers(servers, [...after, ...listing('c').servers])).toEqual(['user:b', 'user:c'])
})
