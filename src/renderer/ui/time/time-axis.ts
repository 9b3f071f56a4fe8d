/** Where the lines of the time axis are, and what stands at them. */
import { shortTimeOfDay, timeOfDay } from '../text/format'

/** Milliseconds since 1970. */
export type TimeRange = { readonly from: number; readonly to: number }

export type AxisTick = { readonly time: number; readonly label: string }

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const STEPS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 30, 90, 365].map((count) => count * DAY)
]
/** As wide as the longest label, and some room. */
const LEAST_PX = 92

export function axisTicks(range: TimeRange, widthPx: number): readonly AxisTick[] {
  const least = ((range.to - range.from) * LEAST_PX) / Math.max(1, widthPx)
  const step = STEPS.find((each) => each >= least) ?? least
  // Hours and days begin when they do where the person is.
  const shift = new Date(range.from).getTimezoneOffset() * MINUTE
  const first = Math.ceil((range.from - shift) / step) * step + shift
  const count = Math.max(0, Math.floor((range.to - first) / step) + 1)
  return Array.from({ length: count }, (_, index) => {
    const time = first + index * step
    return { time, label: labelOf(time, step) }
  })
}

const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** No finer than the lines are. */
function labelOf(time: number, step: number): string {
  if (step < SECOND) return timeOfDay(time)
  if (step < MINUTE) return shortTimeOfDay(time)
  return (step < DAY ? minutes : days).format(time)
}
