import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { TrafficRow } from '../../shared/traffic/traffic-row'
import { notify } from '../stores/window/notices'
import { ROW_HEIGHT } from '../ui/list/row-height'
import { useFixedRows, type FixedRows } from '../ui/list/use-fixed-rows'
import { useFollowEnd, type FollowEnd } from '../ui/list/use-follow-end'
import type { Gaze } from './list-source'
import type { TrafficView } from './traffic-list'
import { useHeldPlace } from './use-held-place'
import { useSelectedPlace } from './use-selected-place'

type Options = {
  readonly grid: RefObject<HTMLDivElement | null>
  readonly view: TrafficView
  /** The entry that the keys act upon. */
  readonly active: number | undefined
  /** Something is looked at beside the list. */
  readonly isLooking: boolean
}

export type FollowedRows = {
  readonly rows: FixedRows
  readonly follow: FollowEnd
  /** Says how the list is looked at. */
  readonly gaze: () => Gaze
  /** Where the active entry is; -1 when it is not in the list. */
  readonly activeIndex: number
  /** Where a key leads on from: keys can be faster than rows. */
  readonly aimedIndex: () => number
  readonly goTo: (index: number, onRow: (row: TrafficRow) => void) => void
}

/** The rows of a list that follows its end while that is in view, and else stays where it is. */
export function useFollowedRows({ grid, view, active, isLooking }: Options): FollowedRows {
  const { matched = 0 } = view.count ?? {}
  const follow = useFollowEnd({ scroller: grid, items: view.count, isLooking })
  const rows = useFixedRows({
    scroller: grid,
    count: matched,
    headHeight: ROW_HEIGHT,
    isFollowing: follow.isFollowing(),
    onMove: follow.noteOwnMove
  })
  const aim = useRef<number>(undefined)
  // Rows that arrive later must not move the view, so only a new selection does.
  const activeIndex = useSelectedPlace(view, active, (index) => {
    rows.scrollToIndex(index)
    // Whoever went to the end by a key is there, and stays there.
    if (aim.current !== matched - 1) follow.stayHere()
  })
  useEffect(() => {
    aim.current = undefined
  }, [activeIndex, active])
  useKeptInView(rows, activeIndex)
  const missing = activeIndex === -1 && isLooking ? active : undefined
  const gaze = useHeldPlace({ view, rows, follow, activeIndex, missing })
  return {
    rows,
    follow,
    gaze,
    activeIndex,
    aimedIndex: () => aim.current ?? activeIndex,
    goTo: (index, onRow) => {
      aim.current = index
      if (index === matched - 1) follow.goToEnd()
      view.rowAt(index).then((row) => row && onRow(row), notify)
    }
  }
}

/** Whoever looks at a row still sees it when something else takes a part of the room. */
function useKeptInView(rows: FixedRows, activeIndex: number): void {
  const { pageSize } = rows
  const before = useRef(pageSize)
  useLayoutEffect(() => {
    const below = activeIndex === -1 ? -1 : rows.belowTop(activeIndex)
    const wasInView = below >= 0 && below < before.current * ROW_HEIGHT
    if (pageSize < before.current && wasInView) rows.scrollToIndex(activeIndex)
    before.current = pageSize
  }, [rows, pageSize, activeIndex])
}
