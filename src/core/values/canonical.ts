/** Tells whether two values mean the same: the order of members does not matter. */
import { createHash } from 'node:crypto'
import { isObject } from '../../shared/json/json'

/** The same for the same JSON, and different for any other. Never recurses, however deep it is nested. */
export function canonicalHash(value: unknown): string {
  const hash = createHash('sha256')
  const waiting = [value]
  while (waiting.length > 0) {
    const part = waiting.pop()
    // How much follows is said first, so that no part can be taken for two.
    if (Array.isArray(part)) {
      hash.update(`[${part.length}:`)
      for (const item of part) waiting.push(item)
    } else if (isObject(part)) {
      const keys = Object.keys(part).sort()
      hash.update(`{${keys.length}:`)
      for (const key of keys) waiting.push(part[key], key)
    } else if (typeof part === 'string') {
      hash.update(`"${part.length}:`).update(part, 'utf16le')
    } else {
      hash.update(`${String(part)},`)
    }
  }
  return hash.digest('hex')
}
