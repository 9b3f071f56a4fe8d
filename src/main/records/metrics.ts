/** Counts what passes, and asks open servers for their own numbers. Knows servers that are there only. */
import { systemClock } from '../../core/time/clock'
import { MetricsPolls, type MetricsPollsOptions } from '../../core/polling/metrics-polls'
import { Metrics } from '../../core/metrics/metrics'
import type { Workbench } from '../../core/workbench/workbench'
import type { ServerId } from '../../shared/protocol/ids'
import { OTHERS, type MetricsReading } from '../../shared/traffic/metrics'
import type { ServerDefinition } from '../../shared/servers/server-config'

export type MetricsParts = {
  readonly workbench: Workbench
  /** What an open server was opened with. */
  readonly openedAs: (serverId: ServerId) => ServerDefinition | undefined
  readonly credentialsFor?: MetricsPollsOptions['credentialsFor']
}

export type LiveMetrics = Pick<Metrics, 'series'> & {
  readonly read: () => MetricsReading
  /** The servers may be others by now. */
  readonly follow: () => void
}

export function openMetrics({ workbench, openedAs, credentialsFor }: MetricsParts): LiveMetrics {
  const metrics = new Metrics({
    clock: systemClock,
    activeSessions: (id) => Number(workbench.report(id).state.phase === 'ready')
  })
  const polls = new MetricsPolls({
    workbench,
    definitionOf: openedAs,
    clock: systemClock,
    ...(credentialsFor && { credentialsFor })
  })
  workbench.onTraffic((entry) => metrics.see(entry))
  const follow = (): void => {
    const there = new Set<string>(workbench.servers().map(({ id }) => id)).add(OTHERS)
    for (const { serverId } of metrics.snapshot()) {
      if (!there.has(serverId)) metrics.forget(serverId)
    }
  }
  return {
    series: (...asked) => metrics.series(...asked),
    follow,
    read: () => {
      // The last frames of a server pass after it was removed.
      follow()
      const servers = metrics.snapshot()
      const reported = servers.flatMap(({ serverId }) => {
        const said = polls.of(serverId)
        return said ? [[serverId, said] as const] : []
      })
      return { servers, reported: Object.fromEntries(reported) }
    }
  }
}
