/** Choices of the older kind name their titles beside the values; the form reads them with the values. */
import { isObject, type Json, type JsonObject } from '../../../shared/json'

export function withTitles(schema: JsonObject): JsonObject {
  const { properties } = schema
  if (!isObject(properties)) return schema
  const titled = Object.entries(properties).map(([name, field]) => [name, titledChoice(field)])
  return { ...schema, properties: Object.fromEntries(titled) as JsonObject }
}

function titledChoice(field: Json): Json {
  if (!isObject(field)) return field
  const { enum: values, enumNames: titles, ...more } = field
  if (!Array.isArray(values) || !Array.isArray(titles)) return field
  const named: readonly unknown[] = titles
  const choices = (values as readonly Json[]).map((value, index): Json => {
    const title = named[index]
    return typeof title === 'string' ? { const: value, title } : { const: value }
  })
  return { ...more, oneOf: choices }
}
