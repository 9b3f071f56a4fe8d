/** Which tools a filter finds, best first. Quick enough for every key with thousands of tools. */
import { descriptionOf, titleOf, type Tool } from '../../../shared/catalogue'

/** A tool with what is searched of it, in lower case. */
type Searched = {
  readonly tool: Tool
  readonly name: string
  /** Where a word begins in the name. */
  readonly starts: ReadonlySet<number>
  readonly title: string
  readonly description: string
}

const SEARCHED_CHARS = 5_000
const EXCERPT_CHARS = 80

const searchedTools = new WeakMap<readonly Tool[], readonly Searched[]>()

/** Also called while there is nothing else to do, so that the first key is as quick as the others. */
export function searched(tools: readonly Tool[]): readonly Searched[] {
  const known = searchedTools.get(tools)
  if (known) return known
  const made = tools.map((tool) => ({
    tool,
    name: tool.name.toLowerCase(),
    starts: wordStarts(tool.name),
    title: titleOf(tool).toLowerCase(),
    description: (descriptionOf(tool) ?? '').slice(0, SEARCHED_CHARS).toLowerCase()
  }))
  searchedTools.set(tools, made)
  return made
}

/** After a separator, and at a capital letter that follows a small one. */
function wordStarts(name: string): ReadonlySet<number> {
  const starts = [...name.matchAll(/(?<=^|[^\p{L}\p{N}])[\p{L}\p{N}]|(?<=\p{Ll})\p{Lu}/gu)]
  return new Set(starts.map(({ index }) => index))
}

export function wordsIn(filter: string): readonly string[] {
  return filter.toLowerCase().split(/\s+/).filter(Boolean)
}

/** The tools in which every word of the filter occurs. */
export function matchTools(tools: readonly Tool[], filter: string): readonly Tool[] {
  const words = wordsIn(filter)
  if (words.length === 0) return tools
  const found: { readonly rank: number; readonly tool: Tool }[] = []
  for (const candidate of searched(tools)) {
    const rank = rankOf(candidate, words)
    if (rank !== undefined) found.push({ rank, tool: candidate.tool })
  }
  return found.sort((one, other) => one.rank - other.rank).map(({ tool }) => tool)
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

/** Why a tool was found, where its name does not tell: a part of its title or description. */
export function excerptOf(tool: Tool, words: readonly string[]): string | undefined {
  const name = tool.name.toLowerCase()
  const hidden = words.find((word) => !name.includes(word))
  if (hidden === undefined) return undefined
  const title = titleOf(tool)
  if (title.toLowerCase().includes(hidden)) return title.slice(0, EXCERPT_CHARS)
  const description = (descriptionOf(tool) ?? '').slice(0, SEARCHED_CHARS)
  const from = Math.max(0, description.toLowerCase().indexOf(hidden) - 12)
  const text = description.slice(from, from + EXCERPT_CHARS).replace(/\s+/g, ' ')
  return `${from > 0 ? '…' : ''}${text}`
}

/** A text in parts, of which those that the filter found are marked. */
export function markedParts(
  text: string,
  words: readonly string[]
): readonly { readonly text: string; readonly isFound: boolean }[] {
  const lower = text.toLowerCase()
  // Where lower case is longer or shorter the places would not fit.
  if (words.length === 0 || lower.length !== text.length) return [{ text, isFound: false }]
  const isFound = new Array<boolean>(text.length).fill(false)
  for (const word of words) {
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length)) {
      isFound.fill(true, at, at + word.length)
    }
  }
  const parts: { text: string; isFound: boolean }[] = []
  for (let from = 0, to = 1; to <= text.length; to++) {
    if (to < text.length && isFound[to] === isFound[from]) continue
    parts.push({ text: text.slice(from, to), isFound: isFound[from] === true })
    from = to
  }
  return parts
}
