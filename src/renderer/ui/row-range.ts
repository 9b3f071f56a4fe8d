/** Where rows that are all as high are. Pure, so that it is tested without a window. */
import { ROW_HEIGHT } from './row-height'

export type RowRange = { readonly first: number; readonly size: number }

type View = {
  readonly scrollTop: number
  readonly clientHeight: number
  /** What stays above the rows and covers those that scroll below it. */
  readonly headHeight: number
}

/** Rows above and below those in view that are drawn too, so that scrolling finds them there. */
const SPARE_ROWS = 8

export function rowsWithin(scrollTop: number, clientHeight: number): RowRange {
  const top = Math.floor(scrollTop / ROW_HEIGHT)
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
export function scrollTopFor(index: number, { scrollTop, clientHeight, headHeight }: View): number {
  const top = index * ROW_HEIGHT
  const bottom = headHeight + top + ROW_HEIGHT
  if (top < scrollTop) return top
  return bottom > scrollTop + clientHeight ? bottom - clientHeight : scrollTop
}
