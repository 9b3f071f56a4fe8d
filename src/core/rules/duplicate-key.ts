/** Finds keys that a message has twice. A parser of JSON keeps the last one and says nothing. */
import { isObject } from '../../shared/json/json'
import { endOfString, QUOTE } from '../../shared/json/json-strings'

/** A longer frame is not looked through: this runs for every frame of the server. */
const LONGEST_CHARS = 1024 * 1024
const KEYS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error'])
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const COLON = 0x3a
const SPACE = 0x20

/**
 * The first key of the protocol that a message of `raw` has more than once at its top. `message` is
 * what `raw` says, read as JSON: it has each key once.
 */
export function duplicateKey(raw: string, message: unknown): string | undefined {
  if (raw.length > LONGEST_CHARS) return undefined
  const depth = Array.isArray(message) ? 2 : 1
  return writtenKeys(raw, depth) > keyCount(message) ? firstTwice(raw, depth) : undefined
}

/** How many keys a message has at its top, or the messages of a batch together. */
function keyCount(message: unknown): number {
  if (!Array.isArray(message)) return memberCount(message)
  return message.reduce((sum: number, one) => sum + memberCount(one), 0)
}

function memberCount(message: unknown): number {
  return isObject(message) ? Object.keys(message).length : 0
}

/** How many keys there are at a depth, each as often as it is written. */
function writtenKeys(raw: string, keyDepth: number): number {
  let count = 0
  let depth = 0
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at)
    if (code === QUOTE) at = endOfString(raw, at)
    else if (code === COLON) count += Number(depth === keyDepth)
    else depth += stepAt(code)
  }
  return count
}

function firstTwice(raw: string, keyDepth: number): string | undefined {
  const seen = new Set<string>()
  let depth = 0
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(raw, at)
      const key = depth === keyDepth && isKey(raw, end) ? raw.slice(at + 1, end) : ''
      if (KEYS.has(key)) {
        if (seen.has(key)) return key
        seen.add(key)
      }
      at = end
    }
    const step = stepAt(code)
    depth += step
    if (step > 0 && depth === keyDepth) seen.clear()
  }
  return undefined
}

/** How much deeper it is behind this. */
function stepAt(code: number): number {
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return 1
  return code === CLOSE_BRACE || code === CLOSE_BRACKET ? -1 : 0
}

/** Whether a colon follows the string that ends there. */
function isKey(raw: string, end: number): boolean {
  let next = end + 1
  while (raw.charCodeAt(next) <= SPACE) next++
  return raw.charCodeAt(next) === COLON
}
