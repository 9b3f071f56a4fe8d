/** Finds keys that a message has twice. A parser of JSON keeps the last one and says nothing. */

import { isObject } from '../../../shared/json'

/** A longer frame is not looked through: this runs for every frame of the server. */
const LONGEST_CHARS = 1024 * 1024
const KEYS = ['jsonrpc', 'id', 'method', 'params', 'result', 'error']
const NAMED_KEY = new RegExp(`"(?:${KEYS.join('|')})"`, 'g')
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * The first key of the protocol that a message of `raw` has more than once at its top. `message` is
 * what `raw` says, read as JSON: it has each key once.
 */
export function duplicateKey(raw: string, message: unknown): string | undefined {
  if (raw.length > LONGEST_CHARS || !isNamedMoreOften(raw, keyCount(message))) return undefined
  const keyDepth = Array.isArray(message) ? 2 : 1
  const seen = new Set<string>()
  let depth = 0
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at)
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth === keyDepth) seen.clear()
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--
    else if (code === QUOTE) {
      const end = endOfString(raw, at)
      const key = depth === keyDepth && isKey(raw, end) ? raw.slice(at + 1, end) : ''
      if (KEYS.includes(key)) {
        if (seen.has(key)) return key
        seen.add(key)
      }
      at = end
    }
  }
  return undefined
}

/** How many keys of the protocol a message has at its top, or the messages of a batch together. */
function keyCount(message: unknown): number {
  if (Array.isArray(message)) return message.reduce((sum: number, one) => sum + keyCount(one), 0)
  if (!isObject(message)) return 0
  let count = 0
  for (const key of KEYS) if (Object.hasOwn(message, key)) count++
  return count
}

/** A quick look: a key that is there twice is named once more than the message has keys. */
function isNamedMoreOften(raw: string, times: number): boolean {
  NAMED_KEY.lastIndex = 0
  for (let found = 0; NAMED_KEY.test(raw);) if (++found > times) return true
  return false
}

function isKey(raw: string, end: number): boolean {
  return /^\s*:/.test(raw.slice(end + 1, end + 100))
}

/** Where the quote is that ends the string which begins at `start`. */
function endOfString(raw: string, start: number): number {
  for (let at = start + 1; at < raw.length; at++) {
    const code = raw.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
  }
  return raw.length
}
