/** Values nested so deeply that they cannot be written as JSON again, though they could be read. */
import { isComposed, isObject } from './json'

/** As far as everything can be passed on, compared and shown. */
export const DEEPEST_PASSED_ON = 200

/** Never recurses deeper than that. */
export function isTooDeep(value: unknown, levels = DEEPEST_PASSED_ON): boolean {
  if (!isComposed(value)) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((part) => isTooDeep(part, levels - 1))
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) if (isTooDeep(members[name], levels - 1)) return true
  return false
}

/** The same without what is nested too deeply: where it was, there is null. */
export function withoutDepths(value: unknown, levels = DEEPEST_PASSED_ON): unknown {
  if (!isComposed(value)) return value
  if (levels === 0) return null
  if (Array.isArray(value)) return value.map((part) => withoutDepths(part, levels - 1))
  // A name such as `__proto__` stays a name.
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, withoutDepths(part, levels - 1)])
      )
    : null
}
