/** What main and the audit log in the thread of the ledger say to each other. */
import type { AuditGrowth, AuditStanding } from '../../../shared/traffic/audit'
import type { AuditAnswers } from './audit-answers'
import type { AuditFiles } from './audit-files'
import type { Intent, Late } from './audit-store'

export type AuditSettings = {
  readonly bytes: number
  readonly days: number
  /** Where daily files go, if there are to be some. */
  readonly folder?: string
}

/** What the thread needs to open the log. */
export type AuditStart = AuditFiles & { readonly settings: AuditSettings }

export type AuditTerms = {
  readonly answers: AuditAnswers & {
    /** Asks for a record before something is done. The answer is its id, once it is on disk. */
    readonly begin: (intent: Intent) => Promise<number>
  }
  readonly settings: { readonly secrets: readonly string[]; readonly keeping: AuditSettings }
  /** What has happened already. */
  readonly parcel: Late
  readonly events: {
    /** Lists that are looked at, as they are now. */
    readonly grew: readonly AuditGrowth[]
    readonly standing: Omit<AuditStanding, 'isOn' | 'notice'>
    /** What has become of a log that was damaged or is missing, and which file to look at. */
    readonly notice: { readonly message: string; readonly path: string }
  }
}
