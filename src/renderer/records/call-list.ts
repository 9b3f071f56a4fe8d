/** Lists of the calls of a tool that are kept. */
import type { CallCount, CallGrowth, CallRow, CallSpec } from '../../shared/calls/call-contract'
import { request } from '../bridge/bridge'
import type { ListSource } from './list-source'
import { growLists } from './record-list'
import type { RecordView } from './use-record-list'

export type CallView = RecordView<CallSpec, CallRow, CallCount>

export const CALLS: ListSource<CallSpec, CallRow, CallCount> = {
  open: (spec) => request('history.open', spec),
  close: (viewId) => request('history.close', { viewId }),
  rows: (viewId, { from, count }) => request('history.rows', { viewId, from, count }),
  // A call is looked at by its id, wherever it is in the list.
  place: () => Promise.resolve({ index: -1, isThere: false }),
  isContinued: (before, next) => before.serverId === next.serverId && before.tool === next.tool,
  mayGrow: () => false,
  isNewestFirst: true,
  clients: new Map()
}

export function growCalls({ grew }: CallGrowth): void {
  growLists(CALLS, grew)
}
