import { ExactNumber, numberFrom } from './exact-number'

export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

/**
 * A number that may be more than JavaScript can hold: with many digits, or with an exponent. It is not
 * written with `{16,}`, because that runs out of memory on millions of digits.
 */
const LONG_NUMBER =
  /(?:^|[\s:,[])(-?(?:[\d.]{15}[\d.]+(?:[eE][+-]?\d+)?|[\d.]+[eE][+-]?\d+))(?=[\s,\]}]|$)/g

/**
 * Reads JSON, in which numbers keep all their digits: those that JavaScript would change become
 * an ExactNumber, which JSON.stringify writes as it was. Throws what JSON.parse throws.
 */
export function fromJson(text: string): unknown {
  if (!hasExactNumber(text)) return JSON.parse(text)
  try {
    return (JSON.parse as ParseWithSource)(text, (_key, value, { source }) =>
      typeof value === 'number' && source !== undefined ? (numberFrom(source) ?? value) : value
    )
  } catch (error) {
    // With a reviver, JSON.parse overflows the stack on less deep nesting than without one.
    if (error instanceof RangeError) return JSON.parse(text)
    throw error
  }
}

type ParseWithSource = (
  text: string,
  revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown
) => unknown

/** Undefined when the text is not JSON, for whoever keeps the text. */
export function parseJson(text: string): unknown {
  try {
    return fromJson(text)
  } catch {
    return undefined
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Reading number by number takes five times as long, so the text is looked through first. */
function hasExactNumber(text: string): boolean {
  LONG_NUMBER.lastIndex = 0
  for (let found = LONG_NUMBER.exec(text); found; found = LONG_NUMBER.exec(text)) {
    if (numberFrom(found[1] ?? '') instanceof ExactNumber) return true
  }
  return false
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return isComposed(value) && !Array.isArray(value)
}

/** A list or an object. */
export function isComposed(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber)
}
