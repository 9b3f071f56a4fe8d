import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { TrafficView } from '../../records/traffic-list'
import type { Range } from './time-window'
import { TimelineSlice, type TimelineSnapshot } from './timeline-slice'

export type TimelineView = TimelineSnapshot & {
  readonly look: (range: Range) => void
  readonly retry: () => void
}

const NOTHING: TimelineSnapshot = {}
const never = (): (() => void) => () => {}

/** The calls of a list for as long as they are looked at. What was shown stays until the next is there. */
export function useTimeline({ list, failure }: TrafficView): TimelineView {
  const [slice, setSlice] = useState<TimelineSlice>()
  useEffect(() => {
    if (!list) return undefined
    const opened = new TimelineSlice(list)
    const stopWaiting = opened.subscribe(() => {
      stopWaiting()
      setSlice(opened)
    })
    return () => opened.close()
  }, [list])
  const snapshot = useSyncExternalStore(slice?.subscribe ?? never, slice?.current ?? nothing)
  return useMemo(
    () => ({
      ...(failure !== undefined && { failure }),
      ...snapshot,
      look: (range) => slice?.look(range),
      retry: () => (slice ?? list)?.retry()
    }),
    [snapshot, slice, failure, list]
  )
}

function nothing(): TimelineSnapshot {
  return NOTHING
}
