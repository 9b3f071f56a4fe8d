/** Reads a filter of the traffic list, and says what has to be known to apply it. */
import { conditionOf } from './conditions'
import type { State } from './fields'
import type { Query, QueryError, QueryRemark, Term } from './terms'
import { tokensOf, type Token } from './tokens'

/** Databases have their limits, and no person comes near these. */
const MAX_CHARS = 4_000
const MAX_TERMS = 100

/** What is wrong in it is told, and the rest of it holds all the same. */
export function parseQuery(text: string): Query {
  const errors: QueryError[] = []
  const remarks: QueryRemark[] = []
  const terms: Term[] = []
  for (const token of tokensOf(readable(text, errors))) {
    const { start, end, isNegated } = token
    const found = conditionOf(token)
    if (!found) continue
    if ('error' in found) errors.push(found.error)
    else if (terms.length < MAX_TERMS) {
      terms.push({ start, end, isNegated, condition: found.condition })
      remarks.push(...remarksOn(token))
    } else {
      errors.push({ start, end, message: `A filter has at most ${MAX_TERMS} terms.` })
      break
    }
  }
  return { terms, errors, remarks }
}

function remarksOn(token: Token): readonly QueryRemark[] {
  if (token.kind !== 'word' || token.unknownField === undefined) return []
  const { from: start, unknownField } = token
  const message = 'is not a field, so Patchbay looks for it as text.'
  return [{ start, end: start + unknownField.length + 1, message }]
}

/** Without the character at which databases take a text to end. */
function readable(text: string, errors: QueryError[]): string {
  if (text.length > MAX_CHARS) {
    const message = `A filter has at most ${MAX_CHARS} characters.`
    errors.push({ start: MAX_CHARS, end: text.length, message })
  }
  const start = text.indexOf('\0')
  if (start === -1) return text.slice(0, MAX_CHARS)
  errors.push({ start, end: start + 1, message: 'A filter cannot look for the character U+0000.' })
  return text.slice(0, MAX_CHARS).replaceAll('\0', ' ')
}

const OF_ENDING: ReadonlySet<State> = new Set<State>([
  'error',
  'pending',
  'slow',
  'cancelled',
  'answered',
  'unanswered'
])

/** Whether a request may match, or match no more, once it is known what became of it. */
export function dependsOnEnding({ terms }: Pick<Query, 'terms'>): boolean {
  return terms.some(({ condition }) => {
    if (condition.field === 'is') return condition.anyOf.some((state) => OF_ENDING.has(state))
    return condition.field === 'took'
  })
}

/** Whether the raw text of a frame is needed to tell. */
export function needsText({ terms }: Pick<Query, 'terms'>): boolean {
  return terms.some(({ condition: { field } }) => field === 'text' || field === 'pattern')
}
