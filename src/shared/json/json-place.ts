/** Where a part of a value stands in its JSON text. */
import { fromJson } from './json'
import { endOfText } from './json-fault'

/** A text is only found by its beginning: a long one is more than an expression can match. */
const TOKEN = /["{}[\],:]|[^\s{}[\],:"]+/g

type Level = {
  readonly isList: boolean
  /** The pointer leads through it. */
  readonly isOnTheWay: boolean
  key: string
  index: number
  isName: boolean
}

/**
 * The place of the value that a JSON pointer names, or of the nearest one around it that is there.
 * The text has to be JSON.
 */
export function offsetOf(text: string, pointer: string): number {
  const parts = pointer.split('/').slice(1)
  const levels: Level[] = []
  let nearest = text.search(/\S|$/)
  let deepest = 0
  for (const { token, offset } of tokensOf(text)) {
    const level = levels.at(-1)
    if (token === '}' || token === ']') {
      levels.pop()
    } else if (token === ',') {
      if (level) level.index++
      if (level && !level.isList) level.isName = true
    } else if (token === ':') {
      if (level) level.isName = false
    } else if (level && !level.isList && level.isName && token !== '{') {
      level.key = fromJson(token) as string
    } else {
      const isOnTheWay = !level || (level.isOnTheWay && parts[levels.length - 1] === partOf(level))
      if (isOnTheWay && levels.length > deepest) {
        nearest = offset
        deepest = levels.length
      }
      if (token === '{' || token === '[') {
        const isList = token === '['
        levels.push({ isList, isOnTheWay, key: '', index: 0, isName: !isList })
      }
    }
  }
  return nearest
}

/** The parts of a JSON text: texts, names and other values, brackets, commas and colons. */
export function* tokensOf(
  text: string
): Iterable<{ readonly token: string; readonly offset: number }> {
  for (let at = 0; ;) {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    if (!found) return
    const { 0: beginning, index: offset } = found
    at = beginning === '"' ? (endOfText(text, offset) ?? text.length) : TOKEN.lastIndex
    yield { token: text.slice(offset, at), offset }
  }
}

function partOf({ isList, index, key }: Level): string {
  return isList ? `${index}` : key.replaceAll('~', '~0').replaceAll('/', '~1')
}
