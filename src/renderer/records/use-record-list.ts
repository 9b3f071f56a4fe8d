import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { fromJson } from '../../shared/json/json'
import type { ListCount } from '../../shared/traffic/list'
import { everyRow } from './every-row'
import type { ListSnapshot, ListSource } from './list-source'
import { NO_LIST, RecordList } from './record-list'

export type RecordView<Spec, Row, Count extends ListCount> = ListSnapshot<Spec, Row, Count> & {
  /** Another list is wanted, and this one is shown until that is there. */
  readonly isBefore: boolean
  /** The list that is shown. */
  readonly list: RecordList<Spec, Row, Count> | undefined
  readonly want: RecordList<Spec, Row, Count>['want']
  readonly placeOf: RecordList<Spec, Row, Count>['placeOf']
  /** Also a row that nobody looks at. */
  readonly rowAt: (index: number) => Promise<Row | undefined>
  /** All rows there are, up to a limit. */
  readonly everything: () => Promise<readonly Row[]>
  /** Shows what is new in a list that holds still. */
  readonly goOn: () => void
  readonly retry: () => void
}

const never = (): (() => void) => () => {}

/**
 * A list for as long as it is looked at. What was shown stays, and goes on, until the next is there.
 * One that does not continue the one before is shown from where `startAt` says.
 */
export function useRecordList<Spec, Row, Count extends ListCount>(
  source: ListSource<Spec, Row, Count>,
  spec: Spec | undefined,
  startAt: 'end' | 'top' = 'end'
): RecordView<Spec, Row, Count> {
  type List = RecordList<Spec, Row, Count>
  const key = spec && JSON.stringify(spec)
  const [client, setClient] = useState<List>()
  const shown = useRef<List>(undefined)
  const start = useRef(startAt)
  useEffect(() => {
    start.current = startAt
  }, [startAt])

  useEffect(() => {
    if (key === undefined) return undefined
    const wanted = fromJson(key) as Spec
    const last = shown.current
    const before = last && source.isContinued(last.spec, wanted) ? last : undefined
    const opened = new RecordList(source, wanted, {
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
  }, [source, key])
  useEffect(
    () => () => {
      shown.current?.close()
      shown.current = undefined
    },
    []
  )

  const shownKey = useMemo(() => client && JSON.stringify(client.spec), [client])
  const snapshot = useSyncExternalStore(
    client?.subscribe ?? never,
    client?.current ?? noList<Spec, Row, Count>
  )
  return useMemo(
    () => ({
      ...snapshot,
      isBefore: key !== undefined && key !== shownKey,
      list: client,
      want: (...place) => client?.want(...place),
      placeOf: async (seq) => client?.placeOf(seq),
      rowAt: async (index) => client?.rowAt(index),
      everything: async () => (client ? everyRow(client) : []),
      goOn: () => client?.goOn(),
      retry: () => client?.retry()
    }),
    [snapshot, client, key, shownKey]
  )
}

function noList<Spec, Row, Count>(): ListSnapshot<Spec, Row, Count> {
  return NO_LIST
}
