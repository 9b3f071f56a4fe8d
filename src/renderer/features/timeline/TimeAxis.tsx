import { axisTicks } from '../../ui/time/time-axis'
import { pixelOf, type Scale } from './bar-shape'
import styles from './timeline.module.css'

type Props = { readonly scale: Scale; readonly left: number }

/** A label that is cut at the end says something else. */
const LABEL_PX = 56

export function TimeAxis({ scale, left }: Props) {
  return (
    <div className={styles['axis']} style={{ left, width: scale.widthPx }} aria-hidden="true">
      {axisTicks(scale, scale.widthPx).map(({ time, label }) => (
        <span key={time} style={{ left: pixelOf(time, scale) }}>
          {pixelOf(time, scale) + LABEL_PX <= scale.widthPx && label}
        </span>
      ))}
    </div>
  )
}

/** Where the labels are, through all lanes, and where it is now. */
export function TimeLines({ scale, left, now }: Props & { readonly now: number | undefined }) {
  const isNowSeen = now !== undefined && now >= scale.from && now <= scale.to
  return (
    <div className={styles['lines']} style={{ left, width: scale.widthPx }} aria-hidden="true">
      {axisTicks(scale, scale.widthPx).map(({ time }) => (
        <i key={time} style={{ left: pixelOf(time, scale) }} />
      ))}
      {isNowSeen && <i className={styles['now']} style={{ left: pixelOf(now, scale) }} />}
    </div>
  )
}
