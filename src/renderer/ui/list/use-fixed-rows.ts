import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { ROW_HEIGHT } from './row-height'
import {
  endOf,
  heightOf,
  isScaled,
  offsetAt,
  offsetFor,
  rowsAtEnd,
  rowsHeld,
  rowsWithin,
  scrollTopAt,
  type RowRange
} from './row-range'

type Options = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  /** What stays above the rows while they scroll below it. */
  readonly headHeight?: number
  /** The list is about to be moved to its end: what is there is drawn before it is. */
  readonly isFollowing: boolean
  /** Called after the list was moved by something other than the person; must not change. */
  readonly onMove?: () => void
}

export type FixedRows = {
  readonly visible: readonly { readonly index: number; readonly start: number }[]
  readonly height: number
  /** How many rows are in view at once, as a whole. */
  readonly pageSize: number
  readonly scrollToIndex: (index: number) => void
  /** Scrolls so that a row is so many pixels below where the rows begin. */
  readonly put: (index: number, below: number) => void
  /** How many pixels below where the rows begin a row is; fewer than none when it is above. */
  readonly belowTop: (index: number) => number
  /** The first row that is in view as a whole. */
  readonly topIndex: () => number
  /** How many rows are below the last one that is in view as a whole. */
  readonly unseenBelow: () => number
}

type Drawn = RowRange & {
  readonly clientHeight: number
  /** What to add to where a row is among all rows, so that it is in view. */
  readonly shift: number
}

const NOTHING: Drawn = { first: 0, size: 0, clientHeight: 0, shift: 0 }

/** The rows in view of a list whose rows are all as high. Costs the same however long the list is. */
export function useFixedRows(options: Options): FixedRows {
  const { scroller, count, headHeight = 0, isFollowing, onMove } = options
  const [drawn, setDrawn] = useState(NOTHING)
  const place = useRef({ scrollTop: 0, offset: 0 })
  const latest = useRef({ count, headHeight })

  /** Taken from the scroller, unless it is where it is because we have put it there. */
  const placeNow = useCallback((): { scrollTop: number; offset: number } => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    const isMoved = Math.abs(scrollTop - place.current.scrollTop) >= 1
    if (isMoved || !isScaled(latest.current.count)) {
      const offset = offsetAt(scrollTop, { ...latest.current, clientHeight })
      place.current = { scrollTop, offset }
    }
    return place.current
  }, [scroller])

  const look = useCallback((): void => {
    const element = scroller.current
    if (!element) return
    const { clientHeight } = element
    const { scrollTop, offset } = placeNow()
    const shift = scrollTop - offset
    const now = { ...rowsWithin(offset, clientHeight), clientHeight, shift }
    setDrawn((known) => (isSame(known, now) ? known : now))
  }, [scroller, placeNow])

  const goTo = useCallback(
    (offset: number): void => {
      const element = scroller.current
      if (!element) return
      const { clientHeight } = element
      element.scrollTop = scrollTopAt(offset, { ...latest.current, clientHeight })
      place.current = { scrollTop: element.scrollTop, offset }
      onMove?.()
      look()
    },
    [scroller, look, onMove]
  )

  // Rows that come or go change what a pixel of the scroller stands for, but not what is looked at.
  useLayoutEffect(() => {
    latest.current = { count, headHeight }
    const clientHeight = scroller.current?.clientHeight ?? 0
    if (!isScaled(count)) return
    const end = endOf({ count, headHeight, clientHeight })
    goTo(isFollowing ? end.offset : Math.min(place.current.offset, end.offset))
  }, [scroller, count, headHeight, isFollowing, goTo])

  useLayoutEffect(look, [look])
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    // What scrolls may be around this, and then it was not there before.
    look()
    // Within the frame that scrolls, or there would be nothing to see in it.
    const lookAtOnce = (): void => flushSync(look)
    element.addEventListener('scroll', lookAtOnce, { passive: true })
    const resizes = new ResizeObserver(look)
    resizes.observe(element)
    return () => {
      resizes.disconnect()
      element.removeEventListener('scroll', lookAtOnce)
    }
  }, [scroller, look])

  const { clientHeight } = drawn
  const { first, size: length } = isFollowing ? rowsAtEnd(drawn, count) : rowsHeld(drawn, count)
  const end = endOf({ count, headHeight, clientHeight })
  const shift = isFollowing ? end.scrollTop - end.offset : drawn.shift
  const height = heightOf(count)
  const visible = Array.from({ length }, (_, at) => {
    const index = first + at
    return { index, start: headHeight + index * ROW_HEIGHT + shift }
  })
  return {
    // Below all there is to scroll nobody sees a row, and it would make more to scroll.
    visible: visible.filter(({ start }) => start < headHeight + height),
    height,
    pageSize: Math.max(1, Math.floor((clientHeight - headHeight) / ROW_HEIGHT)),
    scrollToIndex: (index) => {
      const height = scroller.current?.clientHeight ?? 0
      const { offset } = placeNow()
      const target = offsetFor(index, { offset, clientHeight: height, headHeight })
      if (target !== offset) goTo(target)
    },
    put: (index, below) => goTo(Math.max(0, index * ROW_HEIGHT - below)),
    belowTop: (index) => index * ROW_HEIGHT - placeNow().offset,
    topIndex: () => Math.ceil(placeNow().offset / ROW_HEIGHT),
    unseenBelow: () => {
      const inView = (scroller.current?.clientHeight ?? 0) - headHeight
      return Math.max(0, count - Math.floor((placeNow().offset + inView) / ROW_HEIGHT))
    }
  }
}

function isSame(one: Drawn, other: Drawn): boolean {
  return (
    one.first === other.first &&
    one.size === other.size &&
    one.clientHeight === other.clientHeight &&
    one.shift === other.shift
  )
}
