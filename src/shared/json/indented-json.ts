/** JSON for people, which takes more room the deeper it is nested: little may become very much. */
import { ExactNumber } from './exact-number'
import { isComposed } from './json'

const INDENT = 2
/** What is longer is written without line ends. */
const LONGEST_INDENTED = 1_000_000

/** Laid out where that does not make it endless. */
export function jsonForPeople(value: unknown): string {
  const indent = isLongerThan(value, LONGEST_INDENTED) ? undefined : INDENT
  return JSON.stringify(value, null, indent) ?? ''
}

/** Whether a value is longer than that when it is laid out. Looks at no more of it than it has to. */
export function isLongerThan(value: unknown, most: number): boolean {
  const waiting: { readonly part: unknown; readonly depth: number }[] = [{ part: value, depth: 0 }]
  let chars = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { part, depth } = next
    chars += INDENT * depth + ownChars(part)
    if (chars > most) return true
    if (!isComposed(part)) continue
    for (const [name, member] of Object.entries(part)) {
      chars += Array.isArray(part) ? 0 : name.length
      waiting.push({ part: member, depth: depth + 1 })
    }
  }
  return chars > most
}

/** What is around a part counts as little. */
function ownChars(part: unknown): number {
  if (part instanceof ExactNumber) return part.text.length
  return typeof part === 'string' ? part.length + 4 : 4
}
