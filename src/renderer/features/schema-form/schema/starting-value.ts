/** What a fresh draft holds: only what the schema prescribes where something has to be sent. */
import { isObject, type Json, type JsonObject } from '../../../../shared/json/json'
import { isJsonObject } from './place'
import { namesIn, objectIn, own, valueIn } from './schema-object'
import { shapeOf, type Shape } from './shape'

const MAX_LEVELS = 8
/** A required object of a required object… need not end. */
const MAX_MEMBERS = 500

export function startingValue(schema: unknown): JsonObject {
  const first = startOfObject(schema, schema, undefined, new Budget())
  // What is filled in may be the condition of something else.
  return startOfObject(schema, schema, first, new Budget())
}

class Budget {
  left = MAX_MEMBERS
}

/** What is prescribed for one place, undefined when that is nothing. */
export function prescribedValue(root: unknown, schema: unknown, level = 0): Json | undefined {
  return startOf(root, schema, undefined, level, new Budget())
}

/** For a place that cannot be left out, such as an item of a list; null where nothing is known. */
export function newValue(root: unknown, schema: unknown): Json {
  const prescribed = prescribedValue(root, schema)
  if (prescribed !== undefined) return prescribed
  const { field } = shapeOf(root, schema, undefined)
  if (field.kind === 'text' || field.kind === 'file') return ''
  if (field.kind === 'list' || field.kind === 'ticks') return []
  if (field.kind === 'object') return {}
  if (field.kind === 'variants') return field.isAny ? '' : newValue(root, field.variants[0]?.schema)
  return null
}

function startOf(
  root: unknown,
  schema: unknown,
  before: Json | undefined,
  level: number,
  budget: Budget
): Json | undefined {
  if (level > MAX_LEVELS || budget.left-- <= 0) return undefined
  const shape = shapeOf(root, schema, before)
  if (before !== undefined && !isJsonObject(before)) return before
  const given = before ?? prescribedBy(shape)
  if (given !== undefined && !isJsonObject(given)) return given
  if (shape.field.kind !== 'object' || shape.allowsNull) return given
  return startOfObject(root, schema, given, budget, level)
}

function prescribedBy({ field, schema }: Shape): Json | undefined {
  if (field.kind === 'constant') return field.value
  if (field.kind === 'choice' && field.options.length === 1) return field.options[0]?.value
  return valueIn(schema, 'default')
}

function startOfObject(
  root: unknown,
  schema: unknown,
  before: JsonObject | undefined,
  budget: Budget,
  level = 0
): JsonObject {
  const { schema: whole } = shapeOf(root, schema, before ?? {})
  const properties = objectIn(whole, 'properties') ?? {}
  const members = new Map(Object.entries(before ?? {}))
  for (const name of namesIn(whole, 'required')) {
    const member = own(properties, name)
    if (!isObject(member)) continue
    const value = startOf(root, member, members.get(name), level + 1, budget)
    if (value !== undefined) members.set(name, value)
  }
  return Object.fromEntries(members)
}
