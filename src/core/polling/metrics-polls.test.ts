import { afterEach, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { ReportedMetrics } from '../../shared/traffic/metrics'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { systemClock } from '../time/clock'
import { addressOf } from '../server-file/config-testing'
import { MetricsPolls } from './metrics-polls'
import { startHttpFaults, tidy } from '../transport/remote-testing'
import { startProxy, tidyNetwork } from '../workbench/network-testing'
import { Workbench } from '../workbench/workbench'
import { Networks, PLAIN_NETWORKS } from '../network/networks'

const id = ServerId.parse('test')
const ending: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const end of ending.splice(0)) await end()
  await tidyNetwork()
  await tidy()
})

function polled(definition: ServerDefinition, networks = PLAIN_NETWORKS) {
  const workbench = new Workbench({ networks, servers: [definition], version: '0' })
  let tell = (_reported: ReportedMetrics): void => {}
  const first = new Promise<ReportedMetrics>((resolve) => (tell = resolve))
  const onReport = (_id: ServerId, reported: ReportedMetrics): void => tell(reported)
  const definitionOf = (): ServerDefinition => definition
  const polls = new MetricsPolls({ workbench, definitionOf, clock: systemClock, onReport })
  ending.push(
    () => polls.stop(),
    () => workbench.closeAll()
  )
  return { workbench, polls, first }
}

describe('MetricsPolls', () => {
  it('ask a server while it is open, and forget what it said when it is closed', async () => {
    const { url } = await startHttpFaults('measured')
    const { workbench, polls, first } = polled(addressOf(url, {}, { metricsUrl: '/mcp/metrics' }))
    expect(polls.of(id)).toBeUndefined()
    await workbench.open(id)
    expect(await first).toMatchObject({ kind: 'numbers', numbers: { requests_total: 10_000 } })
    expect(polls.of(id)).toEqual(await first)
    await workbench.close(id)
    expect(polls.of(id)).toBeUndefined()
  })

  it('go the way that is set for all servers', async () => {
    const { port } = await startHttpFaults('measured')
    const places = { 'mcp.test:80': { port, host: '127.0.0.1' } }
    const proxy = await startProxy({ places })
    const networks = new Networks({ proxy: () => proxy.url, environment: {} })
    const definition = addressOf('http://mcp.test/mcp', {}, { metricsUrl: '/mcp/metrics' })
    const { workbench, first } = polled(definition, networks)
    await workbench.open(id)
    expect(await first).toMatchObject({ kind: 'numbers', numbers: { requests_total: 10_000 } })
  })

  it('leave a server alone that does not say where its numbers are', async () => {
    const { url, seen } = await startHttpFaults('measured')
    const { workbench } = polled(addressOf(url))
    await workbench.open(id)
    await workbench.close(id)
    expect(seen.filter(({ path }) => path.endsWith('metrics'))).toEqual([])
  })

  it('make no difference to the session when there are no numbers', async () => {
    const { url } = await startHttpFaults('ok')
    const { workbench, first } = polled(addressOf(url, {}, { metricsUrl: '/nowhere' }))
    await workbench.open(id)
    expect(await first).toMatchObject({ kind: 'failed' })
    expect(workbench.report(id).state.phase).toBe('ready')
  })
})
