/** Checks of the shape of a JSON value. A check that finds nothing allocates nothing. */
import { isNumber, isWholeNumber } from '../json/exact-number'
import { isObject } from '../json/json'
import { quoted } from './quoted'

export type Problem = {
  /** From the value that was checked, such as `.tools[3].name`. */
  readonly path: string
  /** Follows the path in a sentence. */
  readonly says: string
}

export type Check = (value: unknown) => Problem | undefined

/** The problem as part of a sentence, for a value of that name. */
export function describeProblem(name: string, { path, says }: Problem): string {
  return `${name}${path} ${says}`
}

export function problem(value: unknown, wanted: string): Problem {
  return { path: '', says: `is ${quoted(value)}, not ${wanted}` }
}

function ofType(type: string, wanted: string): Check {
  return (value) => (typeof value === type ? undefined : problem(value, wanted))
}

export const text = ofType('string', 'a string')
export const number: Check = (value) => (isNumber(value) ? undefined : problem(value, 'a number'))
export const flag = ofType('boolean', 'a boolean')
export const anything: Check = () => undefined

export const anyObject: Check = (value) =>
  isObject(value) ? undefined : problem(value, 'an object')

export const integer: Check = (value) =>
  isWholeNumber(value) ? undefined : problem(value, 'an integer')

export const id: Check = (value) =>
  typeof value === 'string' || isNumber(value) ? undefined : problem(value, 'a string or a number')

export function oneOf(...values: readonly unknown[]): Check {
  const wanted = `one of ${values.map(quoted).join(', ')}`
  const known = new Set(values)
  return (value) => (known.has(value) ? undefined : problem(value, wanted))
}

export function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return problem(value, 'an array')
    for (let index = 0; index < value.length; index++) {
      const found = check(value[index])
      if (found) return { path: `[${index}]${found.path}`, says: found.says }
    }
    return undefined
  }
}

/** Members that it does not name may be anything: the protocol is open to more. */
export function objectOf(
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {}
): Check {
  const needed = Object.entries(required)
  const possible = Object.entries(optional)
  return (value) => {
    if (!isObject(value)) return problem(value, 'an object')
    for (const [name, check] of needed) {
      const member = value[name]
      if (member === undefined) return { path: `.${name}`, says: 'is missing' }
      const found = check(member)
      if (found) return { path: `.${name}${found.path}`, says: found.says }
    }
    for (const [name, check] of possible) {
      const member = value[name]
      const found = member === undefined ? undefined : check(member)
      if (found) return { path: `.${name}${found.path}`, says: found.says }
    }
    return undefined
  }
}

/** The first problem that any of the checks finds. */
export function all(...checks: readonly Check[]): Check {
  return (value) => {
    for (const check of checks) {
      const found = check(value)
      if (found) return found
    }
    return undefined
  }
}
