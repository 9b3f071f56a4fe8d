import type { TimelineBar } from '../../../shared/traffic/traffic-row'
import { visibleText } from '../../../shared/text/visible-text'
import { count } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { Bar } from './Bar'
import { shapeOf, type Scale } from './bar-shape'
import { sentenceOf, statusOf, tookWords } from './bar-words'
import { BAR_PX, topOf, type LaidLane } from './lane-layout'
import type { Range } from './time-window'
import styles from './timeline.module.css'

type Props = {
  readonly laid: LaidLane
  /** Where the time begins. */
  readonly left: number
  /** What is in view of all lanes, in pixels. */
  readonly seen: Range
  readonly scale: Scale
  readonly isLive: boolean
  readonly endOf: (bar: TimelineBar) => number
  readonly activeSeq: number | undefined
  readonly isChosen: (bar: TimelineBar) => boolean
}

/** The calls of one server. */
export function LaneView(props: Props) {
  const { laid, left, seen, scale, isLive, endOf, activeSeq, isChosen } = props
  const { lane, top, height } = laid
  const { name: server, isAuth } = lane
  const label = visibleText(isAuth ? `${server}, sign-in` : server)
  return (
    <div className={styles['lane']} role="group" aria-label={label} style={{ top, height }}>
      <div
        className={styles['name']}
        aria-hidden="true"
        title={label}
        style={left > 0 ? { width: left } : {}}
      >
        <span>
          <span>
            <ServerText>{server}</ServerText>
          </span>
          {isAuth && <i className={styles['signIn']}>sign-in</i>}
          <small title={count(lane.bars.length, isAuth ? 'exchange' : 'call')}>
            {lane.bars.length.toLocaleString('en-GB')}
          </small>
        </span>
      </div>
      <div className={styles['bars']} role="presentation" style={{ left, width: scale.widthPx }}>
        {lane.bars.map((placed) => {
          const { bar } = placed
          const barTop = topOf(placed, laid)
          if (top + barTop > seen.to || top + barTop + BAR_PX < seen.from) return null
          const end = endOf(bar)
          const shape = shapeOf(placed, end, scale)
          if (!shape) return null
          return (
            <Bar
              key={bar.seq}
              bar={bar}
              shape={shape}
              scale={scale}
              top={barTop}
              status={statusOf(bar, isLive)}
              took={tookWords(bar, end)}
              sentence={sentenceOf(bar, { server, end, isLive })}
              isSelected={isChosen(bar)}
              isActive={bar.seq === activeSeq}
            />
          )
        })}
      </div>
    </div>
  )
}
