/** JSON as text, where parsing would lose something: numbers as written, keys that come twice. */
import { exactNumber } from './exact-number'
import { placeAt, type JsonFault } from './json-fault'
import { tokensOf } from './json-place'
import { cut } from './schema/wording'

/**
 * Lays JSON out over lines, changing nothing but the space between its parts.
 * Undefined when the text is not JSON.
 */
export function layOutJson(text: string): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined // the caller shows it as it is
  }
  let out = ''
  let depth = 0
  const newLine = (): string => `\n${'  '.repeat(depth)}`
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      depth++
      out += token + newLine()
    } else if (token === '}' || token === ']') {
      depth--
      const isEmpty = out.trimEnd().endsWith(token === '}' ? '{' : '[')
      out = isEmpty ? out.trimEnd() + token : out + newLine() + token
    } else if (token === ',') {
      out += `,${newLine()}`
    } else {
      out += token === ':' ? ': ' : token
    }
  }
  return out
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * The first part of a JSON text that would not be sent as it is written: a number that JavaScript
 * changes, or a name that its object has already. The text has to be JSON.
 */
export function lossIn(json: string): JsonFault | undefined {
  /** Undefined for a list, which has no names. */
  const levels: (Set<string> | undefined)[] = []
  let isName = false
  for (const { token, offset } of tokensOf(json)) {
    const names = levels.at(-1)
    if (token === '{' || token === '[') {
      levels.push(token === '{' ? new Set() : undefined)
      isName = token === '{'
    } else if (token === '}' || token === ']') {
      levels.pop()
    } else if (token === ',') {
      isName = names !== undefined
    } else if (token === ':') {
      isName = false
    } else if (isName && names) {
      const name = JSON.parse(token) as string
      if (names.has(name)) return { ...placeAt(json, offset), message: sayTwice(name) }
      names.add(name)
    } else if (NUMBER_START.test(token) && exactNumber(token) === undefined) {
      const message = `${cut(token)} cannot be sent exactly as it is written.`
      return { ...placeAt(json, offset), message }
    }
  }
  return undefined
}

const NUMBER_START = /^[-\d]/

function sayTwice(name: string): string {
  return `The name ${cut(JSON.stringify(name))} is there twice, and only the last of both would be sent.`
}
