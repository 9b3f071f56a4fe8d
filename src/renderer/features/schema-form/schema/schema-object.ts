/** Reads the keywords of a schema that anybody may have written: what has the wrong type is not there. */
import { isNumber, isWholeNumber, nearestNumber } from '../../../../shared/json/exact-number'
import { isObject, type Json } from '../../../../shared/json/json'

export type SchemaObject = Readonly<Record<string, unknown>>

export function textIn(schema: SchemaObject, keyword: string): string | undefined {
  const value = own(schema, keyword)
  return typeof value === 'string' ? value : undefined
}

export function numberIn(schema: SchemaObject, keyword: string): number | undefined {
  const value = own(schema, keyword)
  return nearestNumber(value)
}

export function listIn(schema: SchemaObject, keyword: string): readonly unknown[] | undefined {
  const value = own(schema, keyword)
  return Array.isArray(value) ? value : undefined
}

export function objectIn(schema: SchemaObject, keyword: string): SchemaObject | undefined {
  const value = own(schema, keyword)
  return isObject(value) ? value : undefined
}

/** Null is a value like any other; only undefined means that the keyword is not there. */
export function valueIn(schema: SchemaObject, keyword: string): Json | undefined {
  return own(schema, keyword) as Json | undefined
}

export function own(schema: SchemaObject, keyword: string): unknown {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
}

/** The names that `type` allows; empty when there is no such keyword. */
export function typesOf(schema: SchemaObject): readonly string[] {
  const type = own(schema, 'type')
  const names = Array.isArray(type) ? (type as readonly unknown[]) : [type]
  return names.filter((name) => typeof name === 'string')
}

export function namesIn(schema: SchemaObject, keyword: string): readonly string[] {
  return (listIn(schema, keyword) ?? []).filter((name) => typeof name === 'string')
}

/** The type of a value in the words of JSON Schema. */
export function typeOfValue(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isNumber(value)) return isWholeNumber(value) ? 'integer' : 'number'
  return typeof value
}

export function isOfType(value: Json, type: string): boolean {
  const actual = typeOfValue(value)
  return actual === type || (actual === 'integer' && type === 'number')
}
