import { memo } from 'react'
import type { TrafficEntry } from '../../../shared/traffic/traffic'
import { visibleText } from '../../../shared/text/visible-text'
import { count, timeOfDay } from '../../ui/text/format'
import { FoundText } from './FoundText'
import { firstLineOf, sourceOf, toneOf } from './log-lines'
import styles from './logs.module.css'

type Props = {
  readonly line: TrafficEntry
  readonly pattern: RegExp | undefined
  readonly index: number
  readonly start: number
  readonly isSelected: boolean
}

export const LogRow = memo(function LogRow(props: Props) {
  const { line, pattern, index, start, isSelected } = props
  const { seq, time, kind, level, text = '' } = line
  const { line: first, more } = firstLineOf(text)
  const source = sourceOf(line)
  return (
    <div
      id={`line-${seq}`}
      className={styles['cells']}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      data-seq={seq}
      data-tone={toneOf(level)}
      style={{ transform: `translateY(${start}px)` }}
    >
      <time role="gridcell">{timeOfDay(time)}</time>
      <span role="gridcell" className={styles['source']} title={visibleText(source)}>
        <FoundText text={source} pattern={pattern} />
      </span>
      <span role="gridcell" className={styles['word']}>
        {kind === 'stderr' ? '' : (level ?? 'no level')}
      </span>
      <span role="gridcell" className={styles['text']}>
        <FoundText text={first} pattern={pattern} />
        {more > 0 && <span className={styles['more']}> +{count(more, 'line')}</span>}
      </span>
    </div>
  )
})
