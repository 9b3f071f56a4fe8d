/** Reads a filter, in the words that a kind of record has. */
import { conditionOf } from './conditions'
import type { ConditionIn, Query, QueryError, QueryRemark, Term } from './terms'
import { tokensOf, type Token } from './tokens'
import type { Vocabulary } from './vocabulary'

/** Databases have their limits, and no person comes near these. */
const MAX_CHARS = 4_000
const MAX_TERMS = 100

/** What is wrong in it is told, and the rest of it holds all the same. */
export function parseQuery<V extends Vocabulary>(
  text: string,
  vocabulary: V
): Query<ConditionIn<V>> {
  const errors: QueryError[] = []
  const remarks: QueryRemark[] = []
  const terms: Term<ConditionIn<V>>[] = []
  for (const token of tokensOf(readable(text), vocabulary)) {
    const { start, end, isNegated } = token
    const found = conditionOf(token, vocabulary)
    if (!found) continue
    if ('error' in found) errors.push(found.error)
    else if (terms.length < MAX_TERMS) {
      // The token has a field of the vocabulary, and the condition has what that field takes.
      terms.push({ start, end, isNegated, condition: found.condition as ConditionIn<V> })
      remarks.push(...remarksOn(token))
    } else {
      errors.push({ start, end, message: `A filter has at most ${MAX_TERMS} terms.` })
      return { terms, errors, remarks }
    }
  }
  return { terms, errors: [...unreadableIn(text), ...errors], remarks }
}

function remarksOn(token: Token): readonly QueryRemark[] {
  if (token.kind !== 'word' || token.unknownField === undefined) return []
  const { from: start, unknownField } = token
  const message = 'is not a field, so Patchbay looks for it as text.'
  return [{ start, end: start + unknownField.length + 1, message }]
}

/** Without the character at which databases take a text to end. */
function readable(text: string): string {
  return text.slice(0, MAX_CHARS).replaceAll('\0', ' ')
}

function unreadableIn(text: string): readonly QueryError[] {
  const errors: QueryError[] = []
  if (text.length > MAX_CHARS) {
    const message = `A filter has at most ${MAX_CHARS} characters.`
    errors.push({ start: MAX_CHARS, end: text.length, message })
  }
  const start = text.indexOf('\0')
  if (start === -1) return errors
  const message = 'A filter cannot look for the character U+0000.'
  return [...errors, { start, end: start + 1, message }]
}

/** Whether texts have to be looked through to tell. */
export function needsText({ terms }: Pick<Query, 'terms'>): boolean {
  return terms.some(({ condition: { field } }) => field === 'text' || field === 'pattern')
}
