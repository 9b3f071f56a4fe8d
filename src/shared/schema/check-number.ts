/** The keywords about numbers. */
import { NUMBER_FORMATS } from './formats'
import type { Visit } from './visit'

export function checkNumber(visit: Visit, value: number): void {
  const { schema } = visit
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema
  if (minimum !== undefined) {
    if (exclusiveMinimum === true) checkMore(visit, value, minimum)
    else if (value < minimum) visit.fail('minimum', () => `It has to be at least ${minimum}.`)
  }
  if (maximum !== undefined) {
    if (exclusiveMaximum === true) checkLess(visit, value, maximum)
    else if (value > maximum) visit.fail('maximum', () => `It has to be at most ${maximum}.`)
  }
  if (typeof exclusiveMinimum === 'number') checkMore(visit, value, exclusiveMinimum)
  if (typeof exclusiveMaximum === 'number') checkLess(visit, value, exclusiveMaximum)
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) {
    visit.fail('multipleOf', () => `It has to be a multiple of ${multipleOf}.`)
  }
  const known = format === undefined ? undefined : NUMBER_FORMATS.get(format)
  if (known && !known.fits(value)) visit.fail('format', () => `It has to be ${known.words}.`)
}

function checkMore(visit: Visit, value: number, limit: number): void {
  if (value <= limit) visit.fail('exclusiveMinimum', () => `It has to be more than ${limit}.`)
}

function checkLess(visit: Visit, value: number, limit: number): void {
  if (value >= limit) visit.fail('exclusiveMaximum', () => `It has to be less than ${limit}.`)
}

/** By the digits that are written: dividing would say that 4.35 is no multiple of 0.01. */
export function isMultiple(value: number, of: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return value % of === 0
  const [left, right] = [digitsOf(value), digitsOf(of)]
  if (!left || !right) return false
  const exponent = Math.min(left.exponent, right.exponent)
  const scaled = (number: Digits): bigint =>
    number.digits * 10n ** BigInt(number.exponent - exponent)
  return scaled(left) % scaled(right) === 0n
}

type Digits = { readonly digits: bigint; readonly exponent: number }

const NUMBER = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

function digitsOf(number: number): Digits | undefined {
  const [, whole, fraction = '', exponent = '0'] = NUMBER.exec(String(number)) ?? []
  if (whole === undefined) return undefined
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}
