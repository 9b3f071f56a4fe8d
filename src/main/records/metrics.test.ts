import { describe, expect, it } from 'vitest'
import { Workbench } from '../../core/workbench/workbench'
import { ServerId } from '../../shared/protocol/ids'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { openMetrics } from './metrics'
import { PLAIN_NETWORKS } from '../../core/network/networks'

function definition(name: string): ServerDefinition {
  const id = ServerId.parse(name)
  return { id, name, scope: 'user', transport: 'stdio', command: 'node', args: [], env: {} }
}

function measured(...names: readonly string[]) {
  const servers = names.map(definition)
  const source = { list: () => servers, resolve: () => Promise.reject(new Error('not opened')) }
  const workbench = new Workbench({ networks: PLAIN_NETWORKS, servers: source, version: '0' })
  const metrics = openMetrics({ workbench, openedAs: () => undefined })
  const ask = (name: string): void => {
    const serverId = ServerId.parse(name)
    const seq = workbench.log.nextSeq
    const entry = { seq, time: Date.now(), serverId, origin: 'workbench', bytes: 2 } as const
    workbench.log.append({ ...entry, kind: 'request', method: 'ping' }, '{}')
  }
  const counted = () =>
    metrics.read().servers.map(({ serverId, requests_total }) => [serverId, requests_total])
  return { servers, metrics, ask, counted }
}

describe('the numbers of this run', () => {
  it('are of what passes, by server', () => {
    const { ask, counted, metrics } = measured('one', 'two')
    for (const name of ['one', 'two', 'one']) ask(name)
    expect(counted()).toEqual([
      ['one', 2],
      ['two', 1]
    ])
    expect(metrics.read().servers[0]?.active_sessions).toBe(0)
    expect(metrics.series(ServerId.parse('one'), 'workbench')).toMatchObject([{ requests: 2 }])
  })

  it('forget a server that is gone, even if its last frame passes after that', () => {
    const { servers, ask, counted } = measured('one', 'two')
    for (const name of ['one', 'two']) ask(name)
    servers.splice(0, 1)
    ask('one')
    expect(counted()).toEqual([['two', 1]])
  })
})
