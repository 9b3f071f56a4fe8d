import { compareNumbers, isNumber } from '../json/exact-number'
import { isObject } from '../json/json'

/** A place where two values are not the same, and what stands there. */
export type Difference = {
  /** A JSON pointer. */
  readonly pointer: string
  /** Whether both have something there, or only one of them. */
  readonly in: 'both' | 'left' | 'right'
  readonly left: unknown
  readonly right: unknown
}

const ANYWHERE: readonly Difference['in'][] = ['both', 'left', 'right']

/** The first place where two values differ in one of the given ways; undefined when there is none. */
export function firstDifference(
  left: unknown,
  right: unknown,
  ways = ANYWHERE,
  pointer = ''
): Difference | undefined {
  if (Array.isArray(left) && Array.isArray(right)) {
    const length = Math.max(left.length, right.length)
    for (let index = 0; index < length; index++) {
      const found = inMember(left, right, index, ways, `${pointer}/${index}`)
      if (found) return found
    }
    return undefined
  }
  if (isObject(left) && isObject(right)) {
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const found = inMember(left, right, name, ways, `${pointer}/${pointerPart(name)}`)
      if (found) return found
    }
    return undefined
  }
  if (isSameSimple(left, right) || !ways.includes('both')) return undefined
  return { pointer, in: 'both', left, right }
}

function isSameSimple(left: unknown, right: unknown): boolean {
  if (left === right) return true
  return isNumber(left) && isNumber(right) && compareNumbers(left, right) === 0
}

function inMember(
  left: object,
  right: object,
  key: string | number,
  ways: readonly Difference['in'][],
  pointer: string
): Difference | undefined {
  const leftHas = Object.hasOwn(left, key)
  const one = leftHas ? left[key as keyof object] : undefined
  const other = Object.hasOwn(right, key) ? right[key as keyof object] : undefined
  if (leftHas && Object.hasOwn(right, key)) return firstDifference(one, other, ways, pointer)
  const only = leftHas ? 'left' : 'right'
  return ways.includes(only) ? { pointer, in: only, left: one, right: other } : undefined
}

export function isSame(left: unknown, right: unknown): boolean {
  return firstDifference(left, right) === undefined
}

export function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
