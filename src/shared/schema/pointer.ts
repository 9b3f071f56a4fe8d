/** What a JSON pointer, as it stands in a URI, points to; undefined when there is nothing. */
import { isComposed } from '../json/json'
export function valueAt(root: unknown, pointer: string): unknown {
  return followed(root, pointer.split('/').slice(1).map(decoded))
}

/** The same for a pointer that stands in no URI. */
export function partAt(root: unknown, pointer: string): unknown {
  return followed(root, pointer.split('/').slice(1))
}

function followed(root: unknown, parts: readonly string[]): unknown {
  let value = root
  for (const part of parts) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isComposed(value) || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

/** Whether something could stand at a place, because what is around it is there. */
export function hasPlace(root: unknown, pointer: string): boolean {
  if (pointer === '') return true
  const end = pointer.lastIndexOf('/')
  const around = partAt(root, pointer.slice(0, end))
  if (Array.isArray(around)) return Number(pointer.slice(end + 1)) < around.length
  return isComposed(around)
}

/** As much of a place as is a JSON pointer: in one, `~` stands only before 0 and 1. */
export function pointerIn(place: string): string {
  const end = place.search(/~(?![01])/)
  return end === -1 ? place : place.slice(0, place.lastIndexOf('/', end))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // a percent sign that encodes nothing stands for itself
  }
}
