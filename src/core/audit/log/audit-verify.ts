/** Looks at every link of the audit log, and says which record is the first that is not as it was written. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { AuditVerdict, NotedLink } from '../../../shared/traffic/audit'
import { messageOf } from '../../../shared/protocol/errors'
import { hashOf, isPart } from '../audit-chain'
import type { AuditFiles } from './audit-files'
import { isEmptied, isMissing } from './audit-place'
import { newestLoss, newestRetention, TAKEN_OVER } from '../audit-remarks'
import {
  EmptyAudit,
  hasReach,
  isDamaged,
  isDowngraded,
  isOfVersion1,
  isWrongContent,
  openAuditToRead
} from './audit-tables'
import { holds, LastLinkFile, reachOf, type LastLink } from './last-link'

/** So many links are looked at before anybody else gets a turn. */
const LINKS_A_TURN = 1_000

const CAVEAT =
  'The oldest part of this log was written by version 1 of Patchbay, which did not record what it deleted. Whether older records are missing cannot be checked.'

type Row = Readonly<Record<string, SQLOutputValue>>
type Bad = { readonly id: number; readonly why: string }

export type VerifiedFiles = Pick<AuditFiles, 'path'> & Partial<AuditFiles>

/**
 * As it is now: what is written meanwhile is not looked at. A link that somebody has written down is
 * looked for, if they say which.
 */
export async function verifyAudit(files: VerifiedFiles, noted?: string): Promise<AuditVerdict> {
  const { path, lastLink } = files
  // Before the log: what is remembered was in the log already when it was remembered.
  const expected = lastLink === undefined ? undefined : new LastLinkFile(lastLink).read()
  let database: DatabaseSync
  try {
    database = openAuditToRead(path)
  } catch (error) {
    const why = whyNoLog(path, error, expected)
    if (why === undefined) throw error
    return { isIntact: false, records: 0, why }
  }
  try {
    database.exec('BEGIN')
    const verdict = await verdictOn(database, { lastLink, expected })
    if (!verdict.isIntact || noted === undefined) return verdict
    return { ...verdict, noted: notedIn(database, noted) }
  } catch (error) {
    if (!isWrongContent(error)) throw error
    const why = `The audit log is damaged, or its tables were changed: parts of ${path} cannot be read (${messageOf(error)}).`
    return { isIntact: false, records: 0, why }
  } finally {
    database.close()
  }
}

/** Undefined for a log that is of a newer version, or that nobody may read. */
function whyNoLog(path: string, error: unknown, expected?: LastLink): string | undefined {
  const reached = expected && expected.id > 0 ? ` Its last record was number ${expected.id}.` : ''
  if (isMissing(path)) return `The audit log is missing: there is no ${path}.${reached}`
  if (isEmptied(path)) return `The audit log is empty: ${path} has no content.${reached}`
  const isForeign = error instanceof EmptyAudit || isDamaged(error)
  return isForeign ? `${path} is not an audit log, or is damaged.${reached}` : undefined
}

type Remembered = { readonly lastLink: string | undefined; readonly expected: LastLink | undefined }

async function verdictOn(database: DatabaseSync, remembered: Remembered): Promise<AuditVerdict> {
  const anchor = database.prepare('SELECT * FROM audit_anchor').get() ?? {}
  const removedUntil = Number(anchor['removed_until'] ?? 0)
  const records = Number(database.prepare('SELECT count(*) AS n FROM mcp_audit_log').get()?.['n'])
  const bad: Bad[] = [
    ...downgraded(database),
    ...unlinked(database),
    ...wronglyRemoved(database, anchor)
  ]
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
  if (bad.length === 0) bad.push(...notAsRemembered(database, remembered))
  const [first] = bad.sort((one, other) => one.id - other.id)
  if (first) return { isIntact: false, records, firstBadId: first.id, why: first.why }
  const loss = newestLoss(database)
  const isOlder = isOfVersion1(database) || newestRetention(database)?.action === TAKEN_OVER
  return {
    isIntact: true,
    records,
    removed: Number(anchor['removed'] ?? 0),
    lastHash,
    ...(loss && { loss: { id: loss.id, why: loss.why } }),
    ...(isOlder && { caveat: CAVEAT })
  }
}

function downgraded(database: DatabaseSync): Bad[] {
  if (!isDowngraded(database)) return []
  const why =
    'The log claims that version 1 of Patchbay wrote it, but contains data that only later versions write.'
  return [{ id: firstIdIn(database), why }]
}

/** The chain itself says what was forgotten; version 1 did not write that down. */
function wronglyRemoved(database: DatabaseSync, anchor: Row): Bad[] {
  if (isOfVersion1(database)) return []
  const { until, hash, count } = newestRetention(database) ?? { until: 0, hash: '', count: 0 }
  if (anchor['removed_until'] === until && anchor['hash'] === hash && anchor['removed'] === count) {
    return []
  }
  const id = firstIdIn(database)
  const why = `Records before ${id} are missing, and no record says that Patchbay deleted them.`
  return [{ id, why }]
}

/** Fits together in itself, but is not the log that Patchbay has written. */
function notAsRemembered(database: DatabaseSync, { lastLink, expected }: Remembered): Bad[] {
  if (lastLink === undefined) return []
  const last = lastIdIn(database)
  if (expected) {
    if (holds(database, expected) && !isOfVersion1(database)) return []
    const why = `The log does not hold what Patchbay had written last (record ${expected.id}): it was replaced, or all links were made anew.`
    return [{ id: Math.max(1, Math.min(last, expected.id)), why }]
  }
  if (isOfVersion1(database) || last === 0) return []
  const why = `The file ${lastLink}, which remembers the last record of the log, is missing, damaged or names no record, so records may have been cut off.`
  return [{ id: last, why }]
}

function firstIdIn(database: DatabaseSync): number {
  const first = database.prepare('SELECT min(id) AS id FROM mcp_audit_log').get()?.['id']
  return Number(first ?? 1)
}

function lastIdIn(database: DatabaseSync): number {
  const last = database.prepare('SELECT max(id) AS id FROM mcp_audit_log').get()?.['id']
  return Number(last ?? 0)
}

const TEXTS: readonly string[] = [
  ...['part', 'prev_hash', 'hash'].map((name) => `c.${name}`),
  ...['timestamp', 'session_id', 'method', 'params', 'result', 'error'].map((name) => `l.${name}`),
  ...['kind', 'server', 'server_name', 'target', 'ending', 'token'].map((name) => `d.${name}`),
  ...['params_sha256', 'result_sha256', 'error_sha256'].map((name) => `d.${name}`)
]
const NULS = TEXTS.map((text) => `coalesce(instr(${text}, char(0)), 0)`).join(' + ')
const TEXT_BYTES = TEXTS.map(
  (text) => `CASE typeof(${text}) WHEN 'text' THEN octet_length(${text}) ELSE 0 END`
).join(' + ')

const LINKS = `
  SELECT c.audit_id, c.part, c.prev_hash, c.hash, l.*, d.kind, d.server, d.server_name, d.target,
    d.params_bytes, d.params_sha256, d.result_bytes, d.result_sha256, d.error_bytes,
    d.error_sha256, d.ending, d.token, d.run, ${NULS} AS nuls, ${TEXT_BYTES} AS text_bytes
  FROM mcp_audit_chain c
  LEFT JOIN mcp_audit_log l ON l.id = c.audit_id
  LEFT JOIN audit_detail d ON d.audit_id = c.audit_id
  ORDER BY c.seq`

function faultOf(link: Row, lastHash: string, removedUntil: number): Bad | undefined {
  const id = Number(link['audit_id'])
  const { part } = link
  if (link['prev_hash'] !== lastHash) {
    return { id, why: `What stood before record ${id} is gone, or in another order.` }
  }
  if (!isWholeText(link)) {
    const why = `Record ${id} holds a NUL character or bytes that are not UTF-8. The chain of links does not protect that text.`
    return { id, why }
  }
  if (!isPart(part)) {
    return {
      id,
      why: `A link of record ${id} was changed: no version of Patchbay writes such a link.`
    }
  }
  if (link['id'] === null) {
    // How an old record ended may have been written long after it.
    if (id <= removedUntil) return undefined
    return { id, why: `Record ${id} was removed.` }
  }
  if (link['hash'] === hashOf(lastHash, part, link)) return undefined
  const what = part === 'end' ? 'how it ended' : 'what was asked'
  return { id, why: `Record ${id} was changed after it was written: ${what} is not what it was.` }
}

/** A text is read up to its first NUL only, and what is not UTF-8 is read as something else. */
function isWholeText(link: Row): boolean {
  let bytes = 0
  for (const value of Object.values(link)) {
    if (typeof value === 'string') bytes += Buffer.byteLength(value)
  }
  return link['nuls'] === 0 && link['text_bytes'] === bytes
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
  const last = Math.max(lastIdIn(database), removedUntil)
  if (!hasReach(database)) {
    if (isOfVersion1(database)) return []
    const why = 'The table audit_reach, which tells how far the log reaches, was removed.'
    return [{ id: last, why }]
  }
  const reach = reachOf(database)
  if (reach?.hash === lastHash) return []
  const newest = reach?.id ?? last
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
        (SELECT 1 FROM mcp_audit_chain c WHERE c.audit_id = l.id AND c.part IN ('intent', 'begin'))`
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
