import {
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject
} from 'react'
import type { Timeline, TimelineBar } from '../../../shared/traffic/traffic-row'
import { nextIndex } from '../../ui/list/list-keys'
import { useSize } from '../../ui/panes/use-size'
import { barId } from './Bar'
import { BarTip } from './BarTip'
import { LaneView } from './LaneView'
import { layLanes, scrolledTo, topOf, BAR_PX } from './lane-layout'
import { packLanes } from './pack-lanes'
import { TimeAxis, TimeLines } from './TimeAxis'
import type { Range } from './time-window'
import { usePanZoom } from './use-pan-zoom'
import { useRunningNow } from './use-running-now'
import { useWindow } from './use-window'
import { ZOOM_FACTOR, ZoomButtons } from './ZoomButtons'
import styles from './timeline.module.css'

type Props = {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly timeline: Timeline
  readonly extent: NonNullable<Timeline['extent']>
  readonly recording: number
  readonly isLive: boolean
  readonly isPaused: boolean
  readonly nameOf: (serverId: string) => string
  readonly selectedSeq: number | undefined
  readonly onSelect: (seq: number) => void
  readonly onPause: () => void
  readonly onLook: (range: Range) => void
}

/** Where there is less room, the names of servers stand above their bars. */
const NARROW_PX = 560
const NAMES_PX = 120
/** The last bar can be scrolled out from under the buttons. */
const BUTTONS_PX = 44
const PAGE = 10
const STEP = 0.2

export function TimelineChart(props: Props) {
  const { frame, timeline, recording, isLive, nameOf, selectedSeq, onSelect, onLook } = props
  const { bars } = timeline
  const keysId = useId()
  const { width, height } = useSize(frame)
  const [scrollTop, setScrollTop] = useState(0)
  const [activeSeq, setActiveSeq] = useState<number>()
  const [isFocused, setIsFocused] = useState(false)

  const isNarrow = width < NARROW_PX
  const left = isNarrow ? 0 : NAMES_PX
  const laid = useMemo(() => layLanes(packLanes(bars, nameOf), isNarrow), [bars, nameOf, isNarrow])
  const isWaiting = isLive && bars.some(({ endedAt }) => endedAt === undefined)
  const now = useRunningNow(isWaiting && !props.isPaused, everyMs(bars.length))
  const extent: Range = {
    from: props.extent.firstAt,
    to: isWaiting ? Math.max(now, props.extent.lastAt) : props.extent.lastAt
  }
  const control = useWindow({ recording, extent, isLive })
  const { window, range } = control
  const { from, to } = range
  const scale = { from, to, widthPx: Math.max(1, width - left) }
  useEffect(() => onLook({ from, to }), [onLook, from, to])

  const active = bars.find(({ seq }) => seq === activeSeq)
  const endOf = (bar: TimelineBar): number => bar.endedAt ?? Math.max(bar.time, extent.to)
  const isSeen = (bar: TimelineBar): boolean => bar.time <= to && endOf(bar) >= from
  const isChosen = ({ seq, ending }: TimelineBar): boolean =>
    selectedSeq !== undefined && (seq === selectedSeq || ending?.seq === selectedSeq)
  const zoom = (factor: number): void =>
    control.zoom(factor, active && (active.time + endOf(active)) / 2)
  const panZoom = usePanZoom({
    frame,
    left,
    widthPx: scale.widthPx,
    extent,
    onWindow: control.change
  })

  function reveal({ seq, time }: TimelineBar): void {
    control.reveal(time)
    for (const lane of laid.lanes) {
      const placed = lane.lane.bars.find(({ bar }) => bar.seq === seq)
      const { scrollTop: seenTop = 0, clientHeight = 0 } = frame.current ?? {}
      const seen = { top: seenTop, height: clientHeight }
      const top = placed && scrolledTo(lane.top + topOf(placed, lane), BAR_PX, seen)
      if (top !== undefined) frame.current?.scrollTo({ top })
    }
  }

  // What was chosen elsewhere is seen here too, once.
  const revealChosen = useEffectEvent(() => {
    const chosen = bars.find(isChosen)
    if (chosen) reveal(chosen)
  })
  const isMeasured = width > 0
  useEffect(() => {
    if (isMeasured) revealChosen()
  }, [isMeasured])

  function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const current = active ? bars.indexOf(active) : besideSeen(bars, isSeen, event.key)
    const next = bars[nextIndex(event.key, current, bars.length, PAGE) ?? -1]
    if (next) {
      setActiveSeq(next.seq)
      reveal(next)
    } else if (active && event.key === 'Enter') onSelect(active.seq)
    else if (event.key === ' ') props.onPause()
    else if (event.key === '+' || event.key === '=') zoom(1 / ZOOM_FACTOR)
    else if (event.key === '-' || event.key === '_') zoom(ZOOM_FACTOR)
    else if (event.key === '0') control.showAll()
    else if (event.key === 'ArrowRight') control.move(STEP)
    else if (event.key === 'ArrowLeft') control.move(-STEP)
    else return
    event.preventDefault()
  }

  function handleClick(event: MouseEvent): void {
    const bar = (event.target as HTMLElement).closest<HTMLElement>('[data-seq]')
    if (!bar || panZoom.hasDragged()) return
    setActiveSeq(Number(bar.dataset['seq']))
    onSelect(Number(bar.dataset['seq']))
  }

  return (
    <div className={styles['chart']} data-narrow={isNarrow}>
      <ZoomButtons
        isAll={window.kind === 'all'}
        isNewest={window.kind !== 'still'}
        onZoom={zoom}
        onAll={control.showAll}
        onNewest={control.showNewest}
      />
      <div className={styles['head']}>
        <TimeAxis scale={scale} left={left} />
      </div>
      <div
        ref={frame}
        className={styles['lanes']}
        role="listbox"
        aria-label="Calls over time"
        aria-describedby={keysId}
        aria-activedescendant={active && isSeen(active) ? barId(active.seq) : undefined}
        tabIndex={0}
        onKeyDown={handleKey}
        onClick={handleClick}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        onPointerDown={panZoom.onPointerDown}
        onPointerMove={panZoom.onPointerMove}
        onPointerUp={panZoom.onPointerUp}
      >
        <div
          className={styles['all']}
          role="presentation"
          style={{ height: laid.height + (isNarrow ? BUTTONS_PX : 0) }}
        >
          <TimeLines scale={scale} left={left} now={isWaiting ? now : undefined} />
          {laid.lanes
            .filter((lane) => lane.top + lane.height >= scrollTop && lane.top <= scrollTop + height)
            .map((lane) => (
              <LaneView
                key={lane.lane.key}
                laid={lane}
                left={left}
                seen={{ from: scrollTop, to: scrollTop + height }}
                scale={scale}
                isLive={isLive}
                endOf={endOf}
                activeSeq={activeSeq}
                isChosen={isChosen}
              />
            ))}
        </div>
      </div>
      {!bars.some(isSeen) && <p className={styles['note']}>No call was under way at this time.</p>}
      {timeline.isCut && (
        <p className={styles['note']} role="status">
          Not all calls are shown: only the newest, and those that still wait. Zoom in on earlier
          ones to see them.
        </p>
      )}
      <span id={keysId} hidden>
        Up and down go from call to call, Enter shows a call. Left and right move the time, plus and
        minus zoom, 0 shows all.
      </span>
      <BarTip
        frame={frame}
        activeSeq={isFocused ? activeSeq : undefined}
        isLive={isLive}
        barOf={(seq) => bars.find((bar) => bar.seq === seq)}
        endOf={endOf}
        serverOf={({ serverId }) => nameOf(serverId)}
      />
    </div>
  )
}

/** The more there is to draw, the less often. */
function everyMs(bars: number): number {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || bars > 800) return 1_000
  return bars > 150 ? 250 : 100
}

/** So that the first key leads to what is seen, and not to the beginning of all. */
function besideSeen(
  bars: readonly TimelineBar[],
  isSeen: (bar: TimelineBar) => boolean,
  key: string
): number {
  return key === 'ArrowUp' ? bars.findLastIndex(isSeen) + 1 : bars.findIndex(isSeen) - 1
}
