/** JSON as text, where parsing would lose something: numbers as written, keys that come twice. */
import { fromJson, isJson } from './json'
import { placeAt, type JsonFault } from './json-fault'
import { tokensOf } from './json-place'
import { cut } from './wording'

/**
 * Lays JSON out over lines, changing nothing but the space between its parts.
 * Undefined when the text is not JSON.
 */
export function layOutJson(text: string): string | undefined {
  // The caller shows as it is what is not JSON.
  return isJson(text) ? laidOut(text, JSON_TOKEN) : undefined
}

/** The same of a text that is cut off. Undefined when it does not begin like JSON of several parts. */
export function layOutBeginning(text: string): string | undefined {
  return /^\s*[{[]/.test(text) ? laidOut(text, CUT_TOKEN) : undefined
}

function laidOut(text: string, tokens: RegExp): string {
  const out: string[] = []
  let depth = 0
  let before = ''
  const newLine = (): string => `\n${'  '.repeat(Math.max(0, depth))}`
  for (const [token] of text.matchAll(tokens)) {
    const isEnd = token === '}' || token === ']'
    const isBegun = before === '{' || before === '['
    if (isEnd) depth--
    if (isEnd !== isBegun) out.push(newLine())
    if (token === '{' || token === '[') depth++
    out.push(token === ':' ? ': ' : token)
    if (token === ',') out.push(newLine())
    before = token
  }
  return out.join('')
}

/** Takes out the space between the parts of JSON, and changes nothing else. */
export function compactJson(text: string): string | undefined {
  if (!isJson(text)) return undefined // the caller takes it as it is
  return Array.from(text.matchAll(JSON_TOKEN), ([token]) => token).join('')
}

/** Of a text that is JSON: strings, other values, and what is between them. */
export const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** Of any text, in one pass: the last string may have no end. */
export const CUT_TOKEN = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * The first part of a JSON text that would not be sent as it is written: a member with a name that
 * its object has already. The text has to be JSON.
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
      const name = fromJson(token) as string
      if (names.has(name)) return { ...placeAt(json, offset), message: sayTwice(name) }
      names.add(name)
    }
  }
  return undefined
}

function sayTwice(name: string): string {
  return `The name ${cut(JSON.stringify(name))} is there twice, and only the last of both would be sent.`
}
