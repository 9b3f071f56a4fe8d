/** What may be asked of the audit log, by name. */
import type {
  AuditDetail,
  AuditForm,
  AuditPage,
  AuditQuery,
  AuditRecord,
  AuditSpec,
  AuditVerdict
} from '../../../shared/traffic/audit'
import type { ListCount, ListWindow, OpenedList } from '../../../shared/traffic/list'
import type { ListViews } from '../../query/list-views'
import { exportAudit } from './audit-export'
import type { AuditKeeper } from './audit-keeper'
import type { AuditReader } from './audit-query'
import { verifyAudit } from './audit-verify'

export type AuditViews = ListViews<AuditSpec, AuditRecord, ListCount>

/**
 * Plain values go in and out, because these are asked from another thread. Whoever asks sees all that
 * was handed over before, so that is written first.
 */
export function auditAnswers(keeper: AuditKeeper, views: AuditViews, write: () => void) {
  const reader = (): AuditReader => {
    write()
    return keeper.reader()
  }
  return {
    openView: (spec: AuditSpec): OpenedList<ListCount> => {
      write()
      return views.open(spec)
    },
    closeView: (viewId: number): void => views.close(viewId),
    rows: (viewId: number, window: ListWindow): AuditPage => {
      write()
      return views.rows(viewId, window)
    },
    read: (id: number): AuditDetail | null => reader().read(id) ?? null,
    verify: (): Promise<AuditVerdict> => {
      reader()
      return verifyAudit(keeper.files)
    },
    exportTo: (query: AuditQuery, form: AuditForm, path: string): Promise<number> =>
      exportAudit(reader(), query, form, path),
    /** All that was handed over before is written, or cannot be. */
    settle: (): void => {
      write()
      keeper.remember()
    },
    /** Goes on with another log where the file of this one is gone. */
    startAnew: (): void => {
      write()
      keeper.startAnew()
    }
  }
}

export type AuditAnswers = ReturnType<typeof auditAnswers>
