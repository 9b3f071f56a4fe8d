/** What is done for a person is written down before it is done, or it is not done. */
import { randomUUID } from 'node:crypto'
import type { ServerId } from '../../../shared/protocol/ids'
import { isObject } from '../../../shared/json/json'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../../shared/protocol/errors'
import type { Clock } from '../../time/clock'
import type { AuditEnd, AuditEntry, Auditing } from '../auditing'
import type { Ending, Intent, Late } from './audit-store'

export type AuditLogOptions = {
  /** Resolves once it is on disk. */
  readonly begin: (intent: Intent) => Promise<unknown>
  readonly hand: (late: Late) => void
  readonly clock: Clock
  readonly isOn: () => boolean
  readonly nameOf: (serverId: ServerId) => string
  /** Whether of text arguments for this server only the beginning is kept. */
  readonly isTextCut: (serverId: ServerId) => boolean
  /** What the person can do when it cannot be written: a whole sentence. */
  readonly wayOut: string
}

export class AuditLog implements Auditing {
  constructor(private readonly options: AuditLogOptions) {}

  readonly intend = async (entry: AuditEntry): Promise<(end: AuditEnd) => void> => {
    const { begin, hand, clock, isOn } = this.options
    if (!isOn()) return () => {}
    const intent = this.intentOf(entry, entry.kind ?? 'request')
    const startedAt = clock.monotonic()
    try {
      await begin(intent)
    } catch (error) {
      throw new WorkbenchError(
        WorkbenchErrorCode.Storage,
        `The audit log cannot be written: ${reasonOf(error)}. ${this.options.wayOut}`
      )
    }
    return (end) => hand({ ending: endingOf(intent, end, clock.monotonic() - startedAt) })
  }

  readonly note = (entry: AuditEntry & AuditEnd): void => {
    if (!this.options.isOn()) return
    const intent = this.intentOf(entry, 'note')
    this.options.hand({ intent, ending: endingOf(intent, entry, 0) })
  }

  private intentOf(
    { serverId, sessionId, method, params }: AuditEntry,
    kind: Intent['kind']
  ): Intent {
    const { clock, nameOf, isTextCut } = this.options
    const json = asJson(params)
    return {
      token: randomUUID(),
      time: clock.wall(),
      kind,
      method,
      ...(json !== undefined && { params: json }),
      ...(sessionId !== undefined && { sessionId }),
      ...(serverId !== undefined && {
        serverId,
        serverName: nameOf(serverId),
        isTextCut: isTextCut(serverId)
      })
    }
  }
}

function endingOf(
  { token, isTextCut }: Intent,
  { result, error, durationMs }: AuditEnd,
  tookMs: number
): Ending {
  const results = asJson(result)
  const errors = asJson(error)
  return {
    token,
    durationMs: durationMs ?? tookMs,
    ...(isTextCut === true && { isTextCut }),
    // A tool says of itself that it failed.
    isFailed: errors !== undefined || (isObject(result) && result['isError'] === true),
    ...(results !== undefined && { result: results }),
    ...(errors !== undefined && { error: errors })
  }
}

/** Without the end of a sentence, because it stands in one. */
export function reasonOf(error: unknown): string {
  return messageOf(error).replace(/\.$/, '')
}

function asJson(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value)
}
