import { Pin } from 'lucide-react'
import { memo } from 'react'
import { dayOf } from '../../ui/time/day'
import { bytes, milliseconds, shortTimeOfDay } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { describeEnding } from './ending-words'
import type { HistoryRow } from './history-rows'
import styles from './history.module.css'

type Props = {
  readonly id: string
  readonly row: HistoryRow
  readonly isShown: boolean
  readonly isCompared: boolean
  /** Enter would choose it to be compared. */
  readonly isCandidate: boolean
}

const SHOWN_CHARS = 200

export const HistoryListRow = memo(function HistoryListRow(props: Props) {
  const { id, row, isShown, isCompared, isCandidate } = props
  const { glyph, word, tone } = describeEnding(row)
  const day = dayOf(row.startedAt, Date.now())
  return (
    <div
      id={id}
      className={styles['row']}
      role="option"
      aria-selected={isShown}
      data-compared={isCompared}
      data-candidate={isCandidate}
      data-call={row.id}
    >
      <span className={styles['pin']}>{row.isPinned && <Pin aria-label="pinned" size={12} />}</span>
      <time className={styles['time']} title={new Date(row.startedAt).toLocaleString('en-GB')}>
        {day === undefined ? shortTimeOfDay(row.startedAt) : day}
      </time>
      <span className={styles['ending']} data-tone={tone}>
        {glyph} {word}
      </span>
      <span className={styles['amount']}>
        {row.tookMs === undefined ? '' : milliseconds(row.tookMs)}
      </span>
      <span className={styles['amount']}>
        {row.answerBytes === undefined ? '' : bytes(row.answerBytes)}
      </span>
      {row.isForced === true && (
        <span className={styles['forced']} title="The schema forbids its arguments.">
          sent anyway
        </span>
      )}
      <span className={styles['about']}>
        {row.name === undefined ? (
          <code>
            <ServerText>{JSON.stringify(row.arguments).slice(0, SHOWN_CHARS)}</ServerText>
          </code>
        ) : (
          <strong>{row.name}</strong>
        )}
      </span>
    </div>
  )
})
