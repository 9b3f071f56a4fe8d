import type { ReactNode } from 'react'
import { Panel } from 'react-resizable-panels'
import { withoutBackground } from '../../../shared/traffic/metrics'
import { request } from '../../bridge/bridge'
import { useAsked } from '../../bridge/use-asked'
import { EmptyState } from '../../ui/panes/EmptyState'
import { PanelEdge, Panels } from '../../ui/panes/Panels'
import { Skeleton } from '../../ui/panes/Skeleton'
import { MetricsDetail } from './MetricsDetail'
import { metricsRows } from './metrics-rows'
import { MetricsTable } from './MetricsTable'
import { changeMetricsView, useMetricsView } from './metrics-view'
import styles from './metrics.module.css'

type Props = {
  /** An earlier one; absent for what passes now. */
  readonly recording: number | undefined
  /** Only of this server. */
  readonly serverId: string | undefined
  /** The one whose numbers are looked at first. */
  readonly currentId: string | undefined
  /** What is seen is held. */
  readonly isPaused: boolean
  /** The table and the chart are side by side, and not below each other. */
  readonly isWide: boolean
  /** Leaves out automatic requests. */
  readonly hidesBackground: boolean
  readonly nameOf: (serverId: string) => string
  readonly onPause: () => void
  readonly footer: ReactNode
}

const EVERY_MS = 1_000

/** How often servers are asked, how fast they answer and how often that goes wrong. */
export function MetricsPane(props: Props) {
  const { recording, serverId, currentId, isPaused, isWide, nameOf, onPause, footer } = props
  const { hidesBackground } = props
  const { selected, sorting } = useMetricsView()
  const everyMs = recording === undefined && !isPaused ? EVERY_MS : undefined
  const { value, failure } = useAsked(
    `metrics ${recording}`,
    async () => ({
      ...(await request('metrics.read', recording === undefined ? {} : { recording })),
      time: Date.now()
    }),
    { everyMs }
  )
  if (!value) {
    return failure === undefined ? <Skeleton rows={4} /> : <Failed reason={failure} />
  }
  const servers = value.servers
    .filter((server) => serverId === undefined || server.serverId === serverId)
    .map((server) => (hidesBackground ? withoutBackground(server) : server))
  const rows = metricsRows(servers, nameOf, sorting)
  const row =
    rows.find(({ key }) => key === selected) ??
    rows.find((each) => each.serverId === currentId) ??
    rows[0]
  if (!row) return <NoNumbers isFiltered={value.servers.length > 0} />
  const server = servers.find((each) => each.serverId === row.serverId)
  return (
    <section className={styles['pane']} aria-label="Metrics">
      {failure !== undefined && <Failed reason={failure} />}
      <div className="ui-fill">
        <Panels
          name={`metrics-${isWide ? 'wide' : 'tall'}`}
          orientation={isWide ? 'horizontal' : 'vertical'}
        >
          <Panel id="numbers" minSize={isWide ? 280 : 96}>
            <MetricsTable
              rows={rows}
              sorting={sorting}
              selected={row.key}
              onSelect={(key) => changeMetricsView({ selected: key })}
              onPause={onPause}
              onSort={(next) => changeMetricsView({ sorting: next })}
            />
          </Panel>
          <PanelEdge label="Size of the chart" />
          <Panel id="chart" defaultSize="45%" minSize={isWide ? 260 : 140}>
            {server && (
              <MetricsDetail
                row={row}
                server={server}
                reported={value.reported[row.serverId]}
                recording={recording}
                time={value.time}
                everyMs={everyMs}
              />
            )}
          </Panel>
        </Panels>
      </div>
      {footer}
    </section>
  )
}

function NoNumbers({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return <EmptyState title="Nothing was asked of this server yet" />
  }
  return (
    <EmptyState title="No numbers yet">
      Open a server: what it is asked is counted here by method, with how long each answer took.
    </EmptyState>
  )
}

function Failed({ reason }: { readonly reason: string }) {
  return (
    <p className={styles['failure']} role="alert">
      {reason}
    </p>
  )
}
