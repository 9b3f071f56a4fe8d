/** Filters as conditions of SQL. Nothing that a person typed becomes part of the SQL itself. */
import type { SQLInputValue } from 'node:sqlite'
import { nameWithScope, type NamedServer } from '../../../shared/server-names'
import type { AmountField, Range } from '../../../shared/traffic-query/amounts'
import { SLOW_MS, type State } from '../../../shared/traffic-query/fields'
import { needsFolding } from '../../../shared/traffic-query/fold'
import { globMatches, type Glob } from '../../../shared/traffic-query/glob'
import { timeOf } from '../../../shared/traffic-query/moments'
import { needsText } from '../../../shared/traffic-query/query'
import type { Condition, GlobField, Query } from '../../../shared/traffic-query/terms'

/** What a filter has to know about the recording that it is for. */
export type QueryContext = {
  /** Local midnight, with which the last day of the recording begins. */
  readonly dayOf: number
  readonly servers: readonly NamedServer[]
}

export type CompiledQuery = {
  /** About `entry e`, and about `raw r` if the text is needed. True or false, never null. */
  readonly where: string
  readonly params: readonly SQLInputValue[]
  readonly needsText: boolean
}

type Sql = { readonly text: string; readonly params: readonly SQLInputValue[] }

/** Needs the functions of `addQueryFunctions`. */
export function compileQuery(query: Pick<Query, 'terms'>, context: QueryContext): CompiledQuery {
  // What is quickly told is asked first, so that few texts have to be looked through.
  const terms = query.terms.toSorted(
    (one, other) => effortFor(one.condition) - effortFor(other.condition)
  )
  const conditions = terms.map(({ condition, isNegated }) => {
    const { text, params } = sqlOf(condition, context)
    // Of what an entry does not have, SQL says neither yes nor no.
    return { text: `((${text}) IS ${isNegated ? 'NOT TRUE' : 'TRUE'})`, params }
  })
  const { text: where, params } = joined(conditions, ' AND ', '1')
  return { where, params, needsText: needsText(query) }
}

function effortFor(condition: Condition): number {
  if (condition.field === 'pattern') return 3
  if (condition.field === 'text') return needsFolding(condition.text) ? 2 : 1
  return 0
}

function sqlOf(condition: Condition, context: QueryContext): Sql {
  switch (condition.field) {
    case 'server':
    case 'method':
    case 'tool':
    case 'resource':
    case 'prompt':
    case 'target':
    case 'rule':
      return anyOf(condition.anyOf, (glob) => namedLike(condition.field, glob, context))
    case 'kind':
    case 'origin':
    case 'level':
      return oneOf(`e.${condition.field}`, condition.anyOf)
    case 'is':
      return anyOf(condition.anyOf, (state) => sql(STATES[state]))
    case 'id':
      return oneOf(
        'e.rpc_id',
        condition.anyOf.map((id) => JSON.stringify(id))
      )
    case 'took':
    case 'size':
    case 'frame':
      return anyOf(condition.anyOf, (range) => within(AMOUNTS[condition.field], range))
    case 'after':
      return sql('e.time >= ?', timeOf(condition.moment, context.dayOf))
    case 'before':
      return sql('e.time < ?', timeOf(condition.moment, context.dayOf))
    case 'text':
      return needsFolding(condition.text)
        ? sql('contains_folded(r.text, ?)', condition.text)
        : like('r.text', ['', condition.text, ''])
    case 'pattern': {
      const { source, isCaseInsensitive } = condition.pattern
      return sql('matches_pattern(r.text, ?, ?)', source, Number(isCaseInsensitive))
    }
  }
}

const STATES: Readonly<Record<State, string>> = {
  error: `e.kind = 'error' OR e.is_tool_error OR e.ending_kind = 'error' OR e.ending_is_tool_error
    OR (e.kind = 'auth' AND coalesce(json_extract(e.more, '$.status') NOT BETWEEN 1 AND 399, 0))`,
  pending: `(e.kind = 'request' OR (e.kind = 'auth' AND e.origin = 'workbench'))
    AND e.ending_kind IS NULL`,
  violation: 'e.violations IS NOT NULL',
  slow: `coalesce(e.took, e.ending_took) > ${SLOW_MS}`,
  cancelled: `e.ending_kind = 'cancelled'`,
  pinned: 'e.is_pinned',
  noted: `e.note <> ''`,
  answered: `e.ending_kind IN ('result', 'error', 'noise')`,
  unanswered: `e.kind = 'request' AND coalesce(e.ending_kind, '') NOT IN ('result', 'error', 'noise')`,
  log: `e.kind = 'stderr' OR (e.kind = 'notification' AND e.method = 'notifications/message')`,
  progress: `e.kind = 'notification' AND e.method = 'notifications/progress'`,
  background: 'e.is_background'
}

const AMOUNTS: Readonly<Record<AmountField, string>> = {
  took: 'coalesce(e.took, e.ending_took)',
  size: 'e.bytes',
  frame: '(e.key & 4294967295)'
}

function within(amount: string, range: Range): Sql {
  const comparisons = range.map(({ operator, value }) => sql(`${amount} ${operator} ?`, value))
  return joined(comparisons, ' AND ', '1')
}

/** The method whose requests are about such a thing. */
const METHODS = { tool: 'tools/call', resource: 'resources/read', prompt: 'prompts/get' } as const

function namedLike(field: GlobField, glob: Glob, { servers }: QueryContext): Sql {
  switch (field) {
    case 'server': {
      const named = servers.filter(
        (server) => globMatches(glob, server.name) || globMatches(glob, nameWithScope(server))
      )
      const ids = named.map(({ id }) => id)
      return anyOf([oneOf('e.server', ids), matching('e.server', glob)], (same) => same)
    }
    case 'method':
    case 'target':
      return matching(`e.${field}`, glob)
    case 'tool':
    case 'resource':
    case 'prompt': {
      const { text, params } = matching('e.target', glob)
      return { text: `e.method = '${METHODS[field]}' AND ${text}`, params }
    }
    case 'rule': {
      const { text, params } = matching(`json_extract(v.value, '$.rule')`, glob)
      return { text: `EXISTS (SELECT 1 FROM json_each(e.violations) v WHERE ${text})`, params }
    }
  }
}

function matching(column: string, { parts }: Glob): Sql {
  if (!parts.some(needsFolding)) return like(column, parts)
  return sql(`matches_glob(${[column, ...parts.map(() => '?')].join(', ')})`, ...parts)
}

/** Texts that follow each other, with anything between them. */
function like(column: string, parts: readonly string[]): Sql {
  const pattern = parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%')
  return sql(`${column} LIKE ? ESCAPE '\\'`, pattern)
}

function oneOf(column: string, values: readonly string[]): Sql {
  return sql(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values))
}

function anyOf<Item>(items: readonly Item[], sqlFor: (item: Item) => Sql): Sql {
  return joined(items.map(sqlFor), ' OR ', '0')
}

function joined(parts: readonly Sql[], by: string, none: string): Sql {
  if (parts.length === 0) return sql(none)
  return {
    text: parts.map(({ text }) => (parts.length === 1 ? text : `(${text})`)).join(by),
    params: parts.flatMap(({ params }) => params)
  }
}

function sql(text: string, ...params: readonly SQLInputValue[]): Sql {
  return { text, params }
}
