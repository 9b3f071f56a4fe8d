/** The list of audit records, the newest first. */
import type { AuditGrowth, AuditRecord, AuditSpec } from '../../shared/traffic/audit'
import type { ListCount } from '../../shared/traffic/list'
import { request } from '../bridge/bridge'
import type { ListSource } from './list-source'
import { growLists } from './record-list'
import type { RecordView } from './use-record-list'

export type AuditView = RecordView<AuditSpec, AuditRecord, ListCount>

export const AUDIT: ListSource<AuditSpec, AuditRecord, ListCount> = {
  open: (spec) => request('audit.open', spec),
  close: (viewId) => request('audit.close', { viewId }),
  rows: (viewId, { from, count, until }) => request('audit.rows', { viewId, from, count, until }),
  // A record is looked at by its number, wherever it is in the list.
  place: () => Promise.resolve({ index: -1, isThere: false }),
  isContinued: () => false,
  mayGrow: () => false,
  isNewestFirst: true,
  clients: new Map()
}

export function growAudit(growths: readonly AuditGrowth[]): void {
  growLists(AUDIT, growths)
}
