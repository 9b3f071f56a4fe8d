import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { ROW_HEIGHT } from './row-height'
import { rowsAtEnd, rowsHeld, rowsWithin, scrollTopFor, type RowRange } from './row-range'

type Options = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  /** What stays above the rows while they scroll below it. */
  readonly headHeight?: number
  /** The list is about to be moved to its end: what is there is drawn before it is. */
  readonly isFollowing: boolean
}

type FixedRows = {
  readonly visible: readonly { readonly index: number; readonly start: number }[]
  readonly height: number
  readonly scrollToIndex: (index: number) => void
}

/** The rows in view of a list whose rows are all as high. Costs the same however long the list is. */
export function useFixedRows(options: Options): FixedRows {
  const { scroller, count, headHeight = 0, isFollowing } = options
  const [range, setRange] = useState<RowRange>({ first: 0, size: 0 })

  const readRange = useCallback((): void => {
    const element = scroller.current
    if (!element) return
    const { scrollTop, clientHeight } = element
    const now = rowsWithin(scrollTop, clientHeight)
    setRange((known) => (known.first === now.first && known.size === now.size ? known : now))
  }, [scroller])

  useLayoutEffect(readRange, [readRange])
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    // Within the frame that scrolls, or there would be nothing to see in it.
    const look = (): void => flushSync(readRange)
    element.addEventListener('scroll', look, { passive: true })
    const resizes = new ResizeObserver(readRange)
    resizes.observe(element)
    return () => {
      resizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, readRange])

  const { first, size: length } = isFollowing ? rowsAtEnd(range, count) : rowsHeld(range, count)
  return {
    visible: Array.from({ length }, (_, offset) => {
      const index = first + offset
      return { index, start: headHeight + index * ROW_HEIGHT }
    }),
    height: count * ROW_HEIGHT,
    scrollToIndex: (index) => {
      const element = scroller.current
      if (!element) return
      const { scrollTop, clientHeight } = element
      element.scrollTop = scrollTopFor(index, { scrollTop, clientHeight, headHeight })
    }
  }
}
