/**
 * The calls that are kept. Each refers to its frames, and has a copy only of what they do not give in
 * full. Its frames stay as long as it does. Calls are found by their scope, which stands for a server
 * and a tool: a name can hold what may not be written down.
 */
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import type { CallCount } from '../../../shared/calls/call-contract'
import { fromJson, isObject, parseJson } from '../../../shared/json/json'
import { parseCallFilter } from '../../../shared/query/calls'
import type { ListPage, ListWindow } from '../../../shared/traffic/list'
import { compileQuery, sql, type Sql } from '../../query/query-sql'
import { textOf } from './entry-columns'
import { callColumns, FROM_CALLS } from './call-columns'
import { RECORDING_SPAN } from './tables'

/** A call to be kept, as JSON without what may not be written down. */
export type KeepCall = {
  readonly id: string
  readonly scope: string
  readonly startedAt: number
  readonly row: string
  /** Its outcome, and what was sent where that is too large for the row. */
  readonly rest: string
  readonly requestSeq?: number
  readonly answerSeq?: number
  readonly isPinned?: boolean
  readonly name?: string
}

/** Without end where nothing may be forgotten. */
export type CallLimits = { readonly perScope: number; readonly bytes: number }

export type CallMark = {
  readonly isPinned?: boolean | undefined
  readonly name?: string | undefined
}

/** The row of a call and the rest of it, as JSON. */
export type CallText = { readonly scope: string; readonly row: string; readonly rest: string }

/** The calls of a scope that match a filter. */
export type CallListSpec = { readonly scope: string; readonly filter: string }

type Members = Record<string, unknown>
type Columns = Readonly<Record<string, SQLOutputValue>>

const INSERT = `
  INSERT INTO call(id, scope, started_at, request_key, answer_key, row, rest, bytes, is_pinned, name)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO NOTHING`
/** What nobody has removed and nobody holds. */
const LOOSE = 'is_pinned = 0 AND is_removed = 0'
/** The parameter has what cannot be read. */
const READ = 'id NOT IN (SELECT value FROM json_each(?))'

/** Says of what is stored whether it can be read: a newer version may have written it, or it is damaged. */
export type CallReader = {
  readonly canReadRow: (row: string) => boolean
  readonly canReadRest: (rest: string) => boolean
}

export class CallTable {
  private readonly statements = new Map<string, StatementSync>()
  /** The calls that were found unreadable. They stay, are not listed, and count for nothing. */
  private readonly unread = new Set<string>()
  private areAllRead = false
  private changes = 0

  constructor(
    private readonly database: DatabaseSync,
    private readonly reader: CallReader
  ) {}

  /** Another one whenever a list of calls may be another. */
  get revision(): number {
    return this.changes
  }

  get hasUnreadable(): boolean {
    return this.unread.size > 0
  }

  keep(recording: number | undefined, calls: readonly KeepCall[], limits: CallLimits): void {
    const base = recording === undefined ? undefined : recording * RECORDING_SPAN
    for (const call of calls) this.insert(call, base)
    this.changes++
    if (limits.perScope === Number.POSITIVE_INFINITY) return
    for (const scope of new Set(calls.map((call) => call.scope))) {
      this.forgetSurplus(scope, limits.perScope)
    }
    this.forgetOldest(limits.bytes)
  }

  /** Pinned ones first, then newest first. Looks at each call once, because answers can be large. */
  page(spec: CallListSpec, { from, count }: ListWindow): ListPage<string, CallCount> {
    const { text, params } = this.matching(spec)
    const matches = this.database
      .prepare(
        `SELECT c.call_row AS call_row, c.is_pinned AS is_pinned FROM ${text}
         ORDER BY c.is_pinned DESC, c.started_at DESC, c.call_row DESC`
      )
      .all(...params)
    const found = matches.slice(from, from + count).map((match) => this.rowOfMatch(match))
    const unread = found.filter(({ row }) => !this.reader.canReadRow(row))
    if (unread.length > 0) {
      this.leaveOut(unread)
      return this.page(spec, { from, count })
    }
    const counted = {
      version: this.changes,
      matched: matches.length,
      pinned: matches.filter((match) => match['is_pinned'] === 1).length,
      total: this.totalOf(spec.scope),
      lastSeq: 0,
      isComplete: true
    }
    return { count: counted, rows: found.map(({ row }) => row) }
  }

  private rowOfMatch(match: Columns): { readonly id: string; readonly row: string } {
    const columns = this.statement(
      'SELECT id, row, request_key, is_pinned, name FROM call WHERE rowid = ?'
    ).get(match['call_row'] ?? null)
    return { id: String(columns?.['id']), row: this.rowOf(columns ?? {}) }
  }

  private totalOf(scope: string): number {
    const all = `SELECT count(*) AS total FROM call WHERE scope = ? AND is_removed = 0 AND ${READ}`
    return Number(this.statement(all).get(scope, this.unreadIds())?.['total'])
  }

  private matching({ scope, filter }: CallListSpec): Sql {
    const { text, params } = compileQuery(parseCallFilter(filter), callColumns(this.dayOf(scope)))
    return sql(`${FROM_CALLS} WHERE c.${READ} AND ${text}`, scope, this.unreadIds(), ...params)
  }

  /** Local midnight of the day of the newest call. */
  private dayOf(scope: string): number {
    const newest = this.statement('SELECT max(started_at) AS time FROM call WHERE scope = ?')
    return new Date(Number(newest.get(scope)?.['time'] ?? 0)).setHours(0, 0, 0, 0)
  }

  read(id: string): CallText | undefined {
    const columns = this.statement('SELECT * FROM call WHERE id = ? AND is_removed = 0').get(id)
    return columns && this.textOf(columns)
  }

  /** Which call sent the frame with this number, of those whose ids begin in this way. */
  sentAs(seq: number, ids: string): string | undefined {
    const found = this.statement(
      `SELECT id FROM call WHERE id >= ?1 AND id < ?1 || char(65535) AND is_removed = 0
       AND iif(json_valid(row), row ->> '$.requestSeq', NULL) = ?2`
    ).get(ids, seq)
    return found && String(found['id'])
  }

  /** Says whether it is there. */
  mark(id: string, { isPinned, name }: CallMark): boolean {
    const known = this.statement('SELECT * FROM call WHERE id = ? AND is_removed = 0').get(id)
    if (!known) return false
    this.changes++
    const pinned = isPinned ?? known['is_pinned'] === 1
    const named = name ?? known['name'] ?? ''
    this.statement('UPDATE call SET is_pinned = ?, name = ? WHERE id = ?').run(
      pinned ? 1 : 0,
      named === '' ? null : named,
      id
    )
    return true
  }

  /** One call, or all of a scope that are not pinned. They can be brought back until the next start. */
  remove(what: { readonly id: string } | { readonly scope: string }): readonly string[] {
    const [where, value] =
      'id' in what ? ['id = ?', what.id] : ['scope = ? AND is_pinned = 0', what.scope]
    this.changes++
    return this.database
      .prepare(`UPDATE call SET is_removed = 1 WHERE ${where} AND is_removed = 0 RETURNING id`)
      .all(value)
      .map(({ id }) => String(id))
  }

  /** How many of them are there again. */
  bringBack(ids: readonly string[]): number {
    this.changes++
    const back = this.database.prepare('UPDATE call SET is_removed = 0 WHERE id = ?')
    return ids.reduce((sum, id) => sum + Number(back.run(id).changes), 0)
  }

  /** What was removed in an earlier run. */
  forgetRemoved(): void {
    this.database.exec('DELETE FROM call WHERE is_removed = 1')
  }

  /** The frames of a recording are about to go, so its calls get copies of what they need of them. */
  detach(recording: number): void {
    const base = recording * RECORDING_SPAN
    const end = base + RECORDING_SPAN
    const found = this.database
      .prepare(
        `SELECT * FROM call WHERE (request_key > ? AND request_key < ?)
         OR (answer_key > ? AND answer_key < ?)`
      )
      .all(base, end, base, end)
    const update = this.database.prepare(
      'UPDATE call SET row = ?, rest = ?, request_key = NULL, answer_key = NULL WHERE id = ?'
    )
    for (const columns of found) {
      const { row, rest } = this.textOf(columns)
      update.run(row, rest, columns['id'] ?? null)
    }
  }

  private insert(call: KeepCall, base: number | undefined): void {
    const row = fromJson(call.row) as Members
    const rest = fromJson(call.rest) as Members
    const keyOf = (seq: number | undefined): number | undefined =>
      base === undefined || seq === undefined ? undefined : base + seq
    const requestKey = this.leaveOutSent(keyOf(call.requestSeq), row, rest)
    const answerKey = this.leaveOutAnswer(keyOf(call.answerSeq), rest)
    this.statement(INSERT).run(
      call.id,
      call.scope,
      call.startedAt,
      requestKey ?? null,
      answerKey ?? null,
      JSON.stringify(row),
      JSON.stringify(rest),
      call.row.length + call.rest.length,
      call.isPinned === true ? 1 : 0,
      call.name ?? null
    )
  }

  /** The request, if it gives all of the arguments. */
  private leaveOutSent(key: number | undefined, row: Members, rest: Members): number | undefined {
    const holder = 'arguments' in rest ? rest : row
    if (!isSame(holder['arguments'], this.sentIn(key))) return undefined
    delete holder['arguments']
    return key
  }

  /** The answer, if it gives all of the outcome. */
  private leaveOutAnswer(key: number | undefined, rest: Members): number | undefined {
    const outcome = rest['outcome']
    const member = memberOf(outcome)
    if (member === undefined || !isObject(outcome) || rest['isCut'] === true) return undefined
    if (!isSame(outcome[member], this.frame(key)?.[member])) return undefined
    rest['outcome'] = { ...outcome, [member]: undefined }
    return key
  }

  private textOf(columns: Columns): CallText {
    return {
      scope: String(columns['scope']),
      row: this.rowOf(columns),
      rest: this.restOf(columns)
    }
  }

  private rowOf(columns: Columns): string {
    const row = membersIn(columns['row'])
    if (!row) return String(columns['row'])
    const name = columns['name']
    const requestKey = keyIn(columns['request_key'])
    const isSentThere = requestKey !== undefined && !('arguments' in row)
    return JSON.stringify({
      ...row,
      ...(isSentThere && { arguments: this.sentIn(requestKey) ?? {} }),
      isPinned: columns['is_pinned'] === 1,
      ...(typeof name === 'string' && { name })
    })
  }

  private restOf(columns: Columns): string {
    const row = membersIn(columns['row'])
    const rest = membersIn(columns['rest'])
    if (!row || !rest) return String(columns['rest'])
    const requestKey = keyIn(columns['request_key'])
    const isSentThere = requestKey !== undefined && 'arguments' in row
    if (isSentThere) rest['arguments'] = this.sentIn(requestKey) ?? {}
    const { outcome } = rest
    const member = memberOf(outcome)
    const answerKey = keyIn(columns['answer_key'])
    if (answerKey !== undefined && member !== undefined && isObject(outcome)) {
      rest['outcome'] = { ...outcome, [member]: this.frame(answerKey)?.[member] }
    }
    return JSON.stringify(rest)
  }

  private sentIn(key: number | undefined): unknown {
    const params = this.frame(key)?.['params']
    return isObject(params) ? params['arguments'] : undefined
  }

  private frame(key: number | undefined): Members | undefined {
    if (key === undefined) return undefined
    const found = this.statement('SELECT text, exact FROM raw WHERE key = ?').get(key)
    return found && membersIn(textOf(found))
  }

  private forgetSurplus(scope: string, limit: number): void {
    const counted = this.statement(`SELECT count(*) AS n FROM call WHERE scope = ? AND ${LOOSE}`)
    if (Number(counted.get(scope)?.['n']) <= limit) return
    this.statement(
      `DELETE FROM call WHERE id IN (
         SELECT id FROM call WHERE scope = ? AND ${LOOSE} AND ${READ}
         ORDER BY started_at DESC, rowid DESC LIMIT -1 OFFSET ?)`
    ).run(scope, this.allUnreadIds(), limit)
  }

  private forgetOldest(mostBytes: number): void {
    const sum = `SELECT total(bytes) AS bytes FROM call WHERE ${LOOSE}`
    if (Number(this.statement(sum).get()?.['bytes']) <= mostBytes) return
    const unread = this.allUnreadIds()
    let bytes = Number(this.statement(`${sum} AND ${READ}`).get(unread)?.['bytes'])
    const forget = this.database.prepare('DELETE FROM call WHERE id = ?')
    const oldestFirst = this.database
      .prepare(`SELECT id, bytes FROM call WHERE ${LOOSE} AND ${READ} ORDER BY started_at, rowid`)
      .all(unread)
    for (const { id = null, bytes: own } of oldestFirst) {
      if (bytes <= mostBytes) return
      forget.run(id)
      bytes -= Number(own)
    }
  }

  /** Looks at all calls once, before any is forgotten: what is kept after that can be read. */
  private allUnreadIds(): string {
    if (!this.areAllRead) {
      this.areAllRead = true
      const { canReadRow, canReadRest } = this.reader
      const all = this.database.prepare('SELECT * FROM call WHERE is_removed = 0').iterate()
      for (const columns of all) {
        const { row, rest } = this.textOf(columns)
        if (!canReadRow(row) || !canReadRest(rest)) this.unread.add(String(columns['id']))
      }
    }
    return this.unreadIds()
  }

  private leaveOut(calls: readonly { readonly id: string }[]): void {
    for (const { id } of calls) this.unread.add(id)
    this.changes++
  }

  private unreadIds(): string {
    return JSON.stringify([...this.unread])
  }

  private statement(sql: string): StatementSync {
    const known = this.statements.get(sql)
    if (known) return known
    const prepared = this.database.prepare(sql)
    this.statements.set(sql, prepared)
    return prepared
  }
}

/** Undefined for what is damaged, or is no object. */
function membersIn(json: SQLOutputValue | undefined): Members | undefined {
  const value = parseJson(String(json))
  return isObject(value) ? { ...value } : undefined
}

function keyIn(value: SQLOutputValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** What of an outcome stands in the frame of its answer, under the same name. */
function memberOf(outcome: unknown): 'result' | 'error' | undefined {
  if (!isObject(outcome)) return undefined
  const { kind } = outcome
  return kind === 'result' || kind === 'error' ? kind : undefined
}

function isSame(value: unknown, inFrame: unknown): boolean {
  return inFrame !== undefined && JSON.stringify(value) === JSON.stringify(inFrame)
}
