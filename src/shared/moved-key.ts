import { fromJson } from './json'
import type { ServerId } from './ids'

/**
 * The key of something that belongs to a server which has another id now: a list in JSON that ends with
 * the server and a name. Undefined when it belongs to another server, or to none.
 */
export function movedKey(key: string, from: ServerId, to: ServerId): string | undefined {
  if (!key.startsWith('[')) return undefined
  const parts = partsOf(key)
  if (parts.at(-2) !== from) return undefined
  return JSON.stringify(parts.with(-2, to))
}

function partsOf(key: string): readonly unknown[] {
  try {
    const parts: unknown = fromJson(key)
    return Array.isArray(parts) ? parts : []
  } catch {
    return [] // it is no key of ours
  }
}
