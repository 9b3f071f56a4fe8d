/** Several schemas that all apply to one value, as the one schema that a form can show. */
import { isSameJson } from './same-json'
import { isComposed, isObject } from '../../../../shared/json/json'
import { listIn, namesIn, numberIn, own, typesOf, type SchemaObject } from './schema-object'

export type Merged = {
  /** Without references, `allOf`, conditions and alternatives. */
  readonly schema: SchemaObject
  /** Of each of these lists of alternatives, one has to be chosen. */
  readonly unions: readonly (readonly unknown[])[]
  /** Two parts demand what cannot be had together. */
  readonly isContradictory: boolean
}

const MAX_COMPARISONS = 100_000

type Branch = { readonly next: WeakMap<object, Branch>; merged?: Merged }

const start: Branch = { next: new WeakMap() }

/** The same parts always give the same object, so that what depends on it need not be drawn again. */
export function mergedParts(parts: readonly SchemaObject[]): Merged {
  let branch = start
  for (const part of parts) {
    let next = branch.next.get(part)
    if (!next) branch.next.set(part, (next = { next: new WeakMap() }))
    branch = next
  }
  return (branch.merged ??= merge(parts))
}

/** The stricter of two limits is the one that counts. */
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
/** Schemas of which both apply to the same part of the value. */
const BOTH = ['items', 'additionalProperties', 'additionalItems', 'propertyNames', 'contains']
const BY_NAME = ['properties', 'patternProperties']
const HANDLED = new Set([
  ...LOWER,
  ...UPPER,
  ...BOTH,
  ...BY_NAME,
  ...['type', 'required', 'enum', 'const', 'prefixItems'],
  ...['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', '$ref', '$defs', 'definitions', '$schema'],
  ...['dependentSchemas', 'dependentRequired', 'dependencies']
])

function merge(parts: readonly SchemaObject[]): Merged {
  const merged = Object.create(null) as Record<string, unknown>
  const unions: (readonly unknown[])[] = []
  let isContradictory = false
  for (const part of parts) {
    for (const [keyword, value] of Object.entries(part)) {
      if (!HANDLED.has(keyword)) merged[keyword] ??= value
    }
    for (const keyword of LOWER) limit(merged, part, keyword, Math.max)
    for (const keyword of UPPER) limit(merged, part, keyword, Math.min)
    for (const keyword of BOTH)
      if (Object.hasOwn(part, keyword)) both(merged, keyword, part[keyword])
    for (const keyword of BY_NAME) byName(merged, keyword, part[keyword])
    if (Object.hasOwn(part, 'prefixItems')) prefix(merged, listIn(part, 'prefixItems') ?? [])
    const required = namesIn(part, 'required')
    if (required.length > 0) {
      merged['required'] = [...new Set([...namesIn(merged, 'required'), ...required])]
    }
    if (!narrowType(merged, part) || !narrowValues(merged, part)) isContradictory = true
    for (const keyword of ['oneOf', 'anyOf']) {
      const alternatives = listIn(part, keyword)
      if (alternatives && alternatives.length > 0) unions.push(alternatives)
    }
  }
  return { schema: merged, unions, isContradictory }
}

function limit(
  merged: Record<string, unknown>,
  part: SchemaObject,
  keyword: string,
  stricter: (...limits: number[]) => number
): void {
  const value = numberIn(part, keyword)
  // Draft 4 has a flag in place of some of these numbers.
  if (value === undefined) merged[keyword] ??= own(part, keyword)
  else merged[keyword] = stricter(value, numberIn(merged, keyword) ?? value)
  if (merged[keyword] === undefined) delete merged[keyword]
}

const pairs = new WeakMap<object, WeakMap<object, SchemaObject>>()

function both(merged: Record<string, unknown>, keyword: string, value: unknown): void {
  merged[keyword] = Object.hasOwn(merged, keyword) ? pairOf(merged[keyword], value) : value
}

/** A schema that demands what two others demand; always the same object for the same two. */
export function pairOf(one: unknown, other: unknown): unknown {
  if (one === true || one === other) return other
  if (other === true) return one
  if (one === false || other === false || !isSchema(one) || !isSchema(other)) return false
  let known = pairs.get(one)
  if (!known) pairs.set(one, (known = new WeakMap()))
  let pair = known.get(other)
  if (!pair) known.set(other, (pair = { allOf: [one, other] }))
  return pair
}

function isSchema(value: unknown): value is object {
  return isComposed(value)
}

function byName(merged: Record<string, unknown>, keyword: string, members: unknown): void {
  if (!isObject(members)) return
  const all = (merged[keyword] ?? Object.create(null)) as Record<string, unknown>
  const next = Object.assign(Object.create(null) as Record<string, unknown>, all)
  for (const [name, schema] of Object.entries(members)) {
    next[name] = name in next ? pairOf(next[name], schema) : schema
  }
  merged[keyword] = next
}

function prefix(merged: Record<string, unknown>, items: readonly unknown[]): void {
  const before = listIn(merged, 'prefixItems') ?? []
  merged['prefixItems'] = Array.from(
    { length: Math.max(before.length, items.length) },
    (_none, index) => pairOf(before[index] ?? true, items[index] ?? true)
  )
}

/** False when no type is left. */
function narrowType(merged: Record<string, unknown>, part: SchemaObject): boolean {
  const [before, more] = [typesOf(merged), typesOf(part)]
  if (more.length === 0) return true
  const left =
    before.length === 0
      ? more
      : before.flatMap((type) => {
          if (more.includes(type)) return [type]
          if (type === 'number' && more.includes('integer')) return ['integer']
          return type === 'integer' && more.includes('number') ? ['integer'] : []
        })
  merged['type'] = left.length === 1 ? left[0] : left
  return left.length > 0
}

/** False when no value is left. */
function narrowValues(merged: Record<string, unknown>, part: SchemaObject): boolean {
  if (Object.hasOwn(part, 'const')) {
    if (Object.hasOwn(merged, 'const') && !isSameJson(merged['const'], part['const'])) return false
    merged['const'] = part['const']
  }
  const values = listIn(part, 'enum')
  if (!values) return true
  const before = listIn(merged, 'enum')
  // Two long lists are not compared value by value; the check of the whole does that in bounds.
  const isComparable = before && before.length * values.length <= MAX_COMPARISONS
  const left = isComparable
    ? before.filter((value) => values.some((other) => isSameJson(value, other)))
    : values
  merged['enum'] = left
  return left.length > 0
}
