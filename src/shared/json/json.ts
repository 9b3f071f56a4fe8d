import { ExactNumber, numberFrom } from './exact-number'
import { endOfString, QUOTE } from './json-strings'

export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

const ZERO = 0x30
const NINE = 0x39
const POINT = 0x2e
const PLUS = 0x2b
const MINUS = 0x2d
const SMALL_E = 0x65
const CAPITAL_E = 0x45
/** A number is held as it is written when it has no exponent and is not longer than this. */
const HELD_CHARS = 15

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
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    if (!isDigit(code)) continue
    const start = at
    let hasExponent = false
    for (let next = code; isInNumber(next); next = text.charCodeAt(++at)) {
      hasExponent ||= isExponent(next)
    }
    const isHeld = !hasExponent && at - start <= HELD_CHARS
    if (!isHeld && numberFrom(text.slice(start, at)) instanceof ExactNumber) return true
  }
  return false
}

function isInNumber(code: number): boolean {
  return isDigit(code) || isExponent(code) || code === POINT || code === PLUS || code === MINUS
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

function isExponent(code: number): boolean {
  return code === SMALL_E || code === CAPITAL_E
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return isComposed(value) && !Array.isArray(value)
}

/** A list or an object. */
export function isComposed(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber)
}
