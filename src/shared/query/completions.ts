/** What a person may want to type next. */
import { visibleText } from '../text/visible-text'
import { folded } from './fold'
import { quoteAt, tokensOf, type Token, type Value } from './tokens'
import { fieldNames, type KnownNames, type Vocabulary } from './vocabulary'
import { writtenValue } from './written'

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

export function completionsAt(
  text: string,
  cursor: number,
  vocabulary: Vocabulary,
  known: KnownNames
): Completions {
  const fieldsLike = (typed: string): readonly Completion[] => {
    const small = typed.toLowerCase()
    const names = fieldNames(vocabulary).filter((name) => name.startsWith(small))
    return names.map((name) => fieldItem(name, vocabulary))
  }
  const token = tokensOf(text, vocabulary).findLast(
    ({ start, end }) => start < cursor && cursor <= end
  )
  // What is put right before a term would become a part of it.
  if (!token) return limited(cursor, cursor, /^\S/.test(text.slice(cursor)) ? [] : fieldsLike(''))
  const nameEnd = endOfName(text, cursor, token)
  if (nameEnd !== undefined) {
    return limited(token.from, nameEnd, fieldsLike(text.slice(token.from, cursor)))
  }
  switch (token.kind) {
    case 'word': {
      const typed = text.slice(token.from, cursor)
      const terms = termsLike(typed, vocabulary, known)
      return limited(token.from, token.end, [...fieldsLike(typed), ...terms])
    }
    case 'near miss': {
      const { from, meant } = token
      return limited(from, from + token.name.length + 1, [fieldItem(meant, vocabulary)])
    }
    case 'field': {
      const { field, values } = token
      const value = values.find(({ start, end }) => start <= cursor && cursor <= end)
      if (!value) return limited(cursor, cursor, [])
      const offered = suggestionsFor(field, vocabulary, known)
      const found = alike(typedOf(text, cursor, value), offered)
      const items = found.map((suggestion) => valueItem(field, vocabulary, suggestion))
      return limited(value.start, value.end, items)
    }
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

function fieldItem(field: string, { fields }: Vocabulary): Completion {
  return { insert: `${field}:`, label: `${field}:`, hint: fields[field]?.meaning ?? '' }
}

/** Whole terms, for a name that is typed without saying what it names. */
function termsLike(
  typed: string,
  vocabulary: Vocabulary,
  known: KnownNames
): readonly Completion[] {
  return vocabulary.completesWords.flatMap((field) =>
    alike(typed, suggestionsFor(field, vocabulary, known)).map((suggestion) => {
      const item = valueItem(field, vocabulary, suggestion)
      return { ...item, insert: `${field}:${item.insert}`, label: `${field}:${item.label}` }
    })
  )
}

function typedOf(text: string, cursor: number, { start, isQuoted }: Value): string {
  const typed = text.slice(start, cursor)
  return isQuoted ? quoteAt(typed, 0).text : typed
}

type Suggestion = readonly [value: string, hint: string]

function suggestionsFor(
  field: string,
  { fields }: Vocabulary,
  known: KnownNames
): readonly Suggestion[] {
  const definition = fields[field]
  switch (definition?.takes) {
    case 'name':
      return definition.names.flatMap((kind) =>
        (known[kind] ?? []).map((name) => [name, ''] as const)
      )
    case 'word':
      return Object.entries(definition.words)
    case 'amount':
      return Object.entries(definition.unit.offers)
    case 'id':
    case 'time':
    case 'text':
    case undefined:
      return []
  }
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

function valueItem(field: string, { fields }: Vocabulary, [value, hint]: Suggestion): Completion {
  return { insert: writtenValue(value, fields[field]), label: visibleText(value), hint }
}
