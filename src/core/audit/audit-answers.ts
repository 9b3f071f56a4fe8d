/** What may be asked of the audit log, by name. */
import type {
  AuditCount,
  AuditDetail,
  AuditForm,
  AuditQuery,
  AuditRecord,
  AuditVerdict,
  AuditWindow
} from '../../shared/audit'
import { exportAudit } from './audit-export'
import type { AuditKeeper } from './audit-keeper'
import { verifyAudit } from './audit-verify'

/** Plain values go in and out, because these are asked from another thread. */
export function auditAnswers(keeper: AuditKeeper) {
  return {
    count: (query: AuditQuery, until?: number): AuditCount => keeper.reader().count(query, until),
    rows: (query: AuditQuery, window: AuditWindow): readonly AuditRecord[] =>
      keeper.reader().rows(query, window),
    read: (id: number): AuditDetail | null => keeper.reader().read(id) ?? null,
    verify: (): Promise<AuditVerdict> => {
      keeper.reader()
      return verifyAudit(keeper.files)
    },
    exportTo: (query: AuditQuery, form: AuditForm, path: string): Promise<number> =>
      exportAudit(keeper.reader(), query, form, path),
    /** All that was handed over before is written, or cannot be. */
    settle: (): void => {
      keeper.settle()
      keeper.remember()
    },
    /** Goes on with another log where the file of this one is gone. */
    startAnew: (): void => keeper.startAnew()
  }
}

export type AuditAnswers = ReturnType<typeof auditAnswers>
