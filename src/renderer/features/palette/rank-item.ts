import { defaultFilter } from 'cmdk'

/** Letters that are scattered wider than this are there by chance. */
const LEAST = 0.02

/** Names that have every word as it was typed go before those that only have its letters somewhere. */
export function rankItem(value: string, search: string, keywords: string[] = []): number {
  const name = (keywords[0] ?? value).toLowerCase()
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.every((word) => name.includes(word))) {
    const begun = words.filter((word) => isBegun(name, word)).length
    return 0.8 + (0.2 * begun) / Math.max(1, words.length)
  }
  const likeness = defaultFilter(value, search, keywords)
  return likeness < LEAST ? 0 : likeness * 0.5
}

function isBegun(name: string, word: string): boolean {
  const at = name.indexOf(word)
  return at === 0 || /[^\p{L}\p{N}]/u.test(name[at - 1] ?? '')
}
