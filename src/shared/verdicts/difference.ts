import { isObject } from '../json'

/** A JSON pointer to the first place where two values differ; undefined when they are the same. */
export function firstDifference(left: unknown, right: unknown, place = ''): string | undefined {
  if (Array.isArray(left) && Array.isArray(right)) {
    const length = Math.max(left.length, right.length)
    for (let index = 0; index < length; index++) {
      if (index >= left.length || index >= right.length) return `${place}/${index}`
      const inside = firstDifference(left[index], right[index], `${place}/${index}`)
      if (inside !== undefined) return inside
    }
    return undefined
  }
  if (!isObject(left) || !isObject(right)) return left === right ? undefined : place
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const at = `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (!Object.hasOwn(left, name) || !Object.hasOwn(right, name)) return at
    const inside = firstDifference(left[name], right[name], at)
    if (inside !== undefined) return inside
  }
  return undefined
}
