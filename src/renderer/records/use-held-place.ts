import { useCallback, useLayoutEffect, useRef } from 'react'
import { notify } from '../stores/window/notices'
import { ROW_HEIGHT } from '../ui/list/row-height'
import type { FixedRows } from '../ui/list/use-fixed-rows'
import type { FollowEnd } from '../ui/list/use-follow-end'
import type { TrafficView } from './traffic-list'
import type { Gaze, Opening } from './list-source'
import { rowIn } from './record-list'

type Options = {
  readonly view: TrafficView
  readonly rows: FixedRows
  readonly follow: FollowEnd
  /** The row that the keys act upon; -1 when it is not in the list. */
  readonly activeIndex: number
  /** The entry that is looked at beside the list, if it is not in the list. */
  readonly missing: number | undefined
}

type Anchor = NonNullable<Gaze['anchor']>
type Held = { readonly key: number; readonly version: number; readonly anchor?: Anchor }

/**
 * Keeps what is in view where it is when rows come or go above it, and when another list takes the
 * place of this one. Says how the list is looked at, for whoever opens the next.
 */
export function useHeldPlace(options: Options): () => Gaze {
  const held = useRef<Held>(undefined)
  const latest = useRef(options)

  useLayoutEffect(() => {
    latest.current = options
    const { view, rows, follow } = options
    const { key, opening, count } = view
    const version = count?.version ?? 0
    const before = held.current
    if (before?.key !== key) {
      if (key !== 0) open(opening, rows, follow)
    } else if (before.anchor && !follow.isFollowing()) {
      hold(before.anchor, before.version !== version, options)
    }
    const anchor = anchorOf(options) ?? before?.anchor
    held.current = { key, version, ...(anchor && { anchor }) }
  })

  return useCallback(() => {
    const { follow, missing } = latest.current
    const anchor = anchorOf(latest.current) ?? held.current?.anchor
    return {
      isAtEnd: follow.isFollowing(),
      ...(anchor && { anchor }),
      ...(missing !== undefined && { missing })
    }
  }, [])
}

/** The row that the person looks at, as far as anyone can tell. */
function anchorOf({ view, rows, activeIndex }: Options): Anchor | undefined {
  const belowActive = activeIndex === -1 ? -1 : rows.belowTop(activeIndex)
  const isActiveSeen = belowActive >= 0 && belowActive < rows.pageSize * ROW_HEIGHT
  const index = isActiveSeen ? activeIndex : rows.topIndex()
  const row = rowIn(view, index)
  return row && { seq: row.seq, index, below: rows.belowTop(index) }
}

function open(opening: Opening, rows: FixedRows, follow: FollowEnd): void {
  if (opening.at === 'end') return follow.goToEnd()
  if (opening.at !== 'row') {
    follow.leave()
    return rows.put(0, 0)
  }
  follow.stayHere()
  rows.put(opening.index, opening.below ?? (rows.pageSize * ROW_HEIGHT) / 2)
}

function hold({ seq, index }: Anchor, mayBeFar: boolean, { view, rows }: Options): void {
  const move = (to: number): void => {
    if (to !== index) rows.put(to, rows.belowTop(index))
  }
  const near = view.rows.findIndex((row) => row.seq === seq)
  if (near !== -1) move(view.from + near)
  else if (mayBeFar) view.placeOf(seq).then((place) => place && move(place.index), notify)
}
