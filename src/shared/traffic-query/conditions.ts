/** What one term of a filter asks for. */
import type { RpcId } from '../json-rpc'
import type { EntryKind } from '../traffic'
import { readRange } from './amounts'
import { CHOICES, FIELDS, SYNONYMS, type Field } from './fields'
import { exactly, globOf, type Glob } from './glob'
import { readMoment } from './moments'
import { nearest } from './near'
import { readPattern, type PatternSource } from './pattern'
import type { Read } from './read'
import type { Condition, QueryError } from './terms'
import type { Token, Value } from './tokens'

/** Databases have their limits, and no person comes near this. */
const MAX_ALTERNATIVES = 100

type FieldToken = Extract<Token, { kind: 'field' }>
type Found = { readonly condition: Condition } | { readonly error: QueryError } | undefined

/** Nothing when it is still empty. */
export function conditionOf(token: Token): Found {
  switch (token.kind) {
    case 'word':
    case 'quote':
      return token.text === '' ? undefined : { condition: { field: 'text', text: token.text } }
    case 'pattern':
      return token.source === '' ? undefined : patternOf(token)
    case 'near miss': {
      const { from, name, meant } = token
      const end = from + name.length + 1
      return { error: { start: from, end, message: `Did you mean ${meant}:?` } }
    }
    case 'field':
      return fieldOf(token)
  }
}

function patternOf({ from, end, source, flags }: Extract<Token, { kind: 'pattern' }>): Found {
  if (flags !== '' && flags !== 'i') {
    const message = 'The only flag is i; put a path between quotes.'
    return { error: { start: end - flags.length, end, message } }
  }
  const pattern: PatternSource = { source, isCaseInsensitive: flags === 'i' }
  const read = readPattern(pattern)
  return read.isRead
    ? { condition: { field: 'pattern', pattern } }
    : { error: { start: from, end, message: read.problem } }
}

function fieldOf(token: FieldToken): Found {
  const { field } = token
  switch (field) {
    case 'server':
    case 'method':
    case 'tool':
    case 'resource':
    case 'prompt':
    case 'target':
    case 'rule':
      return anyOf(token, readGlob, (globs) => ({ field, anyOf: globs }))
    case 'kind':
      return anyOf(token, readKind, (kinds) => ({ field, anyOf: kinds }))
    case 'is':
      return anyOf(token, readFrom(field, CHOICES.is), (states) => ({ field, anyOf: states }))
    case 'origin':
      return anyOf(token, readFrom(field, CHOICES.origin), (origins) => ({ field, anyOf: origins }))
    case 'level':
      return anyOf(token, readFrom(field, CHOICES.level), (levels) => ({ field, anyOf: levels }))
    case 'id':
      return anyOf(token, readId, (ids) => ({ field, anyOf: ids }))
    case 'took':
    case 'size':
    case 'frame':
      return anyOf(
        token,
        ({ text }) => readRange(field, text),
        (ranges) => ({ field, anyOf: ranges })
      )
    case 'after':
    case 'before':
      return momentOf(token, field)
  }
}

function anyOf<Item>(
  token: FieldToken,
  read: (value: Value) => Read<Item>,
  conditionWith: (items: readonly Item[]) => Condition
): Found {
  const items: Item[] = []
  for (const value of token.values) {
    // The one that is being typed, or was left out.
    if (value.text === '' && !value.isQuoted) continue
    const item = read(value)
    if (!item.isRead) return problemIn(value, item.problem)
    if (items.length === MAX_ALTERNATIVES) {
      return problemIn(value, `A term has at most ${MAX_ALTERNATIVES} alternatives.`)
    }
    items.push(item.value)
  }
  return items.length === 0 ? emptiness(token) : { condition: conditionWith(items) }
}

function momentOf(token: FieldToken, field: 'after' | 'before'): Found {
  const [value, second] = token.values
  if (!value || value.text === '') return emptiness(token)
  if (second) return problemIn(second, `${field}: takes one time only.`)
  const moment = readMoment(value.text)
  return moment.isRead
    ? { condition: { field, moment: moment.value } }
    : problemIn(value, moment.problem)
}

function problemIn({ start, end }: Value, message: string): Found {
  return { error: { start, end, message } }
}

function emptiness({ from, end, field }: FieldToken): Found {
  const message = `${field}: needs a value, as in ${FIELDS[field].example}.`
  return { error: { start: from, end, message } }
}

function readGlob({ text, isQuoted }: Value): Read<Glob> {
  return { isRead: true, value: isQuoted ? exactly(text) : globOf(text) }
}

function readKind(value: Value): Read<EntryKind> {
  const read = readFrom('kind', CHOICES.kind)(value)
  if (!read.isRead) return read
  return { isRead: true, value: read.value === 'event' ? 'lifecycle' : read.value }
}

function readFrom<Choice extends string>(
  field: Field,
  choices: Readonly<Record<Choice, string>>
): (value: Value) => Read<Choice> {
  const names = Object.keys(choices) as Choice[]
  return ({ text }) => {
    const small = text.toLowerCase()
    const choice = names.find((name) => name === small || name === SYNONYMS[small])
    if (choice !== undefined) return { isRead: true, value: choice }
    const meant = nearest(small, names)
    const problem =
      meant === undefined
        ? `${field}: takes ${names.join(', ')}.`
        : `Did you mean ${field}:${meant}?`
    return { isRead: false, problem }
  }
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** What is written like a number in JSON is one, unless it is quoted: 1 and "1" are different ids. */
function readId({ text, isQuoted }: Value): Read<RpcId> {
  const number = isQuoted || !NUMBER.test(text) ? NaN : Number(text)
  return { isRead: true, value: Number.isFinite(number) ? number : text }
}
