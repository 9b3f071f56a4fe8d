/** Finds keys that a message has twice. A parser of JSON keeps the last one and says nothing. */

/** A longer frame is not looked through: this runs for every frame of the server. */
const LONGEST_CHARS = 1024 * 1024
const KEYS = ['jsonrpc', 'id', 'method', 'params', 'result', 'error']
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The first key of the protocol that a message of `raw`, which is JSON, has more than once at its top. */
export function duplicateKey(raw: string, isBatch: boolean): string | undefined {
  if (raw.length > LONGEST_CHARS) return undefined
  const suspects = KEYS.filter((key) => occursTwice(raw, `"${key}"`))
  if (suspects.length === 0) return undefined
  const keyDepth = isBatch ? 2 : 1
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
      if (suspects.includes(key)) {
        if (seen.has(key)) return key
        seen.add(key)
      }
      at = end
    }
  }
  return undefined
}

function occursTwice(text: string, part: string): boolean {
  const first = text.indexOf(part)
  return first !== -1 && text.indexOf(part, first + part.length) !== -1
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
