/** Adds a term to a filter, as when a person wants to see only what is like this frame. */
import { tokensOf, type Token } from './tokens'
import type { FieldName, Vocabulary } from './vocabulary'
import { quoted, writtenValue } from './written'

export type NewTerm<V extends Vocabulary> = {
  readonly field: FieldName<V> | 'text'
  /** Exactly this; stars in it stand for themselves. */
  readonly value: string | number
  readonly isNegated?: boolean
}

/** Where several values of a field cannot hold for one record, the new term replaces the one there is. */
export function withTerm<V extends Vocabulary>(
  text: string,
  { field, value, isNegated = false }: NewTerm<V>,
  vocabulary: V
): string {
  const definition = vocabulary.fields[field]
  const isAdded = field === 'text' || definition?.hasMany === true
  const body =
    field === 'text' ? quoted(String(value)) : `${field}:${writtenValue(value, definition)}`
  const term = isNegated ? `-${body}` : body
  const tokens = tokensOf(text, vocabulary)
  const isSame = (token: Token): boolean => text.slice(token.from, token.end) === body
  if (tokens.some((token) => token.isNegated === isNegated && isSame(token))) return text

  const parts: string[] = []
  let isWritten = false
  for (const token of tokens) {
    const isOpposite = token.isNegated !== isNegated && isSame(token)
    const isReplaced = !isNegated && !token.isNegated && !isAdded && isOf(token, field)
    if (isReplaced && !isWritten) {
      parts.push(term)
      isWritten = true
    } else if (!isOpposite && !isReplaced) parts.push(closed(token, text))
  }
  if (!isWritten) parts.push(term)
  return parts.join(' ')
}

function isOf(token: Token, field: string): boolean {
  return token.kind === 'field' && token.field === field
}

/** What goes on to the end of the text must not go on into what is added to it. */
function closed(token: Token, text: string): string {
  const last = token.kind === 'field' ? token.values.at(-1) : undefined
  if (token.isClosed) return text.slice(token.start, token.end)
  if (token.kind === 'quote') return text.slice(token.start, token.from) + quoted(token.text)
  if (last) return text.slice(token.start, last.start) + quoted(last.text)
  return `${text.slice(token.start, token.end)}${token.kind === 'pattern' ? '/' : '"'}`
}
