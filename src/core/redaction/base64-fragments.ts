/**
 * Finds single lines of a value that a tool such as `base64` wrote in several lines: any base64
 * word that is part of the encoded value, ends with its beginning, or begins with its end.
 */
import { base64Forms } from './encodings'
import type { Search } from './redaction'

/** Twelve bytes of the value. Fewer may be found by chance. */
const SHORTEST_FRAGMENT = 16
/** No encoder writes longer lines, and a pattern cannot go back over words without a limit. */
const LONGEST_FRAGMENT = 1_024
const WORD = new RegExp(
  `(?<![\\w+/-])[\\w+/-]{${SHORTEST_FRAGMENT},${LONGEST_FRAGMENT}}(?![\\w+/-])`,
  'g'
)
const NEEDED = new RegExp(`[\\w+/-]{${SHORTEST_FRAGMENT}}`)

export function base64Fragments(values: readonly string[]): Search {
  let made: readonly string[] | undefined
  const forms = (): readonly string[] => (made ??= longForms(values))
  return {
    isNeeded: (text) => NEEDED.test(text),
    patterns: () => [WORD],
    tellingFrom: (word) => (forms().some((form) => overlaps(word, form)) ? 0 : undefined)
  }
}

function longForms(values: readonly string[]): readonly string[] {
  const forms = values.flatMap((value) => base64Forms(Buffer.from(value)))
  const plain = forms.filter((form) => !form.includes('\\')).map((form) => form.replace(/=+$/, ''))
  return [...new Set(plain)].filter((form) => form.length > SHORTEST_FRAGMENT)
}

/** The first line may begin with what stands before the value, and the last go on after it. */
function overlaps(word: string, form: string): boolean {
  if (word.length <= form.length && form.includes(word)) return true
  const start = word.indexOf(form.slice(0, SHORTEST_FRAGMENT))
  if (start !== -1 && form.startsWith(word.slice(start))) return true
  const end = word.lastIndexOf(form.slice(-SHORTEST_FRAGMENT))
  return end !== -1 && form.endsWith(word.slice(0, end + SHORTEST_FRAGMENT))
}
