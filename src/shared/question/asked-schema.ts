/** The schema of a question, as the form reads it. What the person may answer stays the same. */
import { isObject, type Json, type JsonObject } from '../json/json'

export function askedSchema(schema: JsonObject, secretFields: readonly string[] = []): JsonObject {
  const { properties } = schema
  const fields = isObject(properties) ? Object.entries(properties) : []
  const read = fields.map(([name, field]) => {
    if (!isObject(field)) return [name, field]
    return [name, secretFields.includes(name) ? hiddenText(field) : askedField(field)]
  })
  return {
    ...schema,
    ...(isObject(properties) && { properties: Object.fromEntries(read) as JsonObject }),
    // Nobody asked for more than there is a field for.
    additionalProperties: false
  }
}

/** Nobody reads over the shoulder what is secret. */
function hiddenText(field: JsonObject): JsonObject {
  const { type, enum: values, oneOf, format } = field
  const isText = type === 'string' && values === undefined && oneOf === undefined
  return isText && format === undefined ? { ...field, format: 'password' } : askedField(field)
}

function askedField(field: JsonObject): JsonObject {
  const { type, items } = field
  if (type !== 'array') return titledChoice(field)
  if (!isObject(items)) return field
  const titled = { ...field, items: titledChoice(items) }
  return isEachOnce(field, items) ? { ...titled, uniqueItems: true } : titled
}

/** Of several choices none is meant twice, so that each is ticked or not; unless the server wants more. */
function isEachOnce({ default: given, minItems }: JsonObject, items: JsonObject): boolean {
  const choices = [items['enum'], items['oneOf'], items['anyOf']].find(Array.isArray)
  if (!choices || (typeof minItems === 'number' && minItems > choices.length)) return false
  return !Array.isArray(given) || new Set(given).size === given.length
}

/** Choices of the older kind name their titles beside the values; the form reads them with the values. */
function titledChoice(field: JsonObject): JsonObject {
  const { enum: values, enumNames: titles, ...more } = field
  if (!Array.isArray(values) || !Array.isArray(titles)) return field
  const named: readonly unknown[] = titles
  const choices = (values as readonly Json[]).map((value, index): Json => {
    const title = named[index]
    return typeof title === 'string' ? { const: value, title } : { const: value }
  })
  return { ...more, oneOf: choices }
}
