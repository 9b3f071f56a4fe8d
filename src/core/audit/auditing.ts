/** What is written down before and after something is done on behalf of a person. */
import type { ServerId } from '../../shared/protocol/ids'
import type { ClockJump } from '../time/clock'

export type AuditEntry = {
  readonly serverId?: ServerId
  readonly sessionId?: string
  /** Of MCP, or patchbay/… for what never goes over a wire. */
  readonly method: string
  readonly params: unknown
  /** Raw: a person wrote the frame. */
  readonly kind?: 'request' | 'raw'
}

export type AuditEnd = {
  readonly result?: unknown
  readonly error?: unknown
  readonly durationMs?: number
}

/** The error of what somebody did not want to wait for any more. Answers of servers have a code too. */
export const CANCELLED = { message: 'It was cancelled.' } as const
/** As it is kept. */
export const CANCELLED_TEXT = JSON.stringify(CANCELLED)

export type Auditing = {
  /** Resolves once it is on disk; rejects when it cannot be, and then nothing may be done. */
  readonly intend: (entry: AuditEntry) => Promise<(end: AuditEnd) => void>
  /** What has happened already. Never throws. */
  readonly note: (entry: AuditEntry & AuditEnd) => void
}

/** What concerns a server is found beside what else happened in the session that it has then. */
export function inSessions(
  auditing: Auditing,
  sessionOf: (serverId: ServerId) => string | undefined
): Auditing {
  const placed = <Entry extends AuditEntry>(entry: Entry): Entry => {
    const { serverId } = entry
    const sessionId = serverId === undefined ? undefined : sessionOf(serverId)
    return sessionId === undefined ? entry : { ...entry, sessionId }
  }
  return {
    intend: (entry) => auditing.intend(placed(entry)),
    note: (entry) => auditing.note(placed(entry))
  }
}

/** Times before and after are not comparable, so whoever reads the log has to see where that is. */
export function noteJump(auditing: Auditing, { from, to }: ClockJump): void {
  const [before, after] = [from, to].map((time) => new Date(time).toISOString())
  const params = {
    action: 'follow the clock of the system',
    before,
    after,
    ms: Math.round(to - from)
  }
  auditing.note({ method: 'patchbay/clock', params })
}

export const NO_AUDIT: Auditing = {
  intend: async () => () => {},
  note: () => {}
}
