import type { ReactNode } from 'react'
import type { ReportedMetrics, ServerMetrics } from '../../../shared/traffic/metrics'
import { shortTimeOfDay } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { reportedRows } from './reported-rows'
import styles from './metrics.module.css'

type Props = {
  readonly server: ServerMetrics
  readonly name: string
  readonly reported: ReportedMetrics | undefined
  /** Of a recording that is over, nobody can be asked any more. */
  readonly isOver: boolean
}

/** What the server says of itself, beside what Patchbay has counted. */
export function Reported({ server, name, reported, isOver }: Props) {
  if (isOver) return <Said>A recording does not hold what servers said of themselves.</Said>
  if (!reported) {
    return (
      <Said>
        <ServerText>{name}</ServerText> gives no numbers of its own now. A server that does is asked
        every ten seconds while it is open: <code>metricsUrl</code> in its definition says where.
      </Said>
    )
  }
  const time = shortTimeOfDay(reported.time)
  if (reported.kind === 'failed') {
    return (
      <Said>
        <b className={styles['failed']}>It did not say at {time}.</b>{' '}
        <ServerText>{reported.reason}</ServerText>
      </Said>
    )
  }
  return (
    <div className={styles['points']} tabIndex={0} role="region" aria-label="What the server says">
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="ui-unseen">What</span>
            </th>
            <th scope="col">Patchbay counts</th>
            <th scope="col">Server says, at {time}</th>
          </tr>
        </thead>
        <tbody>
          {reportedRows(server, reported.numbers).map(({ field, label, ours, theirs }) => (
            <tr key={field} title={field}>
              <th scope="row">{label}</th>
              <td>{ours}</td>
              <td>{theirs}</td>
            </tr>
          ))}
          {reported.others.map(({ name: other, text }) => (
            <tr key={other}>
              <th scope="row">
                <ServerText>{other}</ServerText>
              </th>
              <td />
              <td>
                <ServerText>{text}</ServerText>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Patchbay counts what passed between it and the server in this run; the server counts all
        that it was asked, by anyone.
      </p>
    </div>
  )
}

function Said({ children }: { readonly children: ReactNode }) {
  return <p className={styles['said']}>{children}</p>
}
