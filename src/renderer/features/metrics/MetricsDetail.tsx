import type { ReportedMetrics, ServerMetrics } from '../../../shared/traffic/metrics'
import { request } from '../../bridge/bridge'
import { useAsked } from '../../bridge/use-asked'
import { Segments } from '../../ui/controls/Segments'
import { ServerText } from '../../ui/text/ServerText'
import { Skeleton } from '../../ui/panes/Skeleton'
import { shownMethod, type MetricsRow } from './metrics-rows'
import { nameWords } from './MetricsTable'
import { changeMetricsView, FORMS, SPANS, useMetricsView } from './metrics-view'
import { Reported } from './Reported'
import { SeriesChart } from './SeriesChart'
import { pointsIn } from './series-shape'
import { SeriesTable } from './SeriesTable'
import { summaryOf } from './series-words'
import styles from './metrics.module.css'

type Props = {
  readonly row: MetricsRow
  readonly server: ServerMetrics
  readonly reported: ReportedMetrics | undefined
  readonly recording: number | undefined
  /** When the numbers were asked for. */
  readonly time: number
  readonly everyMs: number | undefined
}

/** How one row came about over time, and what the server itself says. */
export function MetricsDetail({ row, server, reported, recording, time, everyMs }: Props) {
  const { form, span } = useMetricsView()
  const what = nameWords(row)
  return (
    <section className={styles['detail']} aria-label="Over time">
      <header className={styles['detailHead']}>
        <h3 title={what}>
          <ServerText>
            {row.method === undefined ? row.server : `${row.server} › ${shownMethod(row)}`}
          </ServerText>
        </h3>
        {form !== 'reported' && (
          <div className={styles['span']}>
            <Segments
              label="How far back"
              value={span}
              options={SPANS}
              onChange={(chosen) => changeMetricsView({ span: chosen })}
            />
          </div>
        )}
        <Segments
          label="How to show it"
          value={form}
          options={FORMS}
          onChange={(chosen) => changeMetricsView({ form: chosen })}
        />
      </header>
      {form === 'reported' ? (
        <Reported
          server={server}
          name={row.server}
          reported={reported}
          isOver={recording !== undefined}
        />
      ) : (
        <Series {...{ row, recording, time, everyMs, what }} />
      )}
    </section>
  )
}

/** Before the first request there is nothing to see, but some room. */
const LEAST_SPAN_MS = 20_000

type SeriesProps = Pick<Props, 'row' | 'recording' | 'time' | 'everyMs'> & { readonly what: string }

function Series({ row, recording, time, everyMs, what }: SeriesProps) {
  const { form, span } = useMetricsView()
  const { words, ms } = SPANS.find(({ value }) => value === span) ?? SPANS[0]
  const { serverId, origin, method, isBackground } = row
  const { value: points, failure } = useAsked(
    `series ${recording} ${row.key}`,
    () =>
      request('metrics.series', {
        serverId,
        origin,
        ...(method !== undefined && { method, isBackground }),
        ...(recording !== undefined && { recording })
      }),
    { everyMs }
  )
  if (failure !== undefined) return <p className={styles['failure']}>{failure}</p>
  if (!points) return <Skeleton rows={3} />
  const last = points.at(-1)
  // What is over is looked at from its end.
  const to = recording === undefined || !last ? time : last.time + last.spanMs
  const first = Math.min(points[0]?.time ?? to, to - LEAST_SPAN_MS)
  const range = { from: Math.max(first, to - ms), to }
  const seen = pointsIn(points, range)
  const summary = summaryOf(seen, what, words)
  if (form === 'table') return <SeriesTable points={seen} summary={summary} />
  return <SeriesChart points={seen} range={range} summary={summary} durations={row.numbers} />
}
