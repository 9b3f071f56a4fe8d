/** Values that a schema itself offers: examples first, then defaults. Nothing is made up. */
import { isObject, type Json, type JsonObject } from '../../../../shared/json/json'
import { takeIn } from '../../../../shared/schema/intake'
import { resolveRef } from '../../../../shared/schema/resolve'

const DEEPEST = 8
/** A schema that refers to itself has no end of places. */
const MOST_PLACES = 2_000

type Search = { readonly root: unknown; left: number }

/** Undefined when the schema offers nothing. */
export function exampleArguments(schema: unknown): JsonObject | undefined {
  if (!takeIn(schema).isUsable) return undefined
  const value = exampleOf({ root: schema, left: MOST_PLACES }, schema, 0)
  return isObject(value) && Object.keys(value).length > 0 ? value : undefined
}

function exampleOf(search: Search, place: unknown, depth: number): Json | undefined {
  if (depth > DEEPEST || search.left-- <= 0) return undefined
  const { schema } = resolveRef(search.root, place)
  if (!isObject(schema)) return undefined
  const { examples, example, default: usual, const: only, properties } = schema
  const offered = firstOf(examples) ?? example ?? usual ?? only
  if (offered !== undefined) return offered as Json
  return isObject(properties) ? exampleOfMembers(search, properties, depth) : undefined
}

function exampleOfMembers(
  search: Search,
  properties: Record<string, unknown>,
  depth: number
): Json | undefined {
  const members = Object.entries(properties).flatMap(([name, member]) => {
    const value = exampleOf(search, member, depth + 1)
    return value === undefined ? [] : [[name, value] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

function firstOf(examples: unknown): unknown {
  return Array.isArray(examples) ? examples[0] : undefined
}
