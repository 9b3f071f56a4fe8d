/** Adds a term to a filter, as when a person wants to see only what is like this frame. */
import type { Field } from './fields'
import { tokensOf, type Token } from './tokens'
import { quoted, writtenValue } from './written'

export type NewTerm = {
  readonly field: Field | 'text'
  /** Exactly this; stars in it stand for themselves. */
  readonly value: string | number
  readonly isNegated?: boolean
}

/** Several of these can hold for one frame; of all others, another one takes the place of the first. */
const ADDED: ReadonlySet<Field | 'text'> = new Set<Field | 'text'>(['is', 'rule', 'text'])

export function withTerm(text: string, { field, value, isNegated = false }: NewTerm): string {
  const body = field === 'text' ? quoted(String(value)) : `${field}:${writtenValue(field, value)}`
  const term = isNegated ? `-${body}` : body
  const tokens = tokensOf(text)
  const isSame = (token: Token): boolean => text.slice(token.from, token.end) === body
  if (tokens.some((token) => token.isNegated === isNegated && isSame(token))) return text

  const parts: string[] = []
  let isWritten = false
  for (const token of tokens) {
    const isOpposite = token.isNegated !== isNegated && isSame(token)
    const isReplaced = !isNegated && !token.isNegated && !ADDED.has(field) && isOf(token, field)
    if (isReplaced && !isWritten) {
      parts.push(term)
      isWritten = true
    } else if (!isOpposite && !isReplaced) parts.push(closed(token, text))
  }
  if (!isWritten) parts.push(term)
  return parts.join(' ')
}

function isOf(token: Token, field: Field | 'text'): boolean {
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
