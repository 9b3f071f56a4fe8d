import { useMemo, useState } from 'react'
import type { Call } from '../../../shared/calls/call-contract'
import type { ServerId } from '../../../shared/protocol/ids'
import { CALLS, type CallView } from '../../records/call-list'
import { useRecordList } from '../../records/use-record-list'
import { rowsOf, type HistoryRow } from './history-rows'

export type ToolHistory = {
  readonly view: CallView
  /** One for each call; empty where it is not looked at yet. */
  readonly rows: readonly (HistoryRow | undefined)[]
  /** How many there are, whether they match the filter or not. */
  readonly total: number
  readonly filter: string
  readonly setFilter: (filter: string) => void
}

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
  const total = filter === '' ? rows.length : (count?.total ?? 0)
  return { view, rows, total, filter, setFilter }
}
