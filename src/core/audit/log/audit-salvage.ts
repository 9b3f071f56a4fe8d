/** Makes a new audit log of what can still be read in one that is damaged. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { messageOf } from '../../../shared/protocol/errors'
import { Chain, WHOLE_RECORD } from '../audit-chain'
import { openAuditTables, setAside, together } from './audit-tables'

const LOG = ['timestamp', 'session_id', 'method', 'params', 'result', 'error', 'duration_ms']
const DETAIL = [
  'token',
  'run',
  'kind',
  'server',
  'server_name',
  'target',
  'params_bytes',
  'params_sha256',
  'result_bytes',
  'result_sha256',
  'error_bytes',
  'error_sha256',
  'ending'
]

/** A file that cannot be read is set aside, never deleted. */
export function salvage(path: string, error: unknown) {
  const aside = setAside(path)
  const database = openAuditTables(path)
  const rescued = rescue(aside, database)
  const message = `The audit log was damaged (${messageOf(error)}). It was kept as ${aside}, and ${rescued} of its records were copied into a new one.`
  return { database, message, aside }
}

/** Record by record, because one that cannot be read says nothing of the others. */
function rescue(aside: string, into: DatabaseSync): number {
  let from: DatabaseSync | undefined
  try {
    from = new DatabaseSync(aside, { timeout: 5_000 })
    const read = from.prepare(`${WHOLE_RECORD} WHERE l.id = ?`)
    return together(into, () => copy(into, lastIdIn(from), (id) => attempt(() => read.get(id))))
  } catch {
    // There is nothing in it that could be read; it was kept as it is.
    return 0
  } finally {
    from?.close()
  }
}

function copy(
  into: DatabaseSync,
  lastId: number,
  read: (id: number) => Record<string, unknown> | undefined
): number {
  const chain = new Chain(into)
  const insertLog = into.prepare(insertInto('mcp_audit_log', ['id', ...LOG]))
  const insertDetail = into.prepare(insertInto('audit_detail', ['audit_id', ...DETAIL]))
  let copied = 0
  for (let id = 1; id <= lastId; id++) {
    const record = read(id)
    if (!record || typeof record['token'] !== 'string') continue
    const columns = (names: readonly string[]): SQLInputValue[] =>
      names.map((name) => (record[name] ?? null) as SQLInputValue)
    insertLog.run(id, ...columns(LOG))
    // Whoever wrote it is not who writes this one.
    insertDetail.run(id, ...columns(DETAIL).with(1, 0))
    chain.link(id, 'begin')
    if (record['ending'] !== null) chain.link(id, 'end')
    copied++
  }
  return copied
}

function lastIdIn(database: DatabaseSync | undefined): number {
  const places = [
    'SELECT max(id) AS id FROM mcp_audit_log',
    'SELECT max(audit_id) AS id FROM audit_detail',
    'SELECT max(audit_id) AS id FROM mcp_audit_chain'
  ]
  const found = places.map((sql) => attempt(() => database?.prepare(sql).get())?.['id'])
  return Math.max(0, ...found.filter((id) => typeof id === 'number'))
}

function insertInto(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table}(${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined // a damaged page
  }
}
