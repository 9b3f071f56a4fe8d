/** Follows the references inside a schema, for those who show it rather than check values with it. */
import { isComposed, isObject } from '../json/json'
import { valueAt } from './pointer'

export type PlainSchema = Readonly<Record<string, unknown>> | boolean

export type Resolution =
  | { readonly schema: PlainSchema }
  | {
      readonly schema: undefined
      /** A whole sentence. */
      readonly reason: string
    }

/** References that may lead to one another before there is anything to show. */
const MAX_HOPS = 32
const MAX_ANCHOR_SEARCH = 100_000

/** Say where a schema is, and nothing about a value. */
const LOCATING: ReadonlySet<string> = new Set(['$ref', '$defs', 'definitions', '$id', '$schema'])

/**
 * What a schema says once its own local reference is followed; parts further in stay as they are.
 * What stands beside a reference counts too, except in the drafts that ignore it, up to draft 7.
 */
export function resolveRef(root: unknown, schema: unknown): Resolution {
  let current = schema
  let beside: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    if (typeof current === 'boolean') return { schema: withBeside(current, beside) }
    if (!isObject(current)) return unresolved('There is a value where a schema has to be.')
    if (!Object.hasOwn(current, '$ref')) return { schema: withBeside(current, beside) }
    const { $ref } = current
    if (typeof $ref !== 'string') return unresolved('The schema has a "$ref" that is no text.')
    if (!ignoresSiblings(root)) beside = merged(current, beside)
    const target = targetOf(root, $ref)
    if (target.schema === undefined) return target
    current = target.schema
  }
  return unresolved('The schema refers to itself without going deeper.')
}

/** What a reference in a schema refers to. Only ever looks inside that schema. */
export function targetOf(root: unknown, reference: string): Resolution {
  const id = idOf(root)
  const after = id !== '' && reference.startsWith(id) ? reference.slice(id.length) : undefined
  const isOwn = after !== undefined && (after === '' || after.startsWith('#'))
  const local = isOwn ? after || '#' : reference
  if (!local.startsWith('#')) {
    return unresolved('The schema refers to another document, and those are never fetched.')
  }
  const isPointer = local === '#' || local.startsWith('#/')
  const target = isPointer ? valueAt(root, local.slice(1)) : anchored(root, local.slice(1))
  if (isObject(target) || typeof target === 'boolean') return { schema: target }
  return unresolved('The schema refers to a part of itself that it does not have.')
}

/** Looked at for each reference, so that it must not take long when the id is long. */
function idOf(root: unknown): string {
  const id = isObject(root) ? root['$id'] : undefined
  if (typeof id !== 'string') return ''
  return id.endsWith('#') ? id.slice(0, -1) : id
}

function unresolved(reason: string): Resolution {
  return { schema: undefined, reason }
}

/** Up to draft 7, a reference stands for all of its schema. */
function ignoresSiblings(root: unknown): boolean {
  const dialect = isObject(root) ? root['$schema'] : undefined
  return typeof dialect === 'string' && /draft-0[3-7]/.test(dialect)
}

/** The outer ones win, because they were written for this place. */
function merged(
  schema: Readonly<Record<string, unknown>>,
  outer: Readonly<Record<string, unknown>>
): Record<string, unknown> {
  const both = Object.create(null) as Record<string, unknown>
  for (const [keyword, value] of Object.entries(schema)) {
    if (!LOCATING.has(keyword)) both[keyword] = value
  }
  return Object.assign(both, outer)
}

/**
 * Only annotations simply replace those of the target. Where both make demands with the same
 * keyword, both hold, which `allOf` says.
 */
function withBeside(target: PlainSchema, beside: Readonly<Record<string, unknown>>): PlainSchema {
  if (Object.keys(beside).length === 0) return target
  if (typeof target === 'boolean') return target ? beside : false
  const isClash = Object.keys(beside).some(
    (keyword) => Object.hasOwn(target, keyword) && !ANNOTATIONS.has(keyword)
  )
  if (!isClash) return Object.assign(Object.create(null) as object, target, beside)
  const whole = Object.create(null) as Record<string, unknown>
  const demands = Object.create(null) as Record<string, unknown>
  for (const [keyword, value] of Object.entries(beside)) {
    ;(ANNOTATIONS.has(keyword) ? whole : demands)[keyword] = value
  }
  return Object.assign(Object.create(null) as object, target, whole, {
    allOf: [...(Array.isArray(target['allOf']) ? (target['allOf'] as unknown[]) : []), demands]
  })
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment'
])

const known = new WeakMap<object, ReadonlyMap<string, unknown>>()

/** All anchors of a schema, found once: references to them may be many. */
function anchored(root: unknown, name: string): unknown {
  if (!isObject(root)) return undefined
  let anchors = known.get(root)
  if (!anchors) known.set(root, (anchors = anchorsIn(root)))
  return anchors.get(name)
}

function anchorsIn(root: object): ReadonlyMap<string, unknown> {
  const anchors = new Map<string, unknown>()
  const waiting: unknown[] = [root]
  for (let looked = 0; waiting.length > 0 && looked < MAX_ANCHOR_SEARCH; looked++) {
    const value = waiting.pop()
    if (!isComposed(value)) continue
    if (isObject(value)) for (const name of anchorNames(value)) anchors.set(name, value)
    for (const part of Object.values(value) as unknown[]) waiting.push(part)
  }
  return anchors
}

function anchorNames({ $anchor, $dynamicAnchor, $id }: Record<string, unknown>): string[] {
  const names = [$anchor, $dynamicAnchor].filter((name) => typeof name === 'string')
  return typeof $id === 'string' && $id.startsWith('#') ? [...names, $id.slice(1)] : names
}
