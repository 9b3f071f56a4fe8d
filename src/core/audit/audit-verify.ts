/** Looks at every link of the audit log, and says which record is the first that is not as it was written. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { AuditVerdict, NotedLink } from '../../shared/audit'
import { hashOf, type Part } from './audit-chain'
import { hasReach, openAuditToRead } from './audit-tables'

/** So many links are looked at before anybody else gets a turn. */
const LINKS_A_TURN = 1_000

type Row = Readonly<Record<string, SQLOutputValue>>
type Bad = { readonly id: number; readonly why: string }

/**
 * As it is now: what is written meanwhile is not looked at. A link that somebody has written down is
 * looked for, if they say which.
 */
export async function verifyAudit(path: string, noted?: string): Promise<AuditVerdict> {
  const database = openAuditToRead(path)
  try {
    database.exec('BEGIN')
    const verdict = await verdictOn(database)
    if (!verdict.isIntact || noted === undefined) return verdict
    return { ...verdict, noted: notedIn(database, noted) }
  } finally {
    database.close()
  }
}

async function verdictOn(database: DatabaseSync): Promise<AuditVerdict> {
  const anchor = database.prepare('SELECT * FROM audit_anchor').get() ?? {}
  const removedUntil = Number(anchor['removed_until'] ?? 0)
  const records = Number(database.prepare('SELECT count(*) AS n FROM mcp_audit_log').get()?.['n'])
  const bad: Bad[] = unlinked(database)
  let lastHash = String(anchor['hash'] ?? '')
  let looked = 0
  for (const link of database.prepare(LINKS).iterate()) {
    const found = faultOf(link, lastHash, removedUntil)
    if (found) {
      bad.push(found)
      break
    }
    lastHash = String(link['hash'])
    if (++looked % LINKS_A_TURN === 0) await setImmediate()
  }
  if (bad.length === 0) bad.push(...cutOff(database, lastHash, removedUntil))
  const [first] = bad.sort((one, other) => one.id - other.id)
  if (first) return { isIntact: false, records, firstBadId: first.id, why: first.why }
  return { isIntact: true, records, removed: Number(anchor['removed'] ?? 0), lastHash }
}

const LINKS = `
  SELECT c.audit_id, c.part, c.prev_hash, c.hash, l.*, d.kind, d.server, d.server_name, d.target,
    d.params_bytes, d.params_sha256, d.result_bytes, d.result_sha256, d.error_bytes,
    d.error_sha256, d.ending
  FROM mcp_audit_chain c
  LEFT JOIN mcp_audit_log l ON l.id = c.audit_id
  LEFT JOIN audit_detail d ON d.audit_id = c.audit_id
  ORDER BY c.seq`

function faultOf(link: Row, lastHash: string, removedUntil: number): Bad | undefined {
  const id = Number(link['audit_id'])
  const part = String(link['part']) as Part
  if (link['prev_hash'] !== lastHash) {
    return { id, why: `What stood before record ${id} is gone, or in another order.` }
  }
  if (link['id'] === null) {
    // How an old record ended may have been written long after it.
    if (id <= removedUntil) return undefined
    return { id, why: `Record ${id} was removed.` }
  }
  if (link['hash'] === hashOf(lastHash, part, link)) return undefined
  const what = part === 'intent' ? 'what was asked' : 'how it ended'
  return { id, why: `Record ${id} was changed after it was written: ${what} is not what it was.` }
}

function notedIn(database: DatabaseSync, hash: string): NotedLink {
  const link = database.prepare('SELECT audit_id FROM mcp_audit_chain WHERE hash = ?').get(hash)
  if (link) return { isFound: true, id: Number(link['audit_id']) }
  // What is kept follows the last link that is not.
  const anchor = database.prepare('SELECT 1 FROM audit_anchor WHERE hash = ?').get(hash)
  return { isFound: anchor !== undefined }
}

/** What was taken from the end, with its links. */
function cutOff(database: DatabaseSync, lastHash: string, removedUntil: number): Bad[] {
  if (!hasReach(database)) return []
  const reach = database.prepare('SELECT newest, hash FROM audit_reach').get()
  if (reach?.['hash'] === lastHash) return []
  const left = database.prepare('SELECT max(id) AS id FROM mcp_audit_log').get()?.['id']
  const last = Math.max(Number(left ?? 0), removedUntil)
  const newest = Number(reach?.['newest'] ?? last)
  if (newest <= last) return [{ id: last, why: 'The last links of the log were removed.' }]
  const id = last + 1
  const why = newest === id ? `Record ${id} was removed` : `Records ${id} to ${newest} were removed`
  return [{ id, why: `${why} from the end of the log.` }]
}

/** Records, and ends of records, that are in no link. */
function unlinked(database: DatabaseSync): Bad[] {
  const added = database
    .prepare(
      `SELECT min(l.id) AS id FROM mcp_audit_log l WHERE NOT EXISTS
        (SELECT 1 FROM mcp_audit_chain c WHERE c.audit_id = l.id AND c.part = 'intent')`
    )
    .get()?.['id']
  const ended = database
    .prepare(
      `SELECT min(l.id) AS id FROM mcp_audit_log l LEFT JOIN audit_detail d ON d.audit_id = l.id
       WHERE coalesce(l.result, l.error, l.duration_ms, d.ending) IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM mcp_audit_chain c WHERE c.audit_id = l.id AND c.part = 'end')`
    )
    .get()?.['id']
  return [
    ...(typeof added === 'number'
      ? [{ id: added, why: `Record ${added} was added by somebody else than Patchbay.` }]
      : []),
    ...(typeof ended === 'number'
      ? [{ id: ended, why: `How record ${ended} ended was written by somebody else.` }]
      : [])
  ]
}
