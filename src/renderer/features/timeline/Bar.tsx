import type { TimelineBar } from '../../../shared/traffic/traffic-row'
import { ServerText } from '../../ui/text/ServerText'
import { nameOf, SIGNS, type BarStatus } from './bar-words'
import { ticksPath, type BarShape, type Scale } from './bar-shape'
import { BAR_PX } from './lane-layout'
import styles from './timeline.module.css'

type Props = {
  readonly bar: TimelineBar
  readonly shape: BarShape
  readonly scale: Scale
  readonly top: number
  readonly status: BarStatus
  readonly took: string
  /** All that there is to say of it. */
  readonly sentence: string
  readonly isSelected: boolean
  readonly isActive: boolean
}

const TICK_PX = 3
/** A sign has to be that wide to be read. */
const SIGN_PX = 9
/** Its border is all there is of it. */
const THIN_PX = 5

/** One call: as long as it took, with a line for each time it told of its progress. */
export function Bar(props: Props) {
  const { bar, shape, scale, top, status, took, sentence, isSelected, isActive } = props
  const { left, width, isCutLeft, isCutRight, words } = shape
  const ticks = ticksPath(bar.ticks, shape, scale, TICK_PX)
  const sign = SIGNS[status.look]
  return (
    <div
      id={barId(bar.seq)}
      className={styles['bar']}
      role="option"
      aria-label={sentence}
      aria-selected={isSelected}
      data-seq={bar.seq}
      data-look={status.look}
      data-active={isActive}
      data-thin={width < THIN_PX}
      data-cut-left={isCutLeft}
      data-cut-right={isCutRight}
      style={{ left, top, width, height: BAR_PX }}
    >
      {ticks !== '' && (
        <svg className={styles['ticks']} width={width} height={TICK_PX} aria-hidden="true">
          <path d={ticks} />
        </svg>
      )}
      {words ? (
        <span
          className={styles['words']}
          data-inside={words.isInside}
          style={{ left: words.left, width: words.width }}
        >
          {sign !== '' && <b className={styles['sign']}>{sign}</b>}
          <ServerText>{nameOf(bar)}</ServerText>
          {status.look !== 'ok' && <i className={styles['word']}> {status.word}</i>}
          <small className={styles['took']}> {took}</small>
        </span>
      ) : (
        sign !== '' && width >= SIGN_PX && <b className={styles['loneSign']}>{sign}</b>
      )}
    </div>
  )
}

export function barId(seq: number): string {
  return `call-bar-${seq}`
}
