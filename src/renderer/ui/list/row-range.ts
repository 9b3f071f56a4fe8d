/**
 * Where rows that are all as high are. Pure, so that it is tested without a window. An offset says
 * how far the rows are scrolled; a scrollTop is what the scroller says, which is the same until
 * there are more rows than an element can be high.
 */
import { ROW_HEIGHT } from './row-height'

export type RowRange = { readonly first: number; readonly size: number }

type View = {
  readonly offset: number
  readonly clientHeight: number
  /** What stays above the rows and covers those that scroll below it. */
  readonly headHeight: number
}

/** How much there is to scroll. */
export type Extent = {
  readonly count: number
  readonly clientHeight: number
  readonly headHeight: number
}

/** Rows above and below those in view that are drawn too, so that scrolling finds them there. */
const SPARE_ROWS = 8

/** Chromium cuts off what is higher than about 33.5 million pixels. */
const TALLEST_PX = 30_000_000

/** How high the element is that stands for all rows. */
export function heightOf(count: number): number {
  return Math.min(count * ROW_HEIGHT, TALLEST_PX)
}

/** Whether a pixel of the scroller is more than a pixel of the rows. */
export function isScaled(count: number): boolean {
  return count * ROW_HEIGHT > TALLEST_PX
}

export function offsetAt(scrollTop: number, extent: Extent): number {
  if (!isScaled(extent.count)) return scrollTop
  const { offset, scrollTop: mostScroll } = endOf(extent)
  return (Math.min(scrollTop, mostScroll) / mostScroll) * offset
}

export function scrollTopAt(offset: number, extent: Extent): number {
  if (!isScaled(extent.count)) return offset
  const { offset: mostOffset, scrollTop } = endOf(extent)
  return (Math.min(offset, mostOffset) / mostOffset) * scrollTop
}

/** Where both are when the last row is at the end of the view. */
export function endOf({ count, clientHeight, headHeight }: Extent): {
  readonly offset: number
  readonly scrollTop: number
} {
  const rest = headHeight - clientHeight
  return {
    offset: Math.max(0, count * ROW_HEIGHT + rest),
    scrollTop: Math.max(0, heightOf(count) + rest)
  }
}

export function rowsWithin(offset: number, clientHeight: number): RowRange {
  const top = Math.floor(offset / ROW_HEIGHT)
  const first = Math.max(0, top - SPARE_ROWS)
  const end = top + Math.ceil(clientHeight / ROW_HEIGHT) + 1 + SPARE_ROWS
  return { first, size: end - first }
}

/** The last rows. There is nothing to have in spare after them. */
export function rowsAtEnd({ size }: RowRange, count: number): RowRange {
  const wanted = Math.max(0, size - SPARE_ROWS)
  const first = Math.max(0, count - wanted)
  return { first, size: count - first }
}

/** Those of a range that there are; a list that got shorter has others in their place. */
export function rowsHeld({ first, size }: RowRange, count: number): RowRange {
  const start = Math.max(0, Math.min(first, count - size))
  return { first: start, size: Math.min(size, count - start) }
}

/** The least scrolling that brings a row into view, clear of what covers the first one. */
export function offsetFor(index: number, { offset, clientHeight, headHeight }: View): number {
  const top = index * ROW_HEIGHT
  const bottom = headHeight + top + ROW_HEIGHT
  if (top < offset) return top
  return bottom > offset + clientHeight ? bottom - clientHeight : offset
}
