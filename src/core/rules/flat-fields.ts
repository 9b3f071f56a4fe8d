/** Which fields a server may ask a person for: single values, and choices of several. */
import { isObject } from '../../shared/json/json'

const SINGLE: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean'])
const COMPOSING = ['$ref', '$dynamicRef', 'allOf', 'if', 'not']

export function isFlat(field: unknown): boolean {
  if (!isObject(field) || isComposed(field)) return false
  const { type, items } = field
  if (type === 'array') {
    return isObject(items) && items['type'] !== 'array' && isFlat({ type: 'string', ...items })
  }
  return SINGLE.has(type) || (type === undefined && isChoice(field))
}

/** What is put together from other schemas could have anything in it. */
export function isComposed(schema: Record<string, unknown>): boolean {
  const { oneOf = [], anyOf = [] } = schema
  const isConstant = (one: unknown): boolean => isObject(one) && one['const'] !== undefined
  return (
    COMPOSING.some((keyword) => Object.hasOwn(schema, keyword)) ||
    ![oneOf, anyOf].every((choices) => Array.isArray(choices) && choices.every(isConstant))
  )
}

function isChoice({ enum: values, oneOf, const: only }: Record<string, unknown>): boolean {
  return Array.isArray(values) || Array.isArray(oneOf) || only !== undefined
}
