import { useRef, useState, type PointerEvent } from 'react'
import {
  BUDGETS_MS,
  type BudgetName,
  type Durations,
  type SeriesPoint
} from '../../../shared/traffic/metrics'
import { count, milliseconds, shortTimeOfDay } from '../../ui/text/format'
import { axisTicks, type TimeRange } from '../../ui/time/time-axis'
import { useSize } from '../../ui/panes/use-size'
import { NOTHING } from './metrics-words'
import { canNameBudgets, linePath, nearest, PERCENTILES, placesOf, scaleOf } from './series-shape'
import styles from './metrics.module.css'

type Props = {
  /** Those in the range. */
  readonly points: readonly SeriesPoint[]
  readonly range: TimeRange
  readonly summary: string
  /** Of all that was ever asked. */
  readonly durations: Durations
}

const LEFT_PX = 48
const RIGHT_PX = 14
/** For the names of the budgets. */
const NAMES_PX = 92
const NARROW_PX = 300
const TOP_PX = 6
const BOTTOM_PX = 22
/** Of more, the lines say enough. */
const MARKED_POINTS = 150

/** Durations over time with their budgets. Each percentile has a line, a mark and a name of its own. */
export function SeriesChart({ points, range, summary, durations }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(frame)
  const [pointedAt, setPointedAt] = useState<number>()
  const isNarrow = width < NARROW_PX
  const area = {
    widthPx: Math.max(1, width - LEFT_PX - (isNarrow ? RIGHT_PX : NAMES_PX)),
    heightPx: Math.max(1, height - TOP_PX - BOTTOM_PX)
  }
  const scale = scaleOf(points, range, area)
  const isNamed = !isNarrow && canNameBudgets(scale)
  const pointed = pointedAt === undefined ? undefined : nearest(points, pointedAt, scale)

  function handlePointer(event: PointerEvent): void {
    const { left } = event.currentTarget.getBoundingClientRect()
    setPointedAt(event.clientX - left - LEFT_PX)
  }

  return (
    <figure className={styles['chart']}>
      <Legend durations={durations} pointed={pointed} />
      <div
        ref={frame}
        className={styles['plot']}
        onPointerMove={handlePointer}
        onPointerLeave={() => setPointedAt(undefined)}
      >
        {width > 0 && height > 0 && (
          <svg width={width} height={height} role="img" aria-label={summary}>
            <g transform={`translate(${LEFT_PX} ${TOP_PX})`}>
              {scale.levels.map((ms) => (
                <g key={ms} transform={`translate(0 ${scale.yOf(ms)})`}>
                  <line className={styles['grid']} x2={area.widthPx} />
                  <text x={-6} dy="0.35em" textAnchor="end">
                    {levelWords(ms)}
                  </text>
                </g>
              ))}
              {axisTicks(range, area.widthPx).map(({ time, label }) => (
                <g key={time} transform={`translate(${scale.xOf(time)} ${area.heightPx})`}>
                  <line className={styles['grid']} y2={4} />
                  <text y={16} textAnchor="middle">
                    {label}
                  </text>
                </g>
              ))}
              {PERCENTILES.map((name) => (
                <g
                  key={name}
                  data-line={name}
                  transform={`translate(0 ${scale.yOf(BUDGETS_MS[name])})`}
                >
                  <line className={styles['budget']} x2={area.widthPx} />
                  {isNamed && (
                    <text x={area.widthPx + 6} dy="0.35em">
                      {name} &lt; {milliseconds(BUDGETS_MS[name])}
                    </text>
                  )}
                </g>
              ))}
              {points.map(
                ({ time, spanMs, errors }) =>
                  errors > 0 && (
                    <text
                      key={time}
                      className={styles['error']}
                      x={scale.xOf(time + spanMs / 2)}
                      y={area.heightPx - 2}
                      textAnchor="middle"
                    >
                      ✕
                    </text>
                  )
              )}
              {pointed && (
                <line
                  className={styles['pointed']}
                  x1={scale.xOf(pointed.time + pointed.spanMs / 2)}
                  x2={scale.xOf(pointed.time + pointed.spanMs / 2)}
                  y2={area.heightPx}
                />
              )}
              {PERCENTILES.map((name) => (
                <g key={name} data-line={name}>
                  <path className={styles['line']} d={linePath(points, name, scale)} />
                  {points.length <= MARKED_POINTS &&
                    placesOf(points, name, scale).map(({ x, y, isOver }) => (
                      <path
                        key={x}
                        className={isOver ? styles['over'] : styles['mark']}
                        transform={`translate(${x} ${y})`}
                        d={MARKS[name]}
                      />
                    ))}
                </g>
              ))}
            </g>
            {points.length === 0 && (
              <text x={LEFT_PX + 12} y={TOP_PX + 16}>
                Nothing was asked in this time.
              </text>
            )}
          </svg>
        )}
      </div>
    </figure>
  )
}

const MARKS: Readonly<Record<BudgetName, string>> = {
  p50: 'M-3 0A3 3 0 1 0 3 0A3 3 0 1 0 -3 0Z',
  p95: 'M-3 -3H3V3H-3Z',
  p99: 'M0 -4L4 3H-4Z'
}

type LegendProps = { readonly durations: Durations; readonly pointed: SeriesPoint | undefined }

/** Which mark is which, with the numbers of all that was asked, or of what is pointed at. */
function Legend({ durations, pointed }: LegendProps) {
  const shown = pointed ?? durations
  return (
    <figcaption className={styles['legend']}>
      <span>{pointed ? shortTimeOfDay(pointed.time) : 'Overall'}</span>
      {PERCENTILES.map((name) => {
        const ms = shown[name]
        const isOver = ms !== null && ms >= BUDGETS_MS[name]
        return (
          <span key={name} data-line={name}>
            <svg width="22" height="10" aria-hidden="true">
              <g transform="translate(11 5)">
                <line className={styles['line']} x1={-11} x2={11} />
                <path className={styles['mark']} d={MARKS[name]} />
              </g>
            </svg>
            {name}{' '}
            <b data-over={isOver}>
              {isOver && '! '}
              {ms === null ? NOTHING : milliseconds(ms)}
            </b>
          </span>
        )
      })}
      {pointed && (
        <span>
          {count(pointed.count, 'answer')}
          {pointed.errors > 0 && `, ✕ ${count(pointed.errors, 'error')}`}
        </span>
      )}
    </figcaption>
  )
}

/** Round ones need no fraction. */
function levelWords(ms: number): string {
  if (ms < 1) return `${ms} ms`
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`
}
