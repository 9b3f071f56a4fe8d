/** Reads a filter of the audit log: written like one of the traffic list, with fewer words. */
import { AUDIT_STATUSES, type AuditStatus } from './audit'
import { exactly, globOf, type Glob } from './traffic-query/glob'
import { nearest } from './traffic-query/near'
import type { Read } from './traffic-query/read'
import { quoteAt } from './traffic-query/tokens'

export type AuditCondition =
  | { readonly field: 'text'; readonly text: string }
  | { readonly field: 'server' | 'method'; readonly anyOf: readonly Glob[] }
  | { readonly field: 'status'; readonly anyOf: readonly AuditStatus[] }

export type AuditTerm = { readonly isNegated: boolean; readonly condition: AuditCondition }

/** All terms have to hold. What is wrong is told, in whole sentences, and the rest holds all the same. */
export type AuditFilter = {
  readonly terms: readonly AuditTerm[]
  readonly problems: readonly string[]
}

type Value = { readonly text: string; readonly isQuoted: boolean; readonly end: number }

const EXAMPLES = {
  server: 'server:files',
  method: 'method:tools/*',
  status: 'status:failed|cancelled'
} as const
type Field = keyof typeof EXAMPLES
const FIELDS = Object.keys(EXAMPLES) as readonly Field[]

/** Databases have their limits, and no person comes near these. */
const MOST_TERMS = 100
const MOST_PARTS = 100
const GAP = /\s*/y
const SIGN = /[-!]/y
/** But not the scheme of a URI. */
const NAME = /([a-z]+):(?!\/\/)/iy
const WORD = /\S*/y
const ALTERNATIVE = /[^\s|]*/y

export function parseAuditFilter(text: string): AuditFilter {
  const terms: AuditTerm[] = []
  const problems: string[] = []
  let at = matchAt(GAP, text, 0).length
  while (at < text.length && terms.length < MOST_TERMS) {
    const sign = matchAt(SIGN, text, at)
    const { read, end } = termAt(text, at + sign.length)
    if (!read.isRead) problems.push(read.problem)
    else if (read.value) terms.push({ isNegated: sign !== '', condition: read.value })
    at = end + matchAt(GAP, text, end).length
  }
  if (at < text.length) problems.push(`A filter has at most ${MOST_TERMS} terms.`)
  return { terms, problems }
}

type ReadTerm = { readonly read: Read<AuditCondition | undefined>; readonly end: number }

function termAt(text: string, from: number): ReadTerm {
  const label = matchAt(NAME, text, from)
  const name = label.slice(0, -1).toLowerCase()
  const field = FIELDS.find((known) => known === name)
  if (field) {
    const values = valuesAt(text, from + label.length)
    return { read: conditionOf(field, values), end: values.at(-1)?.end ?? text.length }
  }
  const { text: said, end } = valueAt(text, from, WORD)
  if (isFieldLike(name)) return { read: { isRead: false, problem: noField(name) }, end }
  const value = said === '' ? undefined : ({ field: 'text', text: said } as const)
  return { read: { isRead: true, value }, end }
}

/** One letter is the drive of a path. */
function isFieldLike(name: string): boolean {
  return name.length > 1
}

function noField(name: string): string {
  const meant = nearest(name, FIELDS)
  if (meant !== undefined) return `Did you mean ${meant}:?`
  return `Unknown field ${name}. Fields: ${FIELDS.join(', ')}. To find it as text, put it in "quotes".`
}

function valuesAt(text: string, from: number): readonly Value[] {
  const values = [valueAt(text, from, ALTERNATIVE)]
  for (let { end } = values[0] as Value; text.charAt(end) === '|';) {
    const value = valueAt(text, end + 1, ALTERNATIVE)
    values.push(value)
    end = value.end
  }
  return values
}

function valueAt(text: string, from: number, plain: RegExp): Value {
  if (text.charAt(from) === '"') return { ...quoteAt(text, from), isQuoted: true }
  const said = matchAt(plain, text, from)
  return { text: said, isQuoted: false, end: from + said.length }
}

function conditionOf(field: Field, values: readonly Value[]): Read<AuditCondition> {
  const given = values.filter(({ text }) => text !== '')
  if (given.length === 0) {
    return { isRead: false, problem: `${field}: needs a value, as in ${EXAMPLES[field]}.` }
  }
  if (field === 'status') return statusesIn(given)
  const anyOf = given.map(({ text, isQuoted }) => (isQuoted ? exactly(text) : globOf(text)))
  if (anyOf.flatMap(({ parts }) => parts).length > MOST_PARTS) {
    return { isRead: false, problem: `${field}: has too many alternatives and stars.` }
  }
  return { isRead: true, value: { field, anyOf } }
}

function statusesIn(values: readonly Value[]): Read<AuditCondition> {
  const anyOf: AuditStatus[] = []
  for (const { text } of values) {
    const small = text.toLowerCase()
    const status = AUDIT_STATUSES.find((known) => known === small)
    if (!status) return { isRead: false, problem: noStatus(small) }
    anyOf.push(status)
  }
  return { isRead: true, value: { field: 'status', anyOf: [...new Set(anyOf)] } }
}

function noStatus(text: string): string {
  const meant = nearest(text, AUDIT_STATUSES)
  return meant === undefined
    ? `status: takes ${AUDIT_STATUSES.join(', ')}.`
    : `Did you mean status:${meant}?`
}

function matchAt(sticky: RegExp, text: string, at: number): string {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0] ?? ''
}
