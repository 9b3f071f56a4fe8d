import { useCallback, useMemo, useState } from 'react'
import type { Call } from '../../../shared/calls/call-contract'
import type { ServerId } from '../../../shared/protocol/ids'
import { CALLS, type CallView } from '../../records/call-list'
import type { Gaze } from '../../records/list-source'
import { useRecordList } from '../../records/use-record-list'
import { keptIndex, rowsOf, type HistoryRow } from './history-rows'

export type ToolHistory = {
  readonly view: CallView
  /** One for each call; empty where it is not looked at yet. */
  readonly rows: readonly (HistoryRow | undefined)[]
  /** How many there are, whether they match the filter or not. */
  readonly total: number
  readonly filter: string
  readonly setFilter: (filter: string) => void
  /** These rows are looked at. */
  readonly want: (from: number, to: number) => void
}

/** The list goes on wherever it is looked at. */
const AT_START = (): Gaze => ({ isAtEnd: true })

/** The calls of a tool, `calls` of which are not all in the table of calls. */
export function useHistory(serverId: ServerId, tool: string, calls: readonly Call[]): ToolHistory {
  const [filter, setFilter] = useState('')
  const spec = useMemo(() => ({ serverId, tool, filter }), [serverId, tool, filter])
  const view = useRecordList(CALLS, spec)
  const { count, from, rows: kept } = view
  const live = useMemo(() => (filter === '' ? calls : []), [filter, calls])
  const rows = useMemo(
    () => rowsOf({ from, rows: kept, ...(count && { count }) }, live),
    [count, from, kept, live]
  )
  const { matched = 0, pinned = 0 } = count ?? {}
  const added = rows.length - matched
  const { want: wantKept } = view
  const want = useCallback(
    (from: number, to: number) => {
      const keptAt = (index: number): number => keptIndex(index, { pinned, added })
      wantKept(keptAt(from), keptAt(to), AT_START)
    },
    [wantKept, pinned, added]
  )
  const others = calls.filter(({ isKept }) => isKept !== true).length
  const total = filter === '' ? rows.length : (count?.total ?? 0) + others
  return { view, rows, total, filter, setFilter, want }
}
