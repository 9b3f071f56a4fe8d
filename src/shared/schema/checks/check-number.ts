/** The keywords about numbers. */
import { compareNumbers, isNumber, type ExactNumber } from '../../json/exact-number'
import { NUMBER_FORMATS } from '../formats/formats'
import type { Visit } from './visit'

type AnyNumber = number | ExactNumber

export function checkNumber(visit: Visit, value: AnyNumber): void {
  const { schema } = visit
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema
  if (minimum !== undefined) {
    if (exclusiveMinimum === true) checkMore(visit, value, minimum)
    else if (compareNumbers(value, minimum) < 0) {
      visit.fail('minimum', () => `It has to be at least ${String(minimum)}.`)
    }
  }
  if (maximum !== undefined) {
    if (exclusiveMaximum === true) checkLess(visit, value, maximum)
    else if (compareNumbers(value, maximum) > 0) {
      visit.fail('maximum', () => `It has to be at most ${String(maximum)}.`)
    }
  }
  if (isNumber(exclusiveMinimum)) checkMore(visit, value, exclusiveMinimum)
  if (isNumber(exclusiveMaximum)) checkLess(visit, value, exclusiveMaximum)
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) {
    visit.fail('multipleOf', () => `It has to be a multiple of ${String(multipleOf)}.`)
  }
  const known = format === undefined ? undefined : NUMBER_FORMATS.get(format)
  if (known && !known.fits(value)) visit.fail('format', () => `It has to be ${known.words}.`)
}

function checkMore(visit: Visit, value: AnyNumber, limit: AnyNumber): void {
  if (compareNumbers(value, limit) > 0) return
  visit.fail('exclusiveMinimum', () => `It has to be more than ${String(limit)}.`)
}

function checkLess(visit: Visit, value: AnyNumber, limit: AnyNumber): void {
  if (compareNumbers(value, limit) < 0) return
  visit.fail('exclusiveMaximum', () => `It has to be less than ${String(limit)}.`)
}

/** By the digits that are written: dividing would say that 4.35 is no multiple of 0.01. */
export function isMultiple(value: AnyNumber, of: AnyNumber): boolean {
  if (isSafeInteger(value) && isSafeInteger(of)) return value % of === 0
  const [left, right] = [digitsOf(value), digitsOf(of)]
  if (!left || !right) return false
  const exponent = Math.min(left.exponent, right.exponent)
  // Do not check numbers with millions of digits: that would take too long.
  if (Math.max(left.exponent, right.exponent) - exponent > MOST_DIGITS) return true
  const scaled = (number: Digits): bigint =>
    number.digits * 10n ** BigInt(number.exponent - exponent)
  return scaled(left) % scaled(right) === 0n
}

function isSafeInteger(value: AnyNumber): value is number {
  return Number.isSafeInteger(value)
}

/** JavaScript's own numbers span some 650. */
const MOST_DIGITS = 2_000

type Digits = { readonly digits: bigint; readonly exponent: number }

const NUMBER = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i

function digitsOf(number: AnyNumber): Digits | undefined {
  const [, whole, fraction = '', exponent = '0'] = NUMBER.exec(String(number)) ?? []
  if (whole === undefined) return undefined
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}
