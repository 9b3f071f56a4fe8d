/** Lists of traffic. */
import type { TrafficRow, ViewCount, ViewGrowth, ViewSpec } from '../../shared/traffic/traffic-row'
import { request } from '../bridge/bridge'
import type { ListSource } from './list-source'
import { growLists, type RecordList } from './record-list'
import { useRecordList, type RecordView } from './use-record-list'

export type TrafficClient = RecordList<ViewSpec, TrafficRow, ViewCount>
export type TrafficView = RecordView<ViewSpec, TrafficRow, ViewCount>

export const TRAFFIC: ListSource<ViewSpec, TrafficRow, ViewCount> = {
  open: (spec, near) => request('traffic.open', { ...spec, ...(near !== undefined && { near }) }),
  close: (viewId) => request('traffic.close', { viewId }),
  rows: async (viewId, { from, count, isEnd }) => ({
    rows: await request('traffic.rows', { viewId, from, count, isEnd })
  }),
  place: (viewId, seq) => request('traffic.place', { viewId, seq }),
  isContinued: (before, next) => before.recording === next.recording,
  // More may belong to a call that goes on, and it is folded away.
  mayGrow: ({ kind, ending }, { isFolded }) =>
    isFolded && kind === 'request' && ending === undefined,
  isNewestFirst: false,
  clients: new Map()
}

export function growViews(growths: readonly ViewGrowth[]): void {
  growLists(TRAFFIC, growths)
}

/** A recording that was not looked at before is shown from where `startAt` says. */
export function useTrafficView(
  spec: ViewSpec | undefined,
  startAt: 'end' | 'top' = 'end'
): TrafficView {
  return useRecordList(TRAFFIC, spec, startAt)
}
