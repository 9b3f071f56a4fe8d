import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { fromJson } from '../../../shared/json/json'
import type { ViewSpec } from '../../../shared/traffic/traffic-row'
import { useTraffic } from '../../stores/records/traffic'
import type { Range } from './time-window'
import { TimelineClient, type TimelineSnapshot } from './timeline-client'

export type TimelineView = TimelineSnapshot & {
  readonly look: (range: Range) => void
  readonly retry: () => void
}

const NOTHING: TimelineSnapshot = {}
const never = (): (() => void) => () => {}

/** The calls of a list for as long as they are looked at. What was shown stays until the next is there. */
export function useTimeline(spec: ViewSpec | undefined, isLive: boolean): TimelineView {
  const key = spec && JSON.stringify(spec)
  const [client, setClient] = useState<TimelineClient>()
  useEffect(() => {
    if (key === undefined) return undefined
    const opened = new TimelineClient(fromJson(key) as ViewSpec)
    const stopWaiting = opened.subscribe(() => {
      stopWaiting()
      setClient(opened)
    })
    const stopListening = isLive ? useTraffic.subscribe(() => opened.refresh()) : undefined
    return () => {
      stopListening?.()
      opened.close()
    }
  }, [key, isLive])
  const snapshot = useSyncExternalStore(client?.subscribe ?? never, client?.current ?? nothing)
  return useMemo(
    () => ({
      ...snapshot,
      look: (range) => client?.look(range),
      retry: () => client?.retry()
    }),
    [snapshot, client]
  )
}

function nothing(): TimelineSnapshot {
  return NOTHING
}
