/** What a list asks the database: which entries match, and in which row each is shown. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { LOG_LEVELS } from '../../../shared/protocol/log-level'
import { asksFor, dependsOnEnding, parseFrameFilter } from '../../../shared/query/frames'
import { needsFolding } from '../../../shared/query/fold'
import { needsText } from '../../../shared/query/query'
import type { Query, Term } from '../../../shared/query/terms'
import type { LogSpec, ViewSpec } from '../../../shared/traffic/traffic-row'
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
  const more = conditionsOf(spec)
  const conditions = [where, ...more.map((condition) => condition.where)].join(' AND ')
  const from = `entry e${readsText ? ' CROSS JOIN raw r ON r.key = e.key' : ''}`
  const row = standsFor(spec)
  // Where only texts decide, most entries need not be looked at.
  const [scanned, key] =
    isOfTexts && more.length === 0
      ? ['raw r CROSS JOIN entry e ON e.key = r.key', 'r.key']
      : [from, 'e.key']
  const isSlow = isSlowToFind(query) || (spec.log?.search ?? '') !== ''
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
  const allParams = [...params, ...more.flatMap((condition) => condition.params)]
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

/** A text that the database finds by itself. */
function isQuickText({ condition }: Term): boolean {
  return 'text' in condition && !needsFolding(condition.text)
}

function isSlowToFind({ terms }: Pick<Query, 'terms'>): boolean {
  return terms.some(
    (term) => ('text' in term.condition || 'pattern' in term.condition) && !isQuickText(term)
  )
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
