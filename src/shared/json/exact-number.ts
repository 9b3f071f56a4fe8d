/** Numbers as they are written. JavaScript's own numbers hold some 16 digits, those of JSON any. */

declare global {
  interface JSON {
    /** Writes this text as it is. */
    rawJSON(text: string): object
  }
}

/**
 * A JSON number that JavaScript would change. It is written as JSON with all its digits, and stands
 * in comparisons for the nearest number there is. A structured clone of it is no number any more:
 * pass it to other threads and processes as JSON.
 */
export class ExactNumber {
  constructor(
    /** As it is written in JSON. */
    readonly text: string
  ) {
    Object.freeze(this)
  }

  /** For JSON.stringify. */
  toJSON(): object {
    return JSON.rawJSON(this.text)
  }

  toString(): string {
    return this.text
  }

  valueOf(): number {
    return Number(this.text)
  }
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

/** The number that a text says. Undefined when it says none. */
export function numberFrom(text: string): number | ExactNumber | undefined {
  const value = Number(text)
  if (Number.isFinite(value) && String(value) === text) return value
  const written = text.trim()
  if (!NUMBER.test(written)) return undefined
  const isHeld = Number.isFinite(value) && compareNumbers(written, String(value)) === 0
  return isHeld ? value : new ExactNumber(asJson(written))
}

/** JSON has no plus sign in front, no zeros in front, and digits on both sides of a point. */
function asJson(written: string): string {
  return written
    .replace(/^\+/, '')
    .replace(/^(-?)0*(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=[eE]|$)/, '')
}

export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber
}

/** The nearest number that JavaScript has. Undefined for what is no number. */
export function nearestNumber(value: unknown): number | undefined {
  return isNumber(value) ? Number(value) : undefined
}

export function isWholeNumber(value: unknown): boolean {
  if (!(value instanceof ExactNumber)) return Number.isInteger(value)
  const { digits, exponent } = digitsOf(value.text)
  return digits.length <= exponent
}

/** Less than zero where the first number is smaller, by all their digits. */
export function compareNumbers(
  one: number | ExactNumber | string,
  other: number | ExactNumber | string
): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [left, right] = [digitsOf(String(one)), digitsOf(String(other))]
  if (left.sign !== right.sign) return left.sign - right.sign
  const bySize = left.exponent - right.exponent || byDigits(left.digits, right.digits)
  return left.sign < 0 ? -bySize : bySize
}

function byDigits(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

type Digits = {
  /** 0 for zero. */
  readonly sign: -1 | 0 | 1
  readonly digits: string
  readonly exponent: number
}

/** As 0.digits × 10^exponent, without zeros on either side. */
function digitsOf(text: string): Digits {
  const [mantissa = '', power = '0'] = text.replace(/^[+-]/, '').toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const all = whole + fraction
  let start = 0
  while (all[start] === '0') start++
  let end = all.length
  while (end > start && all[end - 1] === '0') end--
  if (start === end) return { sign: 0, digits: '', exponent: 0 }
  return {
    sign: text.startsWith('-') ? -1 : 1,
    digits: all.slice(start, end),
    exponent: Number(power) + whole.length - start
  }
}
