import { wordsIn } from '../catalogue/filter-words'

type Described = Readonly<Record<string, unknown>>

const KEYS = ['uri', 'uriTemplate', 'name', 'title', 'mimeType', 'description'] as const

/** What is looked through is made once for each item, not with each key that is pressed. */
const texts = new WeakMap<Described, string>()

function textOf(described: Described): string {
  const known = texts.get(described)
  if (known !== undefined) return known
  const parts = KEYS.map((key) => described[key]).filter((part) => typeof part === 'string')
  const text = parts.join('\n').toLowerCase()
  texts.set(described, text)
  return text
}

/** Those in whose address, names, type or description every word of the filter occurs. */
export function matchResources<T extends Described>(
  items: readonly T[],
  filter: string
): readonly T[] {
  const words = wordsIn(filter)
  if (words.length === 0) return items
  return items.filter((item) => {
    const text = textOf(item)
    return words.every((word) => text.includes(word))
  })
}
