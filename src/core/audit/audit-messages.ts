/** What main and the thread of the audit log say to each other. */
import type { AuditStanding } from '../../shared/audit'
import type { WorkbenchErrorCode } from '../../shared/errors'
import type { AuditAnswers } from './audit-answers'
import type { Ending, Intent } from './audit-store'

export type AuditSettings = {
  readonly bytes: number
  readonly days: number
  /** Where daily files go, if there are to be some. */
  readonly folder?: string
}

/** Given to the thread when it starts. */
export type AuditStart = { readonly path: string; readonly settings: AuditSettings }

/** What has happened already, and is written as soon as it can be. */
export type Late = { readonly intent?: Intent; readonly ending: Ending }

export type AuditRequest =
  | { readonly secrets: readonly string[] }
  | { readonly settings: AuditSettings }
  | { readonly handed: number; readonly late: Late }
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
  /** This is on disk. */
  | { readonly taken: number }
  | { readonly standing: Omit<AuditStanding, 'isOn' | 'notice'> }
  /** What has become of a log that was damaged. */
  | { readonly notice: string; readonly aside: string }
