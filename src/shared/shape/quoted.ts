import { isComposed } from '../json/json'
const MAX_CHARS = 80

/** A value as part of a sentence: as JSON when it is short, and never more than a line of it. */
export function quoted(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > MAX_CHARS
      ? `${JSON.stringify(value.slice(0, MAX_CHARS))}…`
      : JSON.stringify(value)
  }
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (isComposed(value)) return 'an object'
  return String(value).slice(0, MAX_CHARS)
}
