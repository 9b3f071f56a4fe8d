/** The own numbers of all servers that are open and give some. Opens none, and keeps none of a closed one. */
import type { ServerId } from '../../shared/protocol/ids'
import type { ReportedMetrics } from '../../shared/traffic/metrics'
import type { ServerDefinition } from '../../shared/servers/server-config'
import type { Clock } from '../time/clock'
import { MetricsPoll } from './metrics-poll'
import type { Credentials } from '../http/credentials'
import type { Workbench } from '../workbench/workbench'

export type MetricsPollsOptions = {
  readonly workbench: Pick<Workbench, 'log' | 'networks' | 'onSession'>
  /** What an open server was opened with, its values filled in. */
  readonly definitionOf: (serverId: ServerId) => ServerDefinition | undefined
  readonly clock: Clock
  readonly credentialsFor?: (definition: ServerDefinition) => Credentials | undefined
  readonly onReport?: (serverId: ServerId, reported: ReportedMetrics) => void
}

export class MetricsPolls {
  private readonly polls = new Map<ServerId, MetricsPoll>()
  private readonly reports = new Map<ServerId, ReportedMetrics>()
  private readonly stopListening: () => void

  constructor(private readonly options: MetricsPollsOptions) {
    this.stopListening = options.workbench.onSession(({ serverId, state }) => {
      if (state.phase === 'ready') this.begin(serverId)
      else this.end(serverId)
    })
  }

  /** What the server said last; undefined when it is not open, not asked, or has not answered yet. */
  of(serverId: ServerId): ReportedMetrics | undefined {
    return this.reports.get(serverId)
  }

  stop(): void {
    this.stopListening()
    for (const serverId of [...this.polls.keys()]) this.end(serverId)
  }

  private begin(serverId: ServerId): void {
    const { workbench, definitionOf, clock, credentialsFor, onReport } = this.options
    const definition = definitionOf(serverId)
    if (definition?.metricsUrl === undefined || this.polls.has(serverId)) return
    const poll = new MetricsPoll({
      definition,
      log: workbench.log,
      clock,
      networks: workbench.networks,
      credentials: credentialsFor?.(definition),
      onReport: (reported) => {
        this.reports.set(serverId, reported)
        onReport?.(serverId, reported)
      }
    })
    this.polls.set(serverId, poll)
    poll.start()
  }

  private end(serverId: ServerId): void {
    this.polls.get(serverId)?.stop()
    this.polls.delete(serverId)
    this.reports.delete(serverId)
  }
}
