/**
 * The rows of one list: numbers of entries that match, kept in order while more come in. What is
 * folded into another row is stood for by that row. Looks at entries in slices, so that nobody
 * waits who wants something else.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { dependsOnEnding, parseQuery } from '../../../shared/traffic-query/query'
import { LOG_LEVELS } from '../../../shared/log-level'
import type { LogSpec, ViewCount, ViewSpec } from '../../../shared/traffic-row'
import { compileQuery, type QueryContext } from './query-sql'
import { SeqList } from './seq-list'
import { RECORDING_SPAN } from './tables'

const SLICE_ENTRIES = 20_000

/** The part of the recording that there is. */
export type Extent = {
  readonly firstSeq: number
  readonly lastSeq: number
  /** Of what was exported in parts there are fewer than numbers. */
  readonly entries: number
}

export class View {
  private readonly seqs = new SeqList()
  private readonly base: number
  private readonly inRange: StatementSync
  private readonly ofOne: StatementSync
  private readonly params: readonly SQLInputValue[]
  private readonly canChange: boolean
  private lookedAt: number
  private version = 0

  constructor(
    database: DatabaseSync,
    readonly spec: ViewSpec,
    context: QueryContext
  ) {
    const query = parseQuery(spec.query)
    const { where, params, needsText } = compileQuery(query, context)
    const more = conditionsOf(spec)
    const conditions = [where, ...more.map((condition) => condition.where)].join(' AND ')
    const from = `entry e${needsText ? ' CROSS JOIN raw r ON r.key = e.key' : ''}`
    const seq = `(e.key % ${RECORDING_SPAN})`
    this.base = spec.recording * RECORDING_SPAN
    this.params = [...params, ...more.flatMap((condition) => condition.params)]
    this.canChange = canChange(query)
    this.inRange = database.prepare(
      `SELECT ${standsFor(spec, seq)} AS seq FROM ${from}
       WHERE e.key > ? AND e.key <= ? AND ${conditions} ORDER BY e.key`
    )
    // Objects would take four times as long, where nearly all entries match.
    this.inRange.setReturnArrays(true)
    const answer = `SELECT ${this.base} + ending_seq FROM entry WHERE key = ?1`
    this.ofOne = database.prepare(
      `SELECT 1 FROM ${from} WHERE e.key IN (SELECT ?1${spec.isPaired ? ` UNION ${answer}` : ''})
       AND ${conditions} LIMIT 1`
    )
    this.lookedAt = spec.after ?? 0
  }

  count({ lastSeq, entries }: Extent): ViewCount {
    return {
      version: this.version,
      matched: this.seqs.length,
      total: entries,
      lastSeq,
      isComplete: this.lookedAt >= this.endOf(lastSeq)
    }
  }

  /** Looks at one more slice. False when all there is has been looked at. */
  advance({ firstSeq, lastSeq }: Extent): boolean {
    const end = this.endOf(lastSeq)
    if (this.lookedAt >= end) return false
    const from = Math.max(this.lookedAt, firstSeq - 1)
    const to = Math.min(end, from + SLICE_ENTRIES)
    const found = this.inRange.all(this.base + from, this.base + to, ...this.params)
    for (const [seq] of found as unknown as readonly [number][]) this.add(seq)
    this.lookedAt = to
    return to < end
  }

  /** What became of these requests is known now, and they are shown otherwise. */
  reconsider(requests: Iterable<number>): void {
    this.version++
    if (!this.canChange) return
    for (const seq of requests) {
      if (seq > this.lookedAt || seq <= (this.spec.after ?? 0)) continue
      if (this.ofOne.get(this.base + seq, ...this.params)) this.add(seq)
      else this.seqs.remove(seq)
    }
  }

  /** Rows that were fetched may be others now. */
  touch(): void {
    this.version++
  }

  forgetBefore(firstSeq: number): void {
    const before = this.seqs.length
    this.seqs.dropBefore(firstSeq)
    if (this.seqs.length !== before) this.version++
  }

  seqsAt(from: number, count: number): readonly number[] {
    return this.seqs.slice(from, from + count)
  }

  all(): readonly number[] {
    return this.seqs.slice(0, this.seqs.length)
  }

  /** Where the row is, or where it would be. */
  placeOf(seq: number): { readonly index: number; readonly isThere: boolean } {
    return { index: this.seqs.indexFrom(seq), isThere: this.seqs.has(seq) }
  }

  private endOf(lastSeq: number): number {
    return Math.min(lastSeq, this.spec.until ?? lastSeq)
  }

  private add(seq: number): void {
    if (seq > (this.spec.after ?? 0)) this.seqs.insert(seq)
  }
}

type Condition = { readonly where: string; readonly params: readonly SQLInputValue[] }

function conditionsOf({ serverId, log }: ViewSpec): readonly Condition[] {
  return [
    ...(serverId === undefined ? [] : [{ where: 'e.server = ?', params: [serverId] }]),
    ...(log ? logConditions(log) : [])
  ]
}

function logConditions({ least, hasStderr, search }: LogSpec): readonly Condition[] {
  const heard = LOG_LEVELS.slice(LOG_LEVELS.indexOf(least)).map((level) => `'${level}'`)
  const messages = `e.method = 'notifications/message' AND (e.level IS NULL OR e.level IN (${heard.join(', ')}))`
  const said = { where: `(${messages}${hasStderr ? ` OR e.kind = 'stderr'` : ''})`, params: [] }
  const words = search.trim()
  if (words === '') return [said]
  const found = '(contains_folded(e.text, ?) OR contains_folded(e.logger, ?))'
  return [said, { where: found, params: [words, words] }]
}

/** Whether an entry may match, or match no more, after it was looked at. */
function canChange(query: ReturnType<typeof parseQuery>): boolean {
  const isNoted = query.terms.some(
    ({ condition }) =>
      condition.field === 'is' && condition.anyOf.some((is) => is === 'pinned' || is === 'noted')
  )
  return isNoted || dependsOnEnding(query)
}

/** The number of the row in which an entry is shown. */
function standsFor({ isPaired, isFolded, opened = [] }: ViewSpec, seq: string): string {
  const own = isPaired ? `coalesce(e.answers, ${seq})` : seq
  if (!isFolded) return own
  const open = opened.map(Number).join(', ')
  return `CASE WHEN e.belongs_to IS NULL OR e.belongs_to IN (${open}) THEN ${own} ELSE e.belongs_to END`
}
