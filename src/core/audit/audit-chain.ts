/**
 * Every record is linked to the one before it, once when it is written and once when it is completed.
 * Whoever changes or removes one has to make all later links anew.
 */
import { createHash } from 'node:crypto'
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'

/** Version 1 of the log wrote `intent`, which leaves out the token and the run. */
export type Part = 'intent' | 'begin' | 'end'

type Columns = Readonly<Record<string, SQLOutputValue>>

const INTENT = [
  'id',
  'timestamp',
  'session_id',
  'method',
  'params',
  'kind',
  'server',
  'server_name',
  'target',
  'params_bytes',
  'params_sha256'
]

/** What may not change any more once the part is written. */
const LINKED: Readonly<Record<Part, readonly string[]>> = {
  intent: INTENT,
  begin: [...INTENT, 'token', 'run'],
  end: [
    'id',
    'result',
    'error',
    'duration_ms',
    'result_bytes',
    'result_sha256',
    'error_bytes',
    'error_sha256',
    'ending'
  ]
}

/** No number is given twice, also when records were removed. */
export const NEXT_ID = `(SELECT max(coalesce((SELECT max(id) FROM mcp_audit_log), 0), removed_until,
  coalesce((SELECT newest FROM audit_reach), 0)) + 1 FROM audit_anchor)`

/** A record with all that stands beside it. */
export const WHOLE_RECORD = `
  SELECT l.*, d.token, d.run, d.kind, d.server, d.server_name, d.target, d.ending, d.params_bytes,
    d.params_sha256, d.result_bytes, d.result_sha256, d.error_bytes, d.error_sha256
  FROM mcp_audit_log l LEFT JOIN audit_detail d ON d.audit_id = l.id`

export function isPart(text: unknown): text is Part {
  return typeof text === 'string' && Object.hasOwn(LINKED, text)
}

export function hashOf(prevHash: string, part: Part, record: Columns): string {
  const values = LINKED[part].map((name) => {
    const value = record[name] ?? null
    return typeof value === 'bigint' ? value.toString() : value
  })
  return createHash('sha256')
    .update(JSON.stringify([prevHash, part, ...values]))
    .digest('hex')
}

export class Chain {
  private readonly last: StatementSync
  private readonly record: StatementSync
  private readonly insert: StatementSync

  constructor(database: DatabaseSync) {
    // Not what the last link that is there says: what is gone from the end stays missed by the next.
    this.last = database.prepare('SELECT hash FROM audit_reach')
    this.record = database.prepare(`${WHOLE_RECORD} WHERE l.id = ?`)
    this.insert = database.prepare(
      'INSERT INTO mcp_audit_chain(audit_id, part, prev_hash, hash) VALUES (?, ?, ?, ?)'
    )
  }

  /** In the transaction that writes the part, after it is written. */
  link(id: number, part: Part): void {
    const prevHash = String(this.last.get()?.['hash'] ?? '')
    const record = this.record.get(id) ?? {}
    this.insert.run(id, part, prevHash, hashOf(prevHash, part, record))
  }
}
