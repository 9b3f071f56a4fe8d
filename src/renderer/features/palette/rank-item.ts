import { defaultFilter } from 'cmdk'

/** Letters that are scattered wider than this are there by chance. */
const LEAST = 0.02

/**
 * Names that have every word as it was typed go first, then those whose name, grey text and other
 * words have them together, then those that only have the letters somewhere.
 */
export function rankItem(value: string, search: string, label: string, more = ''): number {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const name = label.toLowerCase()
  if (words.every((word) => has(name, word))) return 0.8 + 0.2 * begunShare(name, words)
  const all = `${name} ${more.toLowerCase()}`
  if (words.every((word) => has(all, word))) return 0.6 + 0.1 * begunShare(all, words)
  const likeness = defaultFilter(value, search, [label])
  return likeness < LEAST ? 0 : likeness * 0.5
}

function has(text: string, word: string): boolean {
  return text.includes(word) || text.includes(stemOf(word))
}

/** So that "policy" finds "Policies", and "secrets" finds "Secret". */
function stemOf(word: string): string {
  return word.length < 4 ? word : word.replace(/(?:ies|y)$/, 'i').replace(/s$/, '')
}

/** How many of the words begin where a word of the text does, from 0 to 1. */
function begunShare(text: string, words: readonly string[]): number {
  const begun = words.filter((word) => isBegun(text, word)).length
  return begun / Math.max(1, words.length)
}

function isBegun(name: string, word: string): boolean {
  const at = name.indexOf(word)
  return at === 0 || /[^\p{L}\p{N}]/u.test(name[at - 1] ?? '')
}
