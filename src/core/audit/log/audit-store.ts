/**
 * Writes the audit log. A record is on disk when `begin` returns; how it ended is added once, and
 * nothing else of it ever changes. The oldest records are forgotten as a whole.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { AuditKind } from '../../../shared/traffic/audit'
import { Chain, NEXT_ID } from '../audit-chain'
import { keptText, withoutNul, type KeptText } from './audit-redaction'
import { forget, type AuditLimits } from './audit-retention'
import { beginRun } from './audit-runs'
import { together } from './audit-tables'
import { targetOf } from '../audit-target'
import { valueIn } from '../audit-value'
import { CANCELLED_TEXT } from '../auditing'
import { Redactor } from '../../redaction/redaction'

/** What is to be done. All texts are JSON. */
export type Intent = {
  /** Made up by whoever writes it, so that it can be written again without being there twice. */
  readonly token: string
  readonly time: number
  readonly kind: AuditKind
  readonly method: string
  readonly params?: string
  readonly sessionId?: string
  readonly serverId?: string
  readonly serverName?: string
  /** Of text arguments only the beginning is kept. */
  readonly isTextCut?: boolean
}

/** What became of it. */
export type Ending = {
  readonly token: string
  readonly durationMs: number
  readonly isFailed: boolean
  /** Of the texts in it only the beginning is kept. */
  readonly isTextCut?: boolean
  readonly result?: string
  readonly error?: string
}

/** What has happened already: how a record ended, or all of one that begins and ends at once. */
export type Late = { readonly intent?: Intent; readonly ending: Ending }

/** Something that happened, or that is to be done. */
export type Entry = Late | { readonly intent: Intent; readonly ending?: undefined }

/** What was written, without what may not be kept. */
export type Written = {
  readonly id: number
  readonly line: Readonly<Record<string, unknown>>
}

const LONGEST_NAME = 300

export class AuditStore {
  private readonly run: number
  private readonly chain: Chain
  private readonly byToken: StatementSync
  private readonly insertLog: StatementSync
  private readonly insertDetail: StatementSync
  private readonly endLog: StatementSync
  private readonly endDetail: StatementSync

  constructor(
    private readonly database: DatabaseSync,
    private readonly redactor: Redactor = new Redactor(),
    private readonly now: () => number = Date.now
  ) {
    this.run = beginRun(database, now())
    this.chain = new Chain(database)
    this.byToken = database.prepare('SELECT audit_id, ending FROM audit_detail WHERE token = ?')
    this.insertLog = database.prepare(
      `INSERT INTO mcp_audit_log(id, timestamp, session_id, method, params)
       VALUES (${NEXT_ID}, ?, ?, ?, ?)`
    )
    this.insertDetail = database.prepare(
      `INSERT INTO audit_detail(audit_id, token, run, kind, server, server_name, target,
        params_bytes, params_sha256) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
    )
    this.endLog = database.prepare(
      'UPDATE mcp_audit_log SET result = ?, error = ?, duration_ms = ? WHERE id = ?'
    )
    this.endDetail = database.prepare(
      `UPDATE audit_detail SET ending = ?, result_bytes = ?, result_sha256 = ?, error_bytes = ?,
        error_sha256 = ? WHERE audit_id = ?`
    )
  }

  /** Throws when it cannot be written: then it may not be done. */
  begin(intent: Intent): Written {
    const [written] = this.writeAll([{ intent }])
    if (!written) throw new Error('The log wrote no record for this.')
    return written
  }

  /**
   * Uses one transaction, because a disk takes about as long for many records as for one. Returns
   * undefined for an ending whose record is missing or has ended already.
   */
  writeAll(entries: readonly Entry[]): readonly (Written | undefined)[] {
    const prepared = entries.map(({ intent, ending }) => ({
      begun: intent && { intent, prepared: this.prepare(intent) },
      ended: ending && { ending, prepared: this.prepareEnd(ending) }
    }))
    return together(this.database, () =>
      prepared.map(({ begun, ended }) => {
        const written = begun && this.write(begun.intent, begun.prepared)
        if (!ended) return written
        const end = this.writeEnd(ended.ending, ended.prepared)
        if (!written) return end
        return { id: written.id, line: { ...written.line, ...end?.line, event: 'noted' } }
      })
    )
  }

  /** Undefined when there is no such record, or it has ended already. */
  end(ending: Ending): Written | undefined {
    return this.writeAll([{ ending }])[0]
  }

  /** Something that began and ended at once. */
  note(intent: Intent, ending: Ending): Written {
    const [written] = this.writeAll([{ intent, ending }])
    if (!written) throw new Error('What is noted has a record.')
    return written
  }

  /** Forgets the oldest until it is small and young enough. Says how many went. */
  trim(limits: AuditLimits): number {
    return forget(this.database, limits, this.now())
  }

  close(): void {
    this.database.close()
  }

  private prepare({ method, params, serverName, isTextCut }: Intent) {
    const kept =
      params === undefined
        ? undefined
        : keptText(params, this.redactor, isTextCut === true ? { cut: 'arguments' } : {})
    const target = kept && targetOf(method, kept.text)
    return {
      method: this.name(method),
      serverName: serverName === undefined ? undefined : this.name(serverName),
      params: kept,
      target: target === undefined ? undefined : this.name(target)
    }
  }

  /** An answer often repeats the text that was sent. */
  private prepareEnd({ result, error, isTextCut }: Ending) {
    const options = isTextCut === true ? ({ cut: 'texts' } as const) : {}
    return {
      result: result === undefined ? undefined : keptText(result, this.redactor, options),
      error: error === undefined ? undefined : keptText(error, this.redactor, options)
    }
  }

  private write(intent: Intent, prepared: ReturnType<AuditStore['prepare']>): Written {
    const { token, kind, sessionId } = intent
    const serverId = intent.serverId === undefined ? undefined : withoutNul(intent.serverId)
    const { method, serverName, params, target } = prepared
    const timestamp = new Date(intent.time).toISOString()
    const line = {
      timestamp,
      event: 'asked',
      kind,
      method,
      ...(sessionId !== undefined && { session_id: sessionId }),
      ...(serverName !== undefined && { server: serverName }),
      ...(params && { params: asJson(params) })
    }
    const known = this.byToken.get(token)?.['audit_id']
    if (typeof known === 'number') return { id: known, line: { id: known, ...line } }
    const row = this.insertLog.run(timestamp, sessionId ?? null, method, params?.text ?? null)
    const id = Number(row.lastInsertRowid)
    this.insertDetail.run(
      id,
      token,
      this.run,
      kind,
      serverId ?? null,
      serverName ?? null,
      target ?? null,
      params?.bytes ?? null,
      params?.sha256 ?? null
    )
    this.chain.link(id, 'begin')
    return { id, line: { id, ...line } }
  }

  private writeEnd(
    { token, durationMs, isFailed }: Ending,
    { result, error }: ReturnType<AuditStore['prepareEnd']>
  ): Written | undefined {
    const known = this.byToken.get(token)
    if (!known || known['ending'] !== null) return undefined
    const id = Number(known['audit_id'])
    const ending = isFailed ? 'failed' : 'ok'
    const tookMs = Math.max(0, Math.round(durationMs))
    this.endLog.run(result?.text ?? null, error?.text ?? null, tookMs, id)
    this.endDetail.run(
      ending,
      result?.bytes ?? null,
      result?.sha256 ?? null,
      error?.bytes ?? null,
      error?.sha256 ?? null,
      id
    )
    this.chain.link(id, 'end')
    const line = {
      id,
      event: 'ended',
      status: error?.text === CANCELLED_TEXT ? 'cancelled' : ending,
      duration_ms: tookMs,
      ...(result && { result: asJson(result) }),
      ...(error && { error: asJson(error) })
    }
    return { id, line }
  }

  private name(text: string): string {
    return withoutNul(this.redactor.redact(text).slice(0, LONGEST_NAME))
  }
}

function asJson({ text }: KeptText): unknown {
  const value = valueIn(text)
  return value === undefined ? text : value
}
