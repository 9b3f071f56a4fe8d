import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { fromJson } from '../shared/json'
import type { TrafficRow, ViewSpec } from '../shared/traffic-row'
import { NO_VIEW, ViewClient, type ViewSnapshot } from './view-client'

export type TrafficView = ViewSnapshot & {
  /** Another list is wanted, and this one is shown until that is there. */
  readonly isBefore: boolean
  readonly want: ViewClient['want']
  readonly placeOf: ViewClient['placeOf']
  /** Also a row that nobody looks at. */
  readonly rowAt: (index: number) => Promise<TrafficRow | undefined>
  /** All rows there are, up to a limit. */
  readonly everything: () => Promise<readonly TrafficRow[]>
  readonly retry: () => void
}

const never = (): (() => void) => () => {}

/**
 * A list of traffic for as long as it is looked at. What was shown stays, and goes on, until the
 * next is there. A recording that was not looked at before is shown from where `startAt` says.
 */
export function useTrafficView(
  spec: ViewSpec | undefined,
  startAt: 'end' | 'top' = 'end'
): TrafficView {
  const key = spec && JSON.stringify(spec)
  const [client, setClient] = useState<ViewClient>()
  const shown = useRef<ViewClient>(undefined)
  const start = useRef(startAt)
  useEffect(() => {
    start.current = startAt
  }, [startAt])

  useEffect(() => {
    if (key === undefined) return undefined
    const wanted = fromJson(key) as ViewSpec
    const before = shown.current?.spec.recording === wanted.recording ? shown.current : undefined
    const opened = new ViewClient(wanted, {
      at: start.current,
      ...(before && { looking: () => before.looking })
    })
    const stop = opened.subscribe(() => {
      stop()
      shown.current?.close()
      shown.current = opened
      setClient(opened)
    })
    return () => {
      stop()
      if (shown.current !== opened) opened.close()
    }
  }, [key])
  useEffect(
    () => () => {
      shown.current?.close()
      shown.current = undefined
    },
    []
  )

  const shownKey = useMemo(() => client && JSON.stringify(client.spec), [client])
  const snapshot = useSyncExternalStore(client?.subscribe ?? never, client?.current ?? nothing)
  return useMemo(
    () => ({
      ...snapshot,
      isBefore: key !== undefined && key !== shownKey,
      want: (...place) => client?.want(...place),
      placeOf: async (seq) => client?.placeOf(seq),
      rowAt: async (index) => client?.rowAt(index),
      everything: async () => client?.everything() ?? [],
      retry: () => client?.retry()
    }),
    [snapshot, client, key, shownKey]
  )
}

function nothing(): ViewSnapshot {
  return NO_VIEW
}
