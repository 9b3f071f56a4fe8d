/** What a person may want to type next. */
import { visibleText } from '../visible-text'
import { CHOICES, FIELD_NAMES, FIELDS, STATES, type Field } from './fields'
import { folded } from './fold'
import { quoteAt, tokensOf, type Token, type Value } from './tokens'
import { writtenValue } from './written'

/** The names that there are in the recording. */
export type Vocabulary = {
  readonly servers: readonly string[]
  readonly methods: readonly string[]
  readonly tools: readonly string[]
  readonly resources: readonly string[]
  readonly prompts: readonly string[]
  readonly rules: readonly string[]
}

export type Completion = {
  /** Takes the place of the text from `from` to `to`. */
  readonly insert: string
  readonly label: string
  readonly hint: string
}

export type Completions = {
  readonly from: number
  readonly to: number
  readonly items: readonly Completion[]
}

const MAX_ITEMS = 50

export function completionsAt(text: string, cursor: number, vocabulary: Vocabulary): Completions {
  const token = tokensOf(text).findLast(({ start, end }) => start < cursor && cursor <= end)
  // What is put right before a term would become a part of it.
  if (!token) return limited(cursor, cursor, /^\S/.test(text.slice(cursor)) ? [] : fieldsLike(''))
  const nameEnd = endOfName(text, cursor, token)
  if (nameEnd !== undefined) {
    return limited(token.from, nameEnd, fieldsLike(text.slice(token.from, cursor)))
  }
  switch (token.kind) {
    case 'word': {
      const typed = text.slice(token.from, cursor)
      return limited(token.from, token.end, [...fieldsLike(typed), ...termsLike(typed, vocabulary)])
    }
    case 'near miss': {
      const { from, meant } = token
      return limited(from, from + token.name.length + 1, [fieldItem(meant)])
    }
    case 'field':
      return valuesOf(text, cursor, token, vocabulary)
    case 'quote':
    case 'pattern':
      return limited(cursor, cursor, [])
  }
}

function limited(from: number, to: number, items: readonly Completion[]): Completions {
  return { from, to, items: items.slice(0, MAX_ITEMS) }
}

/** Behind the colon, when the cursor is before it: what it is asked for stays as it is. */
function endOfName(text: string, cursor: number, { kind, from, end }: Token): number | undefined {
  if (kind !== 'field' && kind !== 'word') return undefined
  const colon = text.indexOf(':', from)
  return cursor <= colon && colon < end ? colon + 1 : undefined
}

function fieldsLike(typed: string): readonly Completion[] {
  const small = typed.toLowerCase()
  return FIELD_NAMES.filter((name) => name.startsWith(small)).map(fieldItem)
}

function fieldItem(field: Field): Completion {
  return { insert: `${field}:`, label: `${field}:`, hint: FIELDS[field].meaning }
}

/** Whole terms, for a name that is typed without saying what it names. */
function termsLike(typed: string, vocabulary: Vocabulary): readonly Completion[] {
  const fields: readonly Field[] = ['is', 'method', 'target', 'server', 'rule']
  return fields.flatMap((field) =>
    alike(typed, suggestionsFor(field, vocabulary)).map((suggestion) => {
      const item = valueItem(field, suggestion)
      return { ...item, insert: `${field}:${item.insert}`, label: `${field}:${item.label}` }
    })
  )
}

function valuesOf(
  text: string,
  cursor: number,
  { field, values }: Extract<Token, { kind: 'field' }>,
  vocabulary: Vocabulary
): Completions {
  const value = values.find(({ start, end }) => start <= cursor && cursor <= end)
  if (!value) return limited(cursor, cursor, [])
  const found = alike(typedOf(text, cursor, value), suggestionsFor(field, vocabulary))
  return limited(
    value.start,
    value.end,
    found.map((suggestion) => valueItem(field, suggestion))
  )
}

function typedOf(text: string, cursor: number, { start, isQuoted }: Value): string {
  const typed = text.slice(start, cursor)
  return isQuoted ? quoteAt(typed, 0).text : typed
}

type Suggestion = readonly [value: string, hint: string]

const AMOUNTS = {
  took: [
    ['>500ms', 'Longer than half a second'],
    ['>2s', 'Longer than two seconds'],
    ['<10ms', 'Shorter than ten milliseconds'],
    ['100ms..2s', 'Between the two']
  ],
  size: [
    ['>10kb', 'Larger than ten kilobytes'],
    ['>1mb', 'Larger than a megabyte'],
    ['1kb..10kb', 'Between the two']
  ]
} as const satisfies Readonly<Record<string, readonly Suggestion[]>>

function suggestionsFor(field: Field, vocabulary: Vocabulary): readonly Suggestion[] {
  switch (field) {
    case 'server':
      return named(vocabulary.servers)
    case 'method':
      return named(vocabulary.methods)
    case 'tool':
      return named(vocabulary.tools)
    case 'resource':
      return named(vocabulary.resources)
    case 'prompt':
      return named(vocabulary.prompts)
    case 'target':
      return named([...vocabulary.tools, ...vocabulary.resources, ...vocabulary.prompts])
    case 'rule':
      return named(vocabulary.rules)
    case 'is':
      return Object.entries(STATES)
    case 'kind':
    case 'origin':
    case 'level':
      return Object.entries(CHOICES[field])
    case 'took':
    case 'size':
      return AMOUNTS[field]
    case 'id':
    case 'frame':
    case 'after':
    case 'before':
      return []
  }
}

function named(values: readonly string[]): readonly Suggestion[] {
  return values.map((value) => [value, ''])
}

/** Those that begin with it first, then those that have it somewhere else. */
function alike(typed: string, suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const small = folded(typed)
  const beginning: Suggestion[] = []
  const within: Suggestion[] = []
  for (const suggestion of suggestions) {
    const at = folded(suggestion[0]).indexOf(small)
    if (at === 0) beginning.push(suggestion)
    else if (at > 0) within.push(suggestion)
  }
  return [...beginning, ...within]
}

function valueItem(field: Field, [value, hint]: Suggestion): Completion {
  return { insert: writtenValue(field, value), label: visibleText(value), hint }
}
