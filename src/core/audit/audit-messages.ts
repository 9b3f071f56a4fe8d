/** What main and the thread of the audit log say to each other. */
import type { AuditStanding } from '../../shared/audit'
import type { WorkbenchErrorCode } from '../../shared/errors'
import type { AuditAnswers } from './audit-answers'
import type { AuditFiles } from './audit-files'
import type { Intent, Late } from './audit-store'

export type AuditSettings = {
  readonly bytes: number
  readonly days: number
  /** Where daily files go, if there are to be some. */
  readonly folder?: string
}

/** Given to the thread when it starts. */
export type AuditStart = AuditFiles & { readonly settings: AuditSettings }

export type { Late } from './audit-store'

/** What has happened already, with a number by which it is said that it is on disk. */
export type Handed = { readonly handed: number; readonly late: Late }

/** Asks for a record before something is done. The reply is the id of the record on disk. */
export type Begin = { readonly id: number; readonly intent: Intent }

export type AuditRequest =
  | { readonly secrets: readonly string[] }
  | { readonly settings: AuditSettings }
  /** Written in one transaction, in this order. */
  | { readonly handed: readonly Handed[]; readonly begins: readonly Begin[] }
  | {
      readonly id: number
      readonly ask: keyof AuditAnswers
      readonly args: readonly unknown[]
    }

export type AuditReport =
  | { readonly id: number; readonly value: unknown }
  | {
      readonly id: number
      readonly error: { readonly code: WorkbenchErrorCode; readonly message: string }
    }
  /** These are on disk. */
  | { readonly taken: readonly number[] }
  | { readonly standing: Omit<AuditStanding, 'isOn' | 'notice'> }
  /** What has become of a log that was damaged or is missing, and which file to look at. */
  | { readonly notice: string; readonly path: string }
