/** The audit log as it is shown: what was done for a person, and what became of it. */
import type { ListCount, ListGrowth, ListPage } from './list'

/** Cancelled: by the person. Interrupted: whoever was to write down how it ended is gone. */
export const AUDIT_STATUSES = ['ok', 'failed', 'cancelled', 'running', 'interrupted'] as const
export type AuditStatus = (typeof AUDIT_STATUSES)[number]

/** Raw: a person wrote the frame. Note: nothing of it went over a wire. */
export type AuditKind = 'request' | 'raw' | 'note'

export type AuditRecord = {
  readonly id: number
  /** In milliseconds since 1970. */
  readonly time: number
  readonly kind: AuditKind
  readonly method: string
  readonly status: AuditStatus
  /** Where somebody, or what they have set, decided: what, in a word. */
  readonly decision?: string
  /** What it is about: a tool, a resource, a prompt; or what was decided about. */
  readonly target?: string
  readonly sessionId?: string
  readonly serverId?: string
  /** With its scope where the log is about another server of this name too. */
  readonly serverName?: string
  readonly durationMs?: number
  /**
   * Of the newest record of a session, where they are listed by session: how many there are. Without a
   * session, of those of a server that have none.
   */
  readonly inSession?: number
}

/** A text as it is kept: without secrets, and only its beginning when it is long. */
export type AuditText = {
  readonly text: string
  /** Of the whole. */
  readonly bytes: number
  readonly sha256: string
  readonly isCut: boolean
}

export type AuditDetail = AuditRecord & {
  readonly params?: AuditText
  readonly result?: AuditText
  readonly error?: AuditText
}

export type AuditQuery = {
  /** A filter, as a person has written it. */
  readonly text: string
  readonly status?: AuditStatus | undefined
  readonly sessionId?: string | undefined
}

export type AuditSpec = {
  readonly query: AuditQuery
  /** All of a session together. */
  readonly isGrouped: boolean
}

export type AuditPage = ListPage<AuditRecord, ListCount>

export type AuditGrowth = ListGrowth<AuditRecord, ListCount>

/** Whether a link that somebody has written down is in the log. */
export type NotedLink = {
  readonly isFound: boolean
  /** Of the record that it is of, if that is still kept. */
  readonly id?: number
}

export type AuditLoss = {
  readonly id: number
  /** Whole sentences. */
  readonly why: string
}

/** What was found when every link of the log was looked at. */
export type AuditVerdict =
  | {
      readonly isIntact: true
      readonly records: number
      /** Of older records that are no longer kept. */
      readonly removed: number
      /** Whoever writes it down can tell later that nothing before it was changed or cut off. */
      readonly lastHash: string
      /** If one was looked for. */
      readonly noted?: NotedLink
      /** The newest record in which Patchbay wrote down that the log was not what it had been. */
      readonly loss?: AuditLoss
      /** What could not be checked, in whole sentences. */
      readonly caveat?: string
    }
  | {
      readonly isIntact: false
      readonly records: number
      /** Not when there is no log in which one could be. */
      readonly firstBadId?: number
      /** A whole sentence. */
      readonly why: string
    }

export const AUDIT_FORMS = ['csv', 'jsonl'] as const
export type AuditForm = (typeof AUDIT_FORMS)[number]

export type AuditStanding = {
  readonly isOn: boolean
  /** The newest record there is. */
  readonly newest: number
  /** Changes whenever a record is written or completed. */
  readonly revision: number
  /** What keeps it from being written: the rest of a sentence that says that it cannot be. */
  readonly problem?: string
  /** The file of the log was deleted, emptied or replaced while Patchbay was running. */
  readonly isGone?: boolean
  /** What keeps the files beside the log from being written. */
  readonly folderProblem?: string
  /** What has become of an earlier log that was damaged, or is missing. */
  readonly notice?: string
}
