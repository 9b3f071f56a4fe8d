/** The keywords about values of any type: what type it is, and which values there may be. */
import { isNumber, isWholeNumber } from '../../json/exact-number'
import { isObject } from '../../json/json'
import { inWords, listed } from '../../json/wording'
import type { TypeName } from './usable'
import type { Visit } from './visit'

export function typeOf(value: unknown): TypeName {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isObject(value)) return 'object'
  if (isNumber(value)) return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'string'
}

export function isOfType(value: unknown, type: TypeName): boolean {
  return type === 'integer' ? isWholeNumber(value) : typeOf(value) === type
}

export function checkType(visit: Visit): void {
  const { value } = visit
  const { type: types } = visit.schema
  if (!types || types.some((type) => isOfType(value, type))) return
  visit.fail('type', () => sayType(value, types))
}

export function sayType(value: unknown, types: readonly TypeName[]): string {
  const isFraction = isNumber(value) && types.includes('integer')
  if (isFraction && types.length === 1) return 'It has to be a whole number.'
  return `The type is ${typeOf(value)}, not ${listed(types, 'or')}.`
}

export function checkValues(visit: Visit): void {
  const { value, schema, evaluation } = visit
  const { enum: choices, const: only } = schema
  if (choices && !choices.has(value, evaluation.meter)) {
    visit.fail('enum', () => sayChoices(choices.values))
  }
  if (only && !only.has(value, evaluation.meter)) {
    visit.fail('const', () => `It has to be ${inWords(only.values[0])}.`)
  }
}

export function sayChoices(values: readonly unknown[]): string {
  const [only] = values
  if (values.length === 0) return 'The schema lists no value that it may have.'
  if (values.length === 1) return `It has to be ${inWords(only)}.`
  return `It has to be one of ${values.length} values: ${someOf(values)}.`
}

export function sayRuledOut(values: readonly unknown[]): string {
  const [only] = values
  if (values.length === 1) return `It must not be ${inWords(only)}.`
  return `It must not be one of ${values.length} values: ${someOf(values)}.`
}

const SHOWN_VALUES = 8

/** Texts stand as they are, unless other values beside them could be mistaken for them. */
function someOf(values: readonly unknown[]): string {
  const isPlain = values.every((value) => typeof value === 'string' && value.trim() !== '')
  const shown = values
    .slice(0, SHOWN_VALUES)
    .map((value) => (isPlain ? inWords(value).slice(1, -1) : inWords(value)))
  const more = values.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
