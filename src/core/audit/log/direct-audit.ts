/** The audit log without a thread of its own, for whoever has nothing better to do than to wait for it. */
import type { Clock } from '../../time/clock'
import type { AuditFiles } from './audit-files'
import { AuditKeeper } from './audit-keeper'
import { AuditLog, type AuditLogOptions } from './audit-log'
import type { AuditSettings } from './audit-messages'
import type { Auditing } from '../auditing'
import type { Redactor } from '../../redaction/redaction'

export type DirectAuditOptions = Pick<AuditLogOptions, 'isOn' | 'nameOf' | 'isTextCut' | 'wayOut'> &
  AuditFiles & {
    readonly settings: AuditSettings
    readonly redactor: Redactor
    readonly clock: Clock
    readonly onNotice: (message: string) => void
  }

export function openDirectAudit(options: DirectAuditOptions): Auditing & {
  readonly keeper: AuditKeeper
} {
  const keeper = new AuditKeeper({ ...options, onTaken: () => {}, onChange: () => {} })
  let last = 0
  const log = new AuditLog({
    ...options,
    begin: async (intent) => keeper.begin(intent),
    hand: (late) => keeper.take([{ parcel: ++last, value: late }])
  })
  return { intend: log.intend, note: log.note, keeper }
}
