/**
 * Forgets the oldest records, and says so in the chain: which are gone, how many, and what the settings
 * allowed. Records that somebody else removes have no such record.
 */
import type { DatabaseSync } from 'node:sqlite'
import { remark, RETENTION } from '../audit-remarks'
import { together } from './audit-tables'

const RECORDS_A_TURN = 1_000

export type AuditLimits = { readonly bytes: number; readonly oldestAt: number }

/** Forgets until the log is small and young enough. Says how many records went. */
export function forget(database: DatabaseSync, limits: AuditLimits, now: number): number {
  const newest = newestId(database)
  let removed = 0
  for (let until = lastOutdated(database, limits); until !== undefined;) {
    removed += removeUntil(database, until, limits, now)
    // Never what this run has written itself, or it would never end.
    until = nextTurn(database, limits, newest)
  }
  if (removed > 0) database.exec('PRAGMA incremental_vacuum')
  return removed
}

/** Undefined when there is nothing to forget. */
function lastOutdated(database: DatabaseSync, limits: AuditLimits): number | undefined {
  const oldest = new Date(limits.oldestAt).toISOString()
  const first = database.prepare('SELECT timestamp FROM mcp_audit_log ORDER BY id LIMIT 1').get()?.[
    'timestamp'
  ]
  // This is asked often, and mostly the first record is young enough.
  if (typeof first === 'string' && first < oldest) {
    // A young record may have an old date if the clock was set back: stop at the first young date.
    const last = database
      .prepare(
        `SELECT max(id) AS id FROM mcp_audit_log WHERE id < coalesce(
          (SELECT id FROM mcp_audit_log WHERE timestamp >= ? OR timestamp IS NULL
           ORDER BY id LIMIT 1), 9223372036854775807)`
      )
      .get(oldest)?.['id']
    if (typeof last === 'number') return last
  }
  return nextTurn(database, limits, newestId(database))
}

/** As many of the oldest as are too much, but a tenth at least, so that this is not done all the time. */
function nextTurn(
  database: DatabaseSync,
  { bytes }: AuditLimits,
  newest: number
): number | undefined {
  const share = 1 - bytes / sizeBytes(database)
  if (share <= 0) return undefined
  const count = Number(database.prepare('SELECT count(*) AS n FROM mcp_audit_log').get()?.['n'])
  const next = database
    .prepare('SELECT id FROM mcp_audit_log WHERE id <= ? ORDER BY id LIMIT 1 OFFSET ?')
    .get(newest, Math.min(RECORDS_A_TURN, Math.ceil(count * Math.max(0.1, share))))?.['id']
  return typeof next === 'number' ? next - 1 : undefined
}

/** Links that only removed records have go too; the anchor remembers what the next one follows. */
function removeUntil(
  database: DatabaseSync,
  id: number,
  { bytes, oldestAt }: AuditLimits,
  now: number
): number {
  return together(database, () => {
    const { changes } = database.prepare('DELETE FROM mcp_audit_log WHERE id <= ?').run(id)
    database.prepare('DELETE FROM audit_detail WHERE audit_id <= ?').run(id)
    const gone = database
      .prepare(
        `SELECT seq, hash FROM mcp_audit_chain WHERE seq < coalesce(
          (SELECT min(seq) FROM mcp_audit_chain WHERE audit_id > ?), 9223372036854775807)
         ORDER BY seq DESC LIMIT 1`
      )
      .get(id)
    if (gone) {
      database.prepare('UPDATE audit_anchor SET hash = ?').run(String(gone['hash']))
      database.prepare('DELETE FROM mcp_audit_chain WHERE seq <= ?').run(gone['seq'] ?? 0)
    }
    const anchor = database
      .prepare(
        'UPDATE audit_anchor SET removed_until = ?, removed = removed + ? RETURNING hash, removed'
      )
      .get(id, changes)
    const removed = Number(changes)
    const params = {
      action: 'forget the oldest records',
      until: id,
      hash: String(anchor?.['hash']),
      count: Number(anchor?.['removed']),
      removed,
      setting: { bytes, oldest: new Date(oldestAt).toISOString() }
    } as const
    remark(database, { method: RETENTION, params }, now)
    return removed
  })
}

function newestId(database: DatabaseSync): number {
  return Number(database.prepare('SELECT max(id) AS id FROM mcp_audit_log').get()?.['id'] ?? 0)
}

function sizeBytes(database: DatabaseSync): number {
  const pragma = (name: string): number => Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
}
