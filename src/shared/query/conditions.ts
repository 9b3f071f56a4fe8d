/** What one term of a filter asks for. */
import type { RpcId } from '../protocol/json-rpc'
import { readRange } from './amounts'
import { exactly, globOf, type Glob } from './glob'
import { readMoment } from './moments'
import { nearest } from './near'
import { readPattern, type PatternSource } from './pattern'
import type { Read } from './read'
import type { Condition, QueryError } from './terms'
import type { Token, Value } from './tokens'
import { fieldNames, type Alternatives, type FieldDefinition, type Vocabulary } from './vocabulary'

/** Databases have their limits, and no person comes near these. */
const MAX_ALTERNATIVES = 100
const MAX_PARTS = 100

type FieldToken = Extract<Token, { kind: 'field' }>
type WordToken = Extract<Token, { kind: 'word' }>
type Found = { readonly condition: Condition } | { readonly error: QueryError } | undefined

/** Nothing when it is still empty. */
export function conditionOf(token: Token, vocabulary: Vocabulary): Found {
  switch (token.kind) {
    case 'word':
      return unknownFieldIn(token, vocabulary) ?? textOf(token.text)
    case 'quote':
      return textOf(token.text)
    case 'pattern':
      return token.source === '' ? undefined : patternOf(token)
    case 'near miss': {
      const { from, name, meant } = token
      const end = from + name.length + 1
      return { error: { start: from, end, message: `Did you mean ${meant}:?` } }
    }
    case 'field': {
      const definition = vocabulary.fields[token.field]
      return definition && fieldOf(token, definition)
    }
  }
}

function textOf(text: string): Found {
  return text === '' ? undefined : { condition: { field: 'text', text } }
}

function unknownFieldIn({ from, unknownField }: WordToken, vocabulary: Vocabulary): Found {
  // One letter is the drive of a path.
  if (vocabulary.takesUnknownFieldsAsText || !unknownField || unknownField.length === 1) {
    return undefined
  }
  const message = `Unknown field ${unknownField}. Fields: ${fieldNames(vocabulary).join(', ')}. To find it as text, put it in "quotes".`
  return { error: { start: from, end: from + unknownField.length + 1, message } }
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

function fieldOf(token: FieldToken, definition: FieldDefinition): Found {
  const { field } = token
  switch (definition.takes) {
    case 'name':
      return anyOf(token, definition, (value) => readGlob(field, value))
    case 'word':
      return anyOf(token, definition, (value) => readWord(field, definition, value))
    case 'id':
      return anyOf(token, definition, readId)
    case 'amount':
      return anyOf(token, definition, ({ text }) => readRange(field, definition.unit, text))
    case 'time':
      return momentOf(token, definition)
    case 'text':
      return anyOf(token, definition, ({ text }) => ({ isRead: true, value: text }))
  }
}

type Alternative = Alternatives['name' | 'word' | 'id' | 'amount' | 'text'][number]

function anyOf<Item extends Alternative>(
  token: FieldToken,
  definition: FieldDefinition,
  read: (value: Value) => Read<Item>
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
  if (items.length === 0) return emptiness(token, definition)
  const { field } = token
  return {
    condition: (definition.takes === 'text'
      ? { field, texts: items }
      : { field, anyOf: items }) as Condition
  }
}

function momentOf(token: FieldToken, definition: FieldDefinition): Found {
  const { field, values } = token
  const [value, second] = values
  if (!value || value.text === '') return emptiness(token, definition)
  if (second) return problemIn(second, `${field}: takes one time only.`)
  const moment = readMoment(value.text)
  return moment.isRead
    ? { condition: { field, moment: moment.value } }
    : problemIn(value, moment.problem)
}

function problemIn({ start, end }: Value, message: string): Found {
  return { error: { start, end, message } }
}

function emptiness({ from, end, field }: FieldToken, { example }: FieldDefinition): Found {
  return { error: { start: from, end, message: `${field}: needs a value, as in ${example}.` } }
}

function readGlob(field: string, { text, isQuoted }: Value): Read<Glob> {
  const value = isQuoted ? exactly(text) : globOf(text)
  if (value.parts.length <= MAX_PARTS) return { isRead: true, value }
  return { isRead: false, problem: `${field}: has too many alternatives and stars.` }
}

function readWord(
  field: string,
  { words, synonyms, stored }: Extract<FieldDefinition, { takes: 'word' }>,
  { text }: Value
): Read<string> {
  const names = Object.keys(words)
  const small = text.toLowerCase()
  const word = names.find((name) => name === small || name === synonyms?.[small])
  if (word !== undefined) return { isRead: true, value: stored?.[word] ?? word }
  const meant = nearest(small, names)
  const problem =
    meant === undefined ? `${field}: takes ${names.join(', ')}.` : `Did you mean ${field}:${meant}?`
  return { isRead: false, problem }
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** What is written like a number in JSON is one, unless it is quoted: 1 and "1" are different ids. */
function readId({ text, isQuoted }: Value): Read<RpcId> {
  const number = isQuoted || !NUMBER.test(text) ? NaN : Number(text)
  return { isRead: true, value: Number.isFinite(number) ? number : text }
}
