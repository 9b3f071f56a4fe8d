/** What the thread of the ledger is told to begin with. */
import type { MessagePort } from 'node:worker_threads'
import type { AuditStart } from '../audit/log/audit-messages'
import type { StoreStart } from '../store/store-messages'

/** By part. */
export type LedgerStart = { readonly traffic: StoreStart; readonly audit: AuditStart }

export type PartName = keyof LedgerStart

/** Opens one part. */
export type OpenPart = {
  readonly [Name in PartName]: {
    readonly part: Name
    readonly start: LedgerStart[Name]
    readonly port: MessagePort
  }
}[PartName]
