/** What becomes of a value when the person chooses another alternative for it. */
import { isObject, type Json, type JsonObject } from '../../../../shared/json/json'
import { resolvedSchema } from './applied-schema'
import { isJsonObject } from './place'
import { objectIn } from './schema-object'
import { shapeOf } from './shape'
import { fitsPart } from './standalone'
import { newValue, prescribedValue } from './starting-value'
import { discriminators, type Variant } from './variants'

type Switch = {
  readonly root: unknown
  readonly from: Variant | undefined
  readonly to: Variant
  readonly value: Json | undefined
  /** What was written the last time this alternative was chosen. */
  readonly before: Json | undefined
  readonly canBeAbsent: boolean
}

/** What both alternatives know stays; what only the old one knows is for the caller to remember. */
export function switchedValue(change: Switch): Json | undefined {
  const { root, to, value, before, canBeAbsent } = change
  const { field } = shapeOf(root, to.schema, value)
  if (field.kind === 'object') {
    if (isJsonObject(value)) return switchedObject(change, value)
    return before ?? prescribedValue(root, to.schema) ?? {}
  }
  if (value !== undefined && fitsPart(root, to.own, value) !== false) return value
  if (before !== undefined) return before
  const prescribed = prescribedValue(root, to.schema)
  if (prescribed !== undefined) return prescribed
  return canBeAbsent ? undefined : newValue(root, to.schema)
}

function switchedObject({ root, from, to, before }: Switch, value: JsonObject): JsonObject {
  const known = propertiesOf(root, to.schema, value)
  const formerly = propertiesOf(root, from?.schema, value)
  const shared = Object.entries(value).filter(
    ([name]) => Object.hasOwn(known, name) || !Object.hasOwn(formerly, name)
  )
  const own = resolvedSchema(root, to.own).schema
  const prescribed = prescribedValue(root, to.schema)
  return Object.fromEntries([
    ...(isJsonObject(prescribed) ? Object.entries(prescribed) : []),
    ...(isJsonObject(before) ? Object.entries(before) : []),
    ...shared,
    ...(isObject(own) ? discriminators(own) : [])
  ])
}

function propertiesOf(
  root: unknown,
  schema: unknown,
  value: Json
): Readonly<Record<string, unknown>> {
  return objectIn(shapeOf(root, schema, value).schema, 'properties') ?? {}
}
