/** Which part of the time is looked at, and what zooming and moving make of it. */
import type { TimeRange } from '../../ui/time/time-axis'

export type Range = TimeRange

export type TimeWindow =
  /** Everything there is, also what is still to come. */
  | { readonly kind: 'all' }
  /** So much up to the newest, wherever that is by now. */
  | { readonly kind: 'newest'; readonly spanMs: number }
  | ({ readonly kind: 'still' } & Range)

/** Below this, bars say no more about when something was. */
const LEAST_SPAN_MS = 5
/** A single call that took no time has some room around it. */
const LEAST_ALL_MS = 50
/** What is left free before the first and after the last, as a part of what is seen. */
const MARGIN = 0.02
/** Of what goes on for longer, the newest is of most interest. */
const LONG_MS = 60_000
/** Where a bar comes into view. */
const REVEALED_AT = 0.2

/** Before the person has chosen anything. */
export function firstWindow(extent: Range, isLive: boolean): TimeWindow {
  const isLong = extent.to - extent.from > LONG_MS
  return isLive && isLong ? { kind: 'newest', spanMs: LONG_MS } : { kind: 'all' }
}

export function rangeOf(window: TimeWindow, extent: Range): Range {
  switch (window.kind) {
    case 'all':
      return everything(extent)
    case 'newest': {
      const to = extent.to + window.spanMs * MARGIN
      return { from: to - window.spanMs, to }
    }
    case 'still':
      return window
  }
}

/** `factor` below 1 shows less, and so more of it. What is `at` that part of the width stays there. */
export function zoomed(range: Range, factor: number, at: number, extent: Range): TimeWindow {
  const spanMs = Math.max(LEAST_SPAN_MS, spanOf(range) * factor)
  const anchor = range.from + spanOf(range) * at
  const from = anchor - spanMs * at
  return settled({ from, to: from + spanMs }, extent)
}

/** By a part of what is seen; to later times, if it is more than none. */
export function moved(range: Range, by: number, extent: Range): TimeWindow {
  const ms = spanOf(range) * by
  return settled({ from: range.from + ms, to: range.to + ms }, extent)
}

/** Moves as little as it takes to see where a bar begins; undefined when it is seen already. */
export function revealing(range: Range, begin: number, extent: Range): TimeWindow | undefined {
  if (begin >= range.from && begin <= range.to - spanOf(range) * MARGIN) return undefined
  const from = begin - spanOf(range) * REVEALED_AT
  return settled({ from, to: from + spanOf(range) }, extent)
}

/** Whoever looks at the newest goes on to do so, and nobody gets lost where nothing is. */
function settled(range: Range, extent: Range): TimeWindow {
  const spanMs = spanOf(range)
  const margin = spanMs * MARGIN
  const first = extent.from - margin
  const last = extent.to + margin
  if (spanMs >= spanOf(everything(extent)) * 0.999) return { kind: 'all' }
  if (range.to >= last - margin / 10) return { kind: 'newest', spanMs }
  const from = Math.max(first, range.from)
  return { kind: 'still', from, to: from + spanMs }
}

function everything({ from, to }: Range): Range {
  const spanMs = Math.max(LEAST_ALL_MS, (to - from) / (1 - 2 * MARGIN))
  const begin = from - spanMs * MARGIN
  return { from: begin, to: begin + spanMs }
}

export function spanOf({ from, to }: Range): number {
  return to - from
}
