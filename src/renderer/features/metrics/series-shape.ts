/** Durations over time as lines on a screen, in pixels. Durations are on a logarithmic scale. */
import { BUDGETS_MS, type BudgetName, type SeriesPoint } from '../../../shared/traffic/metrics'
import type { TimeRange } from '../../ui/time/time-axis'

export const PERCENTILES = ['p50', 'p95', 'p99'] as const satisfies readonly BudgetName[]

export type Area = { readonly widthPx: number; readonly heightPx: number }

export type SeriesScale = {
  readonly xOf: (time: number) => number
  readonly yOf: (ms: number) => number
  /** Round durations, shortest first. */
  readonly levels: readonly number[]
}

const LEAST_MS = 0.1
/** How high a line of words is. */
const LABEL_PX = 14
/** What happened more than so many stretches later is not joined by a line. */
const JOINED_STRETCHES = 3

/** All durations and all budgets are on it. */
export function scaleOf(
  points: readonly SeriesPoint[],
  { from, to }: TimeRange,
  { widthPx, heightPx }: Area
): SeriesScale {
  const durations = points.flatMap((point) => PERCENTILES.map((name) => point[name] ?? []).flat())
  const most = Math.max(...durations, BUDGETS_MS.p99)
  const least = Math.max(LEAST_MS, Math.min(...durations, BUDGETS_MS.p50))
  const low = Math.floor(Math.log10(least * 0.999))
  // Some room above the highest, but not a whole level of it.
  const high = Math.log10(most * 2)
  const count = Math.floor(high) - low + 1
  const levelPx = heightPx / (high - low)
  const every = Math.max(1, Math.ceil(LABEL_PX / levelPx))
  const levels = Array.from({ length: count }, (_, index) => 10 ** (low + index)).filter(
    (_, index) => index % every === 0
  )
  return {
    levels,
    xOf: (time) => ((time - from) / (to - from)) * widthPx,
    yOf: (ms) => {
      const part = (Math.log10(Math.max(ms, 10 ** low)) - low) / (high - low)
      return heightPx * (1 - part)
    }
  }
}

/** Whether there is room for words at each of the budgets. */
export function canNameBudgets({ yOf }: SeriesScale): boolean {
  const places = PERCENTILES.map((name) => yOf(BUDGETS_MS[name]))
  return places.every((y, index) => index === 0 || (places[index - 1] ?? 0) - y >= LABEL_PX - 2)
}

export type Place = { readonly x: number; readonly y: number; readonly isOver: boolean }

/** Where each point is; those in which nothing was answered are left out. */
export function placesOf(
  points: readonly SeriesPoint[],
  name: BudgetName,
  { xOf, yOf }: SeriesScale
): readonly Place[] {
  return points.flatMap((point) => {
    const ms = point[name]
    if (ms === null) return []
    return [{ x: xOf(middleOf(point)), y: yOf(ms), isOver: ms >= BUDGETS_MS[name] }]
  })
}

/** As an SVG path, with gaps where nothing was answered for a while. */
export function linePath(
  points: readonly SeriesPoint[],
  name: BudgetName,
  { xOf, yOf }: SeriesScale
): string {
  let last: SeriesPoint | undefined
  return points
    .flatMap((point) => {
      const ms = point[name]
      if (ms === null) return []
      const span = Math.max(point.spanMs, last?.spanMs ?? 0)
      const isJoined = last !== undefined && point.time - last.time <= JOINED_STRETCHES * span
      last = point
      return [`${isJoined ? 'L' : 'M'}${round(xOf(middleOf(point)))} ${round(yOf(ms))}`]
    })
    .join('')
}

/** The point whose middle is nearest. */
export function nearest(
  points: readonly SeriesPoint[],
  x: number,
  { xOf }: SeriesScale
): SeriesPoint | undefined {
  const distance = (point: SeriesPoint): number => Math.abs(xOf(middleOf(point)) - x)
  return points.reduce<SeriesPoint | undefined>(
    (best, point) => (best && distance(best) <= distance(point) ? best : point),
    undefined
  )
}

/** Those of which at least a part is in it. */
export function pointsIn(
  points: readonly SeriesPoint[],
  { from, to }: TimeRange
): readonly SeriesPoint[] {
  return points.filter(({ time, spanMs }) => time + spanMs > from && time < to)
}

function middleOf({ time, spanMs }: SeriesPoint): number {
  return time + spanMs / 2
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
