/** Places inside a value, written as JSON pointers, and values in which one place is different. */
import { isObject, type Json, type JsonObject } from '../../../../shared/json/json'

export function placeIn(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

export function keysOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return isObject(value)
}

/** Only what is the object's own: every object inherits a `constructor`. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/**
 * The same value with something else at one place; undefined leaves it out. Everything beside the
 * way there stays the same object, so that only the way there is drawn again.
 */
export function withValueAt(
  value: Json | undefined,
  pointer: string,
  next: Json | undefined
): Json | undefined {
  return changed(value, keysOf(pointer), next)
}

function changed(
  value: Json | undefined,
  [key, ...rest]: readonly string[],
  next: Json | undefined
): Json | undefined {
  if (key === undefined) return next
  if (Array.isArray(value)) {
    const items = value as readonly Json[]
    const index = Number(key)
    return items.with(index, changed(items[index], rest, next) ?? null)
  }
  const object = isJsonObject(value) ? value : {}
  const inner = changed(memberOf(object, key), rest, next)
  return inner === undefined ? withoutMember(object, key) : { ...object, [key]: inner }
}

export function withoutMember(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
}

/** Its value stays, and so does its place among the others. */
export function withRenamedMember(object: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key === from ? to : key, value])
  )
}
