/** Finds records of the audit log. Nothing that a person typed becomes part of the SQL itself. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type {
  AuditDetail,
  AuditKind,
  AuditQuery,
  AuditRecord,
  AuditStatus,
  AuditText
} from '../../../shared/traffic/audit'
import { parseAuditFilter } from '../../../shared/query/audit-records'
import { nameWithScope, serverNames, type NamedServer } from '../../../shared/servers/server-names'
import { compileQuery, type Sql } from '../../query/query-sql'
import { auditColumns, DECISION, STATUS } from '../audit-columns'
import { decisionOf } from '../audit-decision'
import { liveRuns } from './audit-runs'

export type AuditCount = {
  /** The newest record that is counted. */
  readonly until: number
  readonly matched: number
  readonly total: number
}

type RowRange = {
  readonly until: number
  readonly from: number
  readonly count: number
  readonly isGrouped: boolean
}

type Row = Readonly<Record<string, SQLOutputValue>>
type NameOf = (server: NamedServer) => string

const FROM = 'mcp_audit_log l LEFT JOIN audit_detail d ON d.audit_id = l.id'
const LISTED = `l.id, l.timestamp, l.session_id, l.method, l.duration_ms, d.kind, d.server,
  d.server_name, d.target, ${STATUS} AS status, ${DECISION} AS decision`
const WHOLE = `${LISTED}, l.params, l.result, l.error, d.params_bytes, d.params_sha256,
  d.result_bytes, d.result_sha256, d.error_bytes, d.error_sha256`
/** What belongs to no session is together with what else there is of its server. */
const GROUP = 'json_array(l.session_id, d.server, d.server_name)'
/** Each may have three texts of 256 KiB. */
const AT_ONCE = 100

export class AuditReader {
  /** The servers of the records that were looked at, by id and name. */
  private readonly servers = new Map<string, NamedServer>()
  private namedUntil = 0

  constructor(private readonly database: DatabaseSync) {
    const options = { deterministic: true, directOnly: true, varargs: true } as const
    database.function('decision_of', options, (...texts) => {
      const [method = '', params = '', result = ''] = texts.map((text) => String(text ?? ''))
      return decisionOf(method, params, result) ?? null
    })
    database.function('name_with_scope', options, (id, name) =>
      typeof id === 'string' && typeof name === 'string' ? nameWithScope({ id, name }) : null
    )
  }

  newest(): number {
    const found = this.database.prepare('SELECT max(id) AS id FROM mcp_audit_log').get()
    return Number(found?.['id'] ?? 0)
  }

  count(query: AuditQuery, until = this.newest()): AuditCount {
    const { text: where, params } = this.condition(query, until)
    const counted = this.database.prepare(`SELECT count(*) AS n FROM ${FROM} WHERE ${where}`)
    const total = this.database.prepare('SELECT count(*) AS n FROM mcp_audit_log WHERE id <= ?')
    return {
      until,
      matched: Number(counted.get(...params)?.['n']),
      total: Number(total.get(until)?.['n'])
    }
  }

  /** Newest first; all of a session together, if that is wanted. No group has two servers. */
  rows(query: AuditQuery, { until, from, count, isGrouped }: RowRange): readonly AuditRecord[] {
    const { text: where, params } = this.condition(query, until)
    const live = this.live()
    const nameOf = this.nameOf()
    if (!isGrouped) {
      const sql = `SELECT ${LISTED} FROM ${FROM} WHERE ${where} ORDER BY l.id DESC LIMIT ? OFFSET ?`
      return this.database
        .prepare(sql)
        .all(live, ...params, count, from)
        .map((row) => recordOf(row, nameOf))
    }
    const sql = `
      WITH hit AS (SELECT l.id AS hit_id, ${GROUP} AS of FROM ${FROM} WHERE ${where}),
      session AS (SELECT of, max(hit_id) AS newest, count(*) AS size FROM hit GROUP BY of)
      SELECT ${LISTED}, CASE WHEN l.id = session.newest THEN session.size END AS in_session
      FROM hit JOIN session USING (of) JOIN mcp_audit_log l ON l.id = hit_id
      LEFT JOIN audit_detail d ON d.audit_id = l.id
      ORDER BY session.newest DESC, l.id DESC LIMIT ? OFFSET ?`
    return this.database
      .prepare(sql)
      .all(...params, live, count, from)
      .map((row) => recordOf(row, nameOf))
  }

  read(id: number): AuditDetail | undefined {
    const sql = `SELECT ${WHOLE} FROM ${FROM} WHERE l.id = ?`
    const row = this.database.prepare(sql).get(this.live(), id)
    return row && detailOf(row, this.nameOf())
  }

  /** Oldest first, some at a time. */
  *all(query: AuditQuery, until = this.newest()): Generator<AuditDetail> {
    const { text: where, params } = this.condition(query, until)
    const live = this.live()
    const nameOf = this.nameOf()
    const next = this.database.prepare(
      `SELECT ${WHOLE} FROM ${FROM} WHERE ${where} AND l.id > ? ORDER BY l.id LIMIT ${AT_ONCE}`
    )
    for (let last = 0; ;) {
      const details = next.all(live, ...params, last).map((row) => detailOf(row, nameOf))
      if (details.length === 0) return
      yield* details
      last = details.at(-1)?.id ?? last
    }
  }

  /** Names the servers in the log. Reads only records that were added since the last call. */
  private nameOf(): NameOf {
    const until = this.newest()
    const found = this.database
      .prepare(
        `SELECT DISTINCT server AS id, server_name AS name FROM audit_detail
         WHERE audit_id > ? AND audit_id <= ? AND server IS NOT NULL AND server_name IS NOT NULL`
      )
      .all(this.namedUntil, until)
    for (const row of found) {
      const server = { id: String(row['id']), name: String(row['name']) }
      this.servers.set(JSON.stringify(server), server)
    }
    this.namedUntil = until
    return serverNames(this.servers.values())
  }

  private live(): string {
    return JSON.stringify(liveRuns(this.database))
  }

  private condition({ text, status, sessionId }: AuditQuery, until: number): Sql {
    const live = this.live()
    const conditions = ['l.id <= ?']
    const params: SQLInputValue[] = [until]
    if (status !== undefined) {
      conditions.push(`${STATUS} = ?`)
      params.push(live, status)
    }
    if (sessionId !== undefined) {
      conditions.push('l.session_id = ?')
      params.push(sessionId)
    }
    const columns = auditColumns({ live, dayOf: this.dayOf(until) })
    const filter = compileQuery(parseAuditFilter(text), columns)
    return {
      text: [...conditions, filter.text].join(' AND '),
      params: [...params, ...filter.params]
    }
  }

  /** Local midnight of the day of the newest record. */
  private dayOf(until: number): number {
    const newest = this.database
      .prepare('SELECT timestamp FROM mcp_audit_log WHERE id <= ? ORDER BY id DESC LIMIT 1')
      .get(until)
    return new Date(String(newest?.['timestamp'])).setHours(0, 0, 0, 0)
  }
}

function recordOf(row: Row, nameOf: NameOf): AuditRecord {
  const { target, session_id: session, server, server_name: name, duration_ms: took } = row
  const { in_session: size, decision } = row
  return {
    id: Number(row['id']),
    time: Date.parse(String(row['timestamp'])),
    kind: (row['kind'] ?? 'request') as AuditKind,
    method: String(row['method']),
    status: String(row['status']) as AuditStatus,
    ...(typeof decision === 'string' && { decision }),
    ...(typeof target === 'string' && { target }),
    ...(typeof session === 'string' && { sessionId: session }),
    ...(typeof server === 'string' && { serverId: server }),
    ...(typeof name === 'string' && { serverName: nameOf({ id: String(server), name }) }),
    ...(typeof took === 'number' && { durationMs: took }),
    ...(typeof size === 'number' && { inSession: size })
  }
}

function detailOf(row: Row, nameOf: NameOf): AuditDetail {
  const params = textOf(row, 'params')
  const result = textOf(row, 'result')
  const error = textOf(row, 'error')
  return {
    ...recordOf(row, nameOf),
    ...(params && { params }),
    ...(result && { result }),
    ...(error && { error })
  }
}

function textOf(row: Row, name: 'params' | 'result' | 'error'): AuditText | undefined {
  const text = row[name]
  if (typeof text !== 'string') return undefined
  const bytes = Number(row[`${name}_bytes`] ?? 0)
  return {
    text,
    bytes,
    sha256: String(row[`${name}_sha256`] ?? ''),
    isCut: bytes > Buffer.byteLength(text)
  }
}
