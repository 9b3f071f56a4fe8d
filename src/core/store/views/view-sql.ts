/** What a list asks the database: which entries match, and in which row each is shown. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { asksFor, dependsOnEnding, parseFrameFilter } from '../../../shared/query/frames'
import { needsFolding } from '../../../shared/query/fold'
import { needsText } from '../../../shared/query/query'
import type { Query, Term } from '../../../shared/query/terms'
import type { ViewSpec } from '../../../shared/traffic/traffic-row'
import { compileQuery, quickPartOf } from '../../query/query-sql'
import { frameColumns, type QueryContext } from '../rows/frame-columns'
import { RECORDING_SPAN } from '../rows/tables'

export type ViewStatements = {
  /** The first entry behind one key and up to another. */
  readonly nextKey: StatementSync
  /** The last one of these. */
  readonly lastKey: StatementSync
  /** The rows of the entries that match behind one key and up to another, and whether each is background. */
  readonly inRange: StatementSync
  /** The same, from the last to the first. */
  readonly inRangeBackwards: StatementSync
  /** The row in which the entry with a key is shown. */
  readonly rowOf: StatementSync
  /** Whether the row with a key stands only for background, up to another key and behind a third; null if for nothing that matches. */
  readonly ofRow: StatementSync
  /** Of the conditions, behind the keys. */
  readonly params: readonly SQLInputValue[]
  /** The same, where entries in a range are looked for. */
  readonly rangeParams: readonly SQLInputValue[]
  /** Whether an entry may match, or match no more, after it was looked at. */
  readonly canChange: boolean
  readonly namesServers: boolean
  /** False when the filter asks for `is:background`. */
  readonly hidesBackground: boolean
  /** Whether how long it takes depends on what is in the texts. */
  readonly isTimed: boolean
  /** How many entries are looked at without a pause. */
  readonly sliceEntries: number
}

const SLICE_ENTRIES = 20_000
/** Of those that take long, because more are passed over where there is no time for them. */
const SLOW_SLICE_ENTRIES = 4_000

/** A text of this size is looked through in less time than it takes to ask how late it is. */
const SHORT_BYTES = 1_024

/** An entry that breaks a rule is always shown, so it does not count as background. */
const BACKGROUND = '(e.is_background IS TRUE AND e.violations IS NULL)'

/** Needs the functions of `addQueryFunctions` and of `SliceTime`. */
export function statementsFor(
  database: DatabaseSync,
  spec: ViewSpec,
  context: QueryContext
): ViewStatements {
  const query = parseFrameFilter(spec.query)
  const columns = frameColumns(context)
  const { text: where, params } = compileQuery(query, columns)
  const quick = quickPartOf(query, columns.texts)
  const isOfTexts = query.terms.length > 0 && query.terms.every(isOfText)
  const readsText = needsText(query)
  const { serverId } = spec
  const conditions = serverId === undefined ? where : `${where} AND e.server = ?`
  const from = `entry e${readsText ? ' CROSS JOIN raw r ON r.key = e.key' : ''}`
  const row = standsFor(spec)
  // Where only texts decide, most entries need not be looked at.
  const [scanned, key] =
    isOfTexts && serverId === undefined
      ? ['raw r CROSS JOIN entry e ON e.key = r.key', 'r.key']
      : [from, 'e.key']
  const isSlow = isSlowToFind(query)
  const inTime = [
    ...(readsText ? [`(octet_length(r.text) <= ${SHORT_BYTES} OR is_in_time(r.key))`] : []),
    ...(quick ? [quick.text] : []),
    ...(isSlow ? [`is_in_time(${key})`] : [])
  ]
  const inOrder = (order: string): StatementSync => {
    const found = database.prepare(
      `SELECT ${row} AS seq, ${BACKGROUND} FROM ${scanned}
       WHERE ${[`${key} > ? AND ${key} <= ?`, ...inTime, conditions].join(' AND ')}
       ORDER BY ${key} ${order}`
    )
    // Objects would take four times as long, where nearly all entries match.
    found.setReturnArrays(true)
    return found
  }
  const keyIn = (order: string): StatementSync =>
    database.prepare(
      `SELECT key FROM entry WHERE key > ? AND key <= ? ORDER BY key ${order} LIMIT 1`
    )
  const allParams = serverId === undefined ? params : [...params, serverId]
  return {
    nextKey: keyIn('ASC'),
    lastKey: keyIn('DESC'),
    inRange: inOrder('ASC'),
    inRangeBackwards: inOrder('DESC'),
    rowOf: database.prepare(`SELECT ${row} AS seq FROM entry e WHERE e.key = ?`),
    ofRow: database.prepare(
      `SELECT min(${BACKGROUND}) AS background FROM ${from} WHERE e.key IN (${shownIn(spec)}) AND e.key <= ?2
       AND e.key > ?3 AND ${row} = ${seqOf('?1')}
       AND ${conditions}`
    ),
    params: allParams,
    rangeParams: [...(quick?.params ?? []), ...allParams],
    canChange: dependsOnEnding(query) || asksFor(query, (is) => is === 'pinned' || is === 'noted'),
    namesServers: query.terms.some(({ condition }) => condition.field === 'server'),
    hidesBackground: spec.hidesBackground === true && !asksFor(query, (is) => is === 'background'),
    isTimed: readsText || isSlow,
    sliceEntries: isSlow && !quick ? SLOW_SLICE_ENTRIES : SLICE_ENTRIES
  }
}

function isOfText({ condition }: Term): boolean {
  return 'text' in condition || 'pattern' in condition
}

function isSlowToFind({ terms }: Pick<Query, 'terms'>): boolean {
  return terms.some(({ condition }) => {
    if ('text' in condition) return needsFolding(condition.text)
    return 'pattern' in condition || 'texts' in condition
  })
}

/** The number of the row in which an entry is shown: its own, where the request is not there. */
function standsFor(spec: ViewSpec): string {
  const { isPaired, isFolded, opened = [] } = spec
  const isThere = (seq: string): string =>
    `${seq} IS NOT NULL AND EXISTS (SELECT 1 FROM entry q
       WHERE q.key = ${keyOf(spec, seq)} AND q.key < e.key AND q.kind IN ('request', 'auth'))`
  const own = seqOf('e.key')
  const paired = isPaired ? `CASE WHEN ${isThere('e.answers')} THEN e.answers ELSE ${own} END` : own
  if (!isFolded) return paired
  const isClosed = `e.belongs_to NOT IN (${opened.map(Number).join(', ')})`
  return `CASE WHEN ${isClosed} AND ${isThere('e.belongs_to')} THEN e.belongs_to ELSE ${paired} END`
}

/** The keys of all that may be shown in the row with the key `?1`. */
function shownIn(spec: ViewSpec): string {
  const keys = ['SELECT ?1']
  if (spec.isPaired) {
    keys.push(`SELECT ${keyOf(spec, 'ending_seq')} FROM entry WHERE key = ?1`)
  }
  if (spec.isFolded) {
    keys.push(
      `SELECT key FROM entry WHERE belongs_to = ${seqOf('?1')}
       AND key > ${keyOf(spec, '0')} AND key < ${keyOf(spec, `${RECORDING_SPAN}`)}`
    )
  }
  return keys.join(' UNION ')
}

function seqOf(key: string): string {
  return `(${key} % ${RECORDING_SPAN})`
}

function keyOf({ recording }: ViewSpec, seq: string): string {
  return `(${recording * RECORDING_SPAN} + ${seq})`
}
