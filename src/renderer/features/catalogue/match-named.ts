/** Which tools or prompts a filter finds, best first. Quick enough for every key with thousands. */
import { descriptionOf, titleOf } from '../../../shared/calls/catalogue'
import { wordsIn } from './filter-words'

/** As the server sent it. */
type Named = { readonly name: string } & Readonly<Record<string, unknown>>

/** What is searched of one, in lower case. */
type Searched = {
  readonly name: string
  /** Where a word begins in the name. */
  readonly starts: ReadonlySet<number>
  readonly title: string
  readonly description: string
}

const SEARCHED_CHARS = 5_000
const EXCERPT_CHARS = 80
/** So few that what was found is to be seen in a narrow list too. */
const CHARS_BEFORE = 4

const searchedLists = new WeakMap<readonly Named[], readonly Searched[]>()

/** Also called while there is nothing else to do, so that the first key is as quick as the others. */
export function searched(items: readonly Named[]): readonly Searched[] {
  const known = searchedLists.get(items)
  if (known) return known
  const made = items.map((item) => ({
    name: item.name.toLowerCase(),
    starts: wordStarts(item.name),
    title: titleOf(item).toLowerCase(),
    description: (descriptionOf(item) ?? '').slice(0, SEARCHED_CHARS).toLowerCase()
  }))
  searchedLists.set(items, made)
  return made
}

/** After a separator, and at a capital letter that follows a small one. */
function wordStarts(name: string): ReadonlySet<number> {
  const starts = [...name.matchAll(/(?<=^|[^\p{L}\p{N}])[\p{L}\p{N}]|(?<=\p{Ll})\p{Lu}/gu)]
  return new Set(starts.map(({ index }) => index))
}

/** Those in which every word of the filter occurs. */
export function matchNamed<Item extends Named>(
  items: readonly Item[],
  filter: string
): readonly Item[] {
  const words = wordsIn(filter)
  if (words.length === 0) return items
  const texts = searched(items)
  const found: { readonly rank: number; readonly item: Item }[] = []
  items.forEach((item, index) => {
    const text = texts[index]
    const rank = text && rankOf(text, words)
    if (rank !== undefined) found.push({ rank, item })
  })
  return found.sort((one, other) => one.rank - other.rank).map(({ item }) => item)
}

/** The smaller the better; undefined when a word is nowhere. */
function rankOf(candidate: Searched, words: readonly string[]): number | undefined {
  let sum = candidate.name === words.join(' ') ? -1 : 0
  for (const word of words) {
    const rank = rankOfWord(candidate, word)
    if (rank === undefined) return undefined
    sum += rank
  }
  return sum
}

function rankOfWord({ name, starts, title, description }: Searched, word: string) {
  let at = name.indexOf(word)
  if (at === 0) return 0
  if (at > 0) {
    for (; at !== -1; at = name.indexOf(word, at + 1)) if (starts.has(at)) return 10
    return 100
  }
  if (title.includes(word)) return 1_000
  return description.includes(word) ? 10_000 : undefined
}

/** Why one was found, where its name does not tell: a part of its title or description. */
export function excerptOf(item: Named, words: readonly string[]): string | undefined {
  const name = item.name.toLowerCase()
  const hidden = words.find((word) => !name.includes(word))
  if (hidden === undefined) return undefined
  const title = titleOf(item)
  if (title.toLowerCase().includes(hidden)) return title.slice(0, EXCERPT_CHARS)
  const description = (descriptionOf(item) ?? '').slice(0, SEARCHED_CHARS)
  const from = Math.max(0, description.toLowerCase().indexOf(hidden) - CHARS_BEFORE)
  const text = description
    .slice(from, from + EXCERPT_CHARS)
    .replace(/\s+/g, ' ')
    .trimStart()
  return `${from > 0 ? '…' : ''}${text}`
}
