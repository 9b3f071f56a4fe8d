/** Finds keys that a message has twice. A parser of JSON keeps the last one and says nothing. */

/** A longer frame is not looked through: this runs for every frame of the server. */
const LONGEST_CHARS = 1024 * 1024
const KEYS = ['jsonrpc', 'id', 'method', 'params', 'result', 'error']
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The first key of the protocol that `raw`, which is JSON, has more than once at its top. */
export function duplicateKey(raw: string): string | undefined {
  if (raw.length > LONGEST_CHARS) return undefined
  const suspects = KEYS.filter((key) => occursTwice(raw, `"${key}"`))
  if (suspects.length === 0) return undefined
  const seen = new Set<string>()
  for (const key of topKeys(raw)) {
    if (!suspects.includes(key)) continue
    if (seen.has(key)) return key
    seen.add(key)
  }
  return undefined
}

function occursTwice(text: string, part: string): boolean {
  const first = text.indexOf(part)
  return first !== -1 && text.indexOf(part, first + part.length) !== -1
}

/** The keys of the outermost object, in order. */
function* topKeys(raw: string): Generator<string> {
  let depth = 0
  for (let at = 0; at < raw.length; at++) {
    const char = raw.charAt(at)
    if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    else if (char === '"') {
      const end = endOfString(raw, at)
      if (depth === 1 && /^\s*:/.test(raw.slice(end + 1, end + 100))) yield raw.slice(at + 1, end)
      at = end
    }
  }
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
