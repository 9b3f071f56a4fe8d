/** The keywords about texts. */
import { TEXT_FORMATS } from '../formats/formats'
import { cut, sayCount } from '../../json/wording'
import type { Visit } from './visit'

const COUNTED_PER_STEP = 64
const FORMATTED_PER_STEP = 16
/** Formats are of things that are short, and not all of them can be checked in linear time. */
const MAX_FORMATTED_CHARS = 10_000

export function checkText(visit: Visit, value: string): void {
  const { minLength, maxLength, pattern, format } = visit.schema
  if (minLength !== undefined || maxLength !== undefined) checkLength(visit, value)
  if (pattern) {
    const isMatch = pattern.test(value, visit.evaluation.patternBudget)
    if (isMatch === undefined) visit.leaveOut('pattern')
    else if (!isMatch) visit.fail('pattern', () => sayPattern(pattern.source))
  }
  const known = format === undefined ? undefined : TEXT_FORMATS.get(format)
  if (!known) return
  const perStep = known.isLinear ? COUNTED_PER_STEP : FORMATTED_PER_STEP
  visit.evaluation.meter.spend(value.length / perStep)
  if (value.length > MAX_FORMATTED_CHARS && !known.isLinear) visit.leaveOut('format')
  else if (!known.fits(value)) visit.fail('format', () => `It has to be ${known.words}.`)
}

export function sayPattern(source: string): string {
  return `It has to match the pattern "${cut(source)}".`
}

/** Characters, not the units of UTF-16 that JavaScript counts. */
function checkLength(visit: Visit, value: string): void {
  const { minLength, maxLength } = visit.schema
  visit.evaluation.meter.spend(value.length / COUNTED_PER_STEP)
  const length = lengthOf(value)
  if (minLength !== undefined && length < minLength) {
    visit.fail('minLength', () => sayCount('at least', minLength, 'character', length))
  }
  if (maxLength !== undefined && length > maxLength) {
    visit.fail('maxLength', () => sayCount('at most', maxLength, 'character', length))
  }
}

function lengthOf(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length - 1; at++) {
    if (isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1))) {
      length--
      at++
    }
  }
  return length
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
