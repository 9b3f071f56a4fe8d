/** Numbers as they are written, and whether they are sent as the same number. */

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

/** The number that a text says, undefined when it says none or one that would be sent as another. */
export function exactNumber(text: string): number | undefined {
  const written = text.trim()
  if (!NUMBER.test(written)) return undefined
  const value = Number(written)
  if (!Number.isFinite(value)) return undefined
  const sent = String(value)
  if (written === sent) return value
  return isSameNumber(digitsOf(written), digitsOf(sent)) ? value : undefined
}

/** Says a number, but one that JavaScript cannot hold as it is. */
export function isInexactNumber(text: string): boolean {
  return NUMBER.test(text.trim()) && exactNumber(text) === undefined
}

type Digits = { readonly digits: string; readonly exponent: number }

/** As 0.digits × 10^exponent, without zeros on either side. */
function digitsOf(text: string): Digits {
  const [mantissa = '', power = '0'] = text.replace(/^[+-]/, '').toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const all = whole + fraction
  let start = 0
  while (all[start] === '0') start++
  let end = all.length
  while (end > start && all[end - 1] === '0') end--
  return {
    digits: all.slice(start, end),
    exponent: start === end ? 0 : Number(power) + whole.length - start
  }
}

function isSameNumber(one: Digits, other: Digits): boolean {
  return one.digits === other.digits && one.exponent === other.exponent
}
