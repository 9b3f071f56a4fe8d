/** Filters as conditions of SQL. Nothing that a person typed becomes part of the SQL itself. */
import type { SQLInputValue } from 'node:sqlite'
import { needsFolding } from '../../shared/query/fold'
import { textInPattern } from '../../shared/query/pattern-text'
import type { Condition, ConditionIn, Query } from '../../shared/query/terms'
import type { Alternatives, FieldName, TakenBy, Vocabulary } from '../../shared/query/vocabulary'

export type Sql = { readonly text: string; readonly params: readonly SQLInputValue[] }

/** Where the database has what a kind of record can be asked for. */
export type Columns<V extends Vocabulary> = {
  /** What text and patterns are looked for in. */
  readonly texts: readonly string[]
  readonly fields: {
    readonly [F in FieldName<V>]: (wanted: Alternatives[TakenBy<V, F>]) => Sql
  }
}

/** True or false for each record, never null. Needs the functions of `addQueryFunctions`. */
export function compileQuery<V extends Vocabulary>(
  { terms }: Pick<Query<ConditionIn<V>>, 'terms'>,
  columns: Columns<V>
): Sql {
  // What is quickly told is asked first, so that few texts have to be looked through.
  const sorted = terms.toSorted(
    (one, other) => effortFor(one.condition) - effortFor(other.condition)
  )
  const conditions = sorted.map(({ condition, isNegated }) => {
    const { text, params } = sqlOf(condition, columns)
    // Of what a record does not have, SQL says neither yes nor no.
    return { text: `((${text}) IS ${isNegated ? 'NOT TRUE' : 'TRUE'})`, params }
  })
  return joined(conditions, ' AND ', '1')
}

function effortFor(condition: Condition): number {
  if ('pattern' in condition) return 3
  if ('text' in condition) return needsFolding(condition.text) ? 2 : 1
  return 0
}

/**
 * What the database can tell by itself of all that match, so that few are asked what takes long;
 * nothing when there is nothing that takes long, or nothing of it can be told.
 */
export function quickPartOf(
  { terms }: Pick<Query, 'terms'>,
  texts: readonly string[]
): Sql | undefined {
  const parts = terms.flatMap(({ condition, isNegated }) => {
    const pattern = isNegated ? undefined : likeBefore(condition)
    return pattern === undefined ? [] : [anyOf(texts, (column) => likePattern(column, pattern))]
  })
  return parts.length > 0 ? joined(parts, ' AND ', '1') : undefined
}

/** For LIKE, what a text has in which the condition is looked for with more effort. */
function likeBefore(condition: Condition): string | undefined {
  if ('text' in condition) {
    return needsFolding(condition.text) ? withoutFolded(condition.text) : undefined
  }
  if (!('pattern' in condition)) return undefined
  const { source, isCaseInsensitive } = condition.pattern
  const text = textInPattern(source)
  if (isCaseInsensitive) return withoutFolded(text)
  return text === '' ? undefined : `%${escaped(text)}%`
}

/** With any character in the place of those that the database does not know in other cases. */
function withoutFolded(text: string): string | undefined {
  const parts = text.replace(ODD_CASE, '\0').replace(/^\0+|\0+$/g, '')
  return parts === '' ? undefined : `%${escaped(parts).replaceAll('\0', '_')}%`
}

/** Beyond ASCII; and the two letters of ASCII that are another case of something beyond it. */
const ODD_CASE = /[^\0-\x7f]|[ks]/giu

type FieldSql = (wanted: Alternatives[keyof Alternatives]) => Sql

function sqlOf<V extends Vocabulary>(condition: Condition, { texts, fields }: Columns<V>): Sql {
  if ('text' in condition) {
    return containing(texts, condition.text)
  }
  if ('pattern' in condition) {
    const { source, isCaseInsensitive } = condition.pattern
    const asked = [source, Number(isCaseInsensitive)]
    return anyOf(texts, (column) =>
      withQuickPart(condition, column, sql(`matches_pattern(${column}, ?, ?)`, ...asked))
    )
  }
  // A condition of a vocabulary holds what its field takes.
  const fieldSql = fields[condition.field as FieldName<V>] as FieldSql
  if ('moment' in condition) return fieldSql(condition.moment)
  return fieldSql('texts' in condition ? condition.texts : condition.anyOf)
}

/** A text is somewhere in one of the columns. */
export function containing(columns: readonly string[], text: string): Sql {
  return anyOf(columns, (column) =>
    needsFolding(text)
      ? withQuickPart({ field: 'text', text }, column, sql(`contains_folded(${column}, ?)`, text))
      : like(column, ['', text, ''])
  )
}

function withQuickPart(condition: Condition, column: string, whole: Sql): Sql {
  const pattern = likeBefore(condition)
  if (pattern === undefined) return whole
  const quick = likePattern(column, pattern)
  return sql(`iif(${quick.text}, ${whole.text}, 0)`, ...quick.params, ...whole.params)
}

/** A name is in one of the columns. */
export function namedIn(...columns: readonly string[]): (globs: Alternatives['name']) => Sql {
  return (globs) => anyOf(globs, ({ parts }) => anyOf(columns, (column) => matching(column, parts)))
}

export function oneOf(column: string, values: readonly string[]): Sql {
  return sql(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values))
}

export function within(amount: string): (ranges: Alternatives['amount']) => Sql {
  return (ranges) =>
    anyOf(ranges, (range) =>
      joined(
        range.map(({ operator, value }) => sql(`${amount} ${operator} ?`, value)),
        ' AND ',
        '1'
      )
    )
}

export function anyOf<Item>(items: readonly Item[], sqlFor: (item: Item) => Sql): Sql {
  return joined(items.map(sqlFor), ' OR ', '0')
}

export function sql(text: string, ...params: readonly SQLInputValue[]): Sql {
  return { text, params }
}

function matching(column: string, parts: readonly string[]): Sql {
  if (!parts.some(needsFolding)) return like(column, parts)
  return sql(`matches_glob(${[column, ...parts.map(() => '?')].join(', ')})`, ...parts)
}

/** Texts that follow each other, with anything between them. */
function like(column: string, parts: readonly string[]): Sql {
  return likePattern(column, parts.map(escaped).join('%'))
}

function likePattern(column: string, pattern: string): Sql {
  return sql(`${column} LIKE ? ESCAPE '\\'`, pattern)
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function joined(parts: readonly Sql[], by: string, none: string): Sql {
  if (parts.length === 0) return sql(none)
  return {
    text: parts.map(({ text }) => (parts.length === 1 ? text : `(${text})`)).join(by),
    params: parts.flatMap(({ params }) => params)
  }
}
