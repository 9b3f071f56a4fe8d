/** Which members an object has or could have, and by which schema each of them goes. */
import type { JsonObject } from '../../../../shared/json/json'
import { BY_UNKNOWN_PATTERN } from './applied-schema'
import { pairOf } from './merged-schema'
import { namesIn, objectIn, own, type SchemaObject } from './schema-object'
import type { Shape } from './shape'
import { fitsPart } from './standalone'

export type Property = {
  readonly name: string
  readonly schema: unknown
  readonly isRequired: boolean
  /** Belongs to a condition that does not hold now. */
  readonly isDormant: boolean
}

/** The members the schema names. What must not be there is named only when it is. */
export function propertiesOf({ schema, dormant }: Shape, value: JsonObject): readonly Property[] {
  const declared = objectIn(schema, 'properties') ?? {}
  const required = new Set(namesIn(schema, 'required'))
  const names = new Set([...Object.keys(declared), ...required])
  const properties = [...names].map((name) => ({
    name,
    schema: Object.hasOwn(declared, name) ? declared[name] : schemaOfOther(schema, name),
    isRequired: required.has(name),
    isDormant: false
  }))
  const shown = properties.filter(
    (property) => property.schema !== false || Object.hasOwn(value, property.name)
  )
  const sleeping = Object.keys(value).flatMap((name) => {
    const found = names.has(name) ? undefined : dormantSchema(dormant, name)
    return found === undefined ? [] : [{ name, schema: found, isRequired: false, isDormant: true }]
  })
  return [...shown, ...sleeping]
}

function dormantSchema(dormant: readonly SchemaObject[], name: string): unknown {
  return dormant
    .map((part) => own(objectIn(part, 'properties') ?? {}, name))
    .find((schema) => schema !== undefined)
}

/** For a name that the schema does not list: false when it allows no such member. */
export function schemaOfOther(schema: SchemaObject, name: string): unknown {
  const tried = Object.entries(objectIn(schema, 'patternProperties') ?? {}).map(
    ([pattern, member]) => ({ member, isMatch: matches(pattern, name) })
  )
  if (tried.some(({ isMatch }) => isMatch === undefined)) return BY_UNKNOWN_PATTERN
  const matching = tried.filter(({ isMatch }) => isMatch)
  if (matching.length > 0) {
    return matching.reduce<unknown>((all, { member }) => pairOf(all, member), true)
  }
  return own(schema, 'additionalProperties') ?? true
}

const patterns = new Map<string, SchemaObject>()

/**
 * By the check of schemas, because a pattern of a server runs on an engine that always ends.
 * Undefined for a pattern that such an engine does not know.
 */
function matches(pattern: string, name: string): boolean | undefined {
  let schema = patterns.get(pattern)
  if (!schema) patterns.set(pattern, (schema = { type: 'string', pattern }))
  return fitsPart(schema, schema, name)
}

/** Whether there can be members that the schema does not name. */
export function allowsOthers(schema: SchemaObject): boolean {
  return own(schema, 'additionalProperties') !== false || invitesOthers(schema)
}

/** Whether the schema speaks of members whose names it leaves open. */
export function invitesOthers(schema: SchemaObject): boolean {
  const others = own(schema, 'additionalProperties')
  if (objectIn(schema, 'patternProperties')) return true
  if (others === false) return false
  return (
    others !== undefined ||
    Object.hasOwn(schema, 'propertyNames') ||
    Object.keys(objectIn(schema, 'properties') ?? {}).length === 0
  )
}
