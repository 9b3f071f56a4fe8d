/** A part of a schema as a schema of its own, so that a part of a value can be checked against it. */
import { isObject } from '../../../../shared/json/json'
import { targetOf } from '../../../../shared/schema/resolve'
import { checkAgainst, type SchemaVerdict } from '../../../../shared/schema/validate'
import type { SchemaObject } from './schema-object'

const BY_NAME = new Set(['properties', 'patternProperties', 'dependentSchemas', 'dependencies'])
/** Hold values, in which nothing is a reference. */
const DATA = new Set(['const', 'enum', 'default', 'examples'])
/** Say where something is in the whole schema, which does not hold for a part of it. */
const LOCATING = new Set(['$defs', 'definitions', '$id', '$schema', '$anchor', '$dynamicAnchor'])

const known = new WeakMap<object, WeakMap<object, unknown>>()

/** Checks a part of a value; `schema` is a part of `root`, where its references lead. */
export function checkPart(root: unknown, schema: unknown, value: unknown): SchemaVerdict {
  return checkAgainst(standalone(root, schema), value)
}

/** Whether it fits; undefined when that cannot be found out. */
export function fitsPart(root: unknown, schema: unknown, value: unknown): boolean | undefined {
  const verdict = checkPart(root, schema, value)
  if (verdict.kind === 'fails') return false
  return verdict.kind === 'fits' && verdict.leavesOut.length === 0 ? true : undefined
}

export function standalone(root: unknown, schema: unknown): unknown {
  if (!isObject(root) || !isObject(schema)) return schema
  let parts = known.get(root)
  if (!parts) known.set(root, (parts = new WeakMap()))
  let whole = parts.get(schema)
  if (!whole) parts.set(schema, (whole = withTargets(root, schema)))
  return whole
}

/** What is referred to is put on a shelf of its own, each target once. */
function withTargets(root: Record<string, unknown>, schema: Record<string, unknown>): unknown {
  const shelf: Record<string, unknown> = {}
  const places = new Map<string, string>()

  function placeOf(reference: string): string {
    let place = places.get(reference)
    if (place !== undefined) return place
    place = `r${places.size}`
    places.set(reference, place)
    const target = targetOf(root, reference)
    // A reference that leads nowhere stays as it is: the check says what is wrong with it.
    shelf[place] = target.schema === undefined ? { $ref: reference } : copy(target.schema)
    return place
  }

  function copy(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(copy)
    if (!isObject(part)) return part
    return Object.fromEntries(Object.entries(part).flatMap(copyKeyword))
  }

  function copyKeyword([keyword, value]: [string, unknown]): [string, unknown][] {
    if (LOCATING.has(keyword)) return []
    if (keyword === '$ref' && typeof value === 'string') {
      return [['$ref', `#/$defs/${placeOf(value)}`]]
    }
    if (DATA.has(keyword)) return [[keyword, value]]
    if (BY_NAME.has(keyword) && isObject(value)) {
      const members = Object.entries(value).map(([name, member]) => [name, copy(member)])
      return [[keyword, Object.fromEntries(members)]]
    }
    return [[keyword, copy(value)]]
  }

  const copied = copy(schema) as SchemaObject
  const { $schema } = root
  return { ...($schema !== undefined && { $schema }), ...copied, $defs: shelf }
}
