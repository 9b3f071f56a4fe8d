import type { SeriesPoint } from '../../../shared/traffic/metrics'
import { BUDGETS_MS, type BudgetName } from '../../../shared/traffic/metrics'
import { milliseconds, shortTimeOfDay } from '../../ui/text/format'
import { NOTHING } from './metrics-words'
import { PERCENTILES } from './series-shape'
import styles from './metrics.module.css'

type Props = { readonly points: readonly SeriesPoint[]; readonly summary: string }

/** More rows than anyone reads; the newest are first. */
const MOST_ROWS = 600

/** The same as the chart, for whoever would rather read it. */
export function SeriesTable({ points, summary }: Props) {
  const newest = points.slice(-MOST_ROWS).reverse()
  return (
    <div className={styles['points']} tabIndex={0} role="region" aria-label="Numbers over time">
      <p>{summary}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Seconds</th>
            <th scope="col">Made</th>
            <th scope="col">Ended</th>
            <th scope="col">Errors</th>
            {PERCENTILES.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Max</th>
          </tr>
        </thead>
        <tbody>
          {newest.map((point) => (
            <tr key={point.time}>
              <th scope="row">{shortTimeOfDay(point.time)}</th>
              <td>{point.spanMs / 1_000}</td>
              <td>{point.requests}</td>
              <td>{point.count}</td>
              <td data-over={point.errors > 0}>{point.errors}</td>
              {PERCENTILES.map((name) => (
                <Duration key={name} name={name} ms={point[name]} />
              ))}
              <td>{point.max === null ? NOTHING : milliseconds(point.max)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Duration({ name, ms }: { readonly name: BudgetName; readonly ms: number | null }) {
  if (ms === null) return <td>{NOTHING}</td>
  const isOver = ms >= BUDGETS_MS[name]
  return (
    <td data-over={isOver}>
      {isOver && <b aria-hidden="true">! </b>}
      {milliseconds(ms)}
      {isOver && <span className="ui-unseen"> over its budget</span>}
    </td>
  )
}
