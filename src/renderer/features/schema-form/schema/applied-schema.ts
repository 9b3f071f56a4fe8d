/** Which schemas apply to a value at one place, with references followed and conditions decided. */
import { isObject, type Json } from '../../../../shared/json/json'
import { resolveRef, type Resolution } from '../../../../shared/schema/resolve'
import { mergedParts, type Merged } from './merged-schema'
import { isJsonObject } from './place'
import { listIn, namesIn, objectIn, own, type SchemaObject } from './schema-object'
import { fitsPart } from './standalone'

export type Applied = {
  readonly merged: Merged
  /** Would apply if the value were another one. */
  readonly dormant: readonly SchemaObject[]
  /** Of a condition in it, it is not known whether it holds. */
  readonly isUndecided: boolean
  /** A whole sentence: why there can be no fields here. */
  readonly problem?: string
}

/** For a member of which it is not known whether a pattern is about its name. */
export const BY_UNKNOWN_PATTERN: SchemaObject = {}

const NOTHING = 'The schema allows nothing here.'
const MAX_PARTS = 200

export function appliedTo(root: unknown, schema: unknown, value: Json | undefined): Applied {
  const collector = new Collector(root, value, { left: MAX_PARTS })
  collector.collect(schema)
  const { parts, dormant, isUndecided, problem } = collector
  const merged = mergedParts(parts)
  return { merged, dormant, isUndecided, ...(problem !== undefined && { problem }) }
}

class Collector {
  readonly parts: SchemaObject[] = []
  readonly dormant: SchemaObject[] = []
  isUndecided = false
  problem: string | undefined

  constructor(
    private readonly root: unknown,
    private readonly value: Json | undefined,
    /** How many parts there may still be, with those of branches that are collected apart. */
    private readonly budget: { left: number }
  ) {}

  collect(schema: unknown): void {
    if (schema === true || schema === undefined) return
    if (schema === false) {
      this.problem ??= NOTHING
      return
    }
    if (schema === BY_UNKNOWN_PATTERN) {
      this.problem ??=
        'What the schema asks for goes by the name, with a pattern that cannot be checked here.'
      return
    }
    const resolved = resolvedSchema(this.root, schema)
    if (resolved.schema === undefined) this.problem ??= resolved.reason
    else if (typeof resolved.schema === 'boolean') this.collect(resolved.schema)
    else if (this.budget.left-- <= 0) this.problem ??= 'The schema has too many parts.'
    else this.add(normalised(resolved.schema))
  }

  private add(schema: SchemaObject): void {
    if (Object.hasOwn(schema, '$dynamicRef') || Object.hasOwn(schema, '$recursiveRef')) {
      this.problem ??= 'The schema refers to something that depends on where it is used.'
    }
    this.parts.push(schema)
    for (const part of listIn(schema, 'allOf') ?? []) this.collect(part)
    this.addCondition(schema)
    this.addDependent(schema)
  }

  private addCondition(schema: SchemaObject): void {
    if (!Object.hasOwn(schema, 'if') || this.value === undefined) return
    const holds = fitsPart(this.root, schema['if'], this.value)
    if (holds === undefined) return this.addEither(schema['then'], schema['else'])
    this.addBranch(schema['then'], holds)
    this.addBranch(schema['else'], !holds)
  }

  private addEither(then: unknown, otherwise: unknown): void {
    this.isUndecided = true
    this.parts.push(eitherOf(this.apart(then), this.apart(otherwise)))
  }

  private apart(branch: unknown): SchemaObject {
    const collector = new Collector(this.root, this.value, this.budget)
    collector.collect(branch)
    if (collector.problem !== NOTHING) this.problem ??= collector.problem
    return mergedParts(collector.parts).schema
  }

  private addBranch(branch: unknown, applies: boolean): void {
    // Forbids what the other branch allows; it has no field to show.
    if (branch === undefined || branch === false) return
    if (applies) this.collect(branch)
    else this.addDormant(branch)
  }

  private addDependent(schema: SchemaObject): void {
    const schemas = Object.entries({
      ...objectIn(schema, 'dependentSchemas'),
      ...objectIn(schema, 'dependencies')
    })
    for (const [name, dependent] of schemas) {
      if (!Array.isArray(dependent)) this.addBranch(dependent, this.has(name))
      else if (this.has(name)) this.parts.push(requiring(dependent))
    }
    const names = objectIn(schema, 'dependentRequired') ?? {}
    for (const [name, required] of Object.entries(names)) {
      if (Array.isArray(required) && this.has(name)) this.parts.push(requiring(required))
    }
  }

  private has(name: string): boolean {
    return isJsonObject(this.value) && Object.hasOwn(this.value, name)
  }

  private addDormant(schema: unknown): void {
    const resolved = resolvedSchema(this.root, schema)
    if (!isObject(resolved.schema)) return
    this.dormant.push(resolved.schema)
    for (const part of listIn(resolved.schema, 'allOf') ?? []) this.addDormant(part)
  }
}

const eithers = new WeakMap<object, WeakMap<object, SchemaObject>>()

/** What can be said of an object of which it is not known which of two schemas it goes by. */
function eitherOf(one: SchemaObject, other: SchemaObject): SchemaObject {
  let known = eithers.get(one)
  if (!known) eithers.set(one, (known = new WeakMap()))
  let either = known.get(other)
  if (!either) known.set(other, (either = madeOfEither(one, other)))
  return either
}

function madeOfEither(one: SchemaObject, other: SchemaObject): SchemaObject {
  const [ones, others] = [one, other].map((schema) => objectIn(schema, 'properties') ?? {})
  const properties = Object.entries({ ...ones, ...others }).map(([name, schema]) => {
    const inOne = own(ones ?? {}, name)
    const isInBoth = inOne !== undefined && Object.hasOwn(others ?? {}, name)
    return [name, isInBoth ? { anyOf: [inOne, schema] } : schema]
  })
  const required = namesIn(one, 'required').filter((name) =>
    namesIn(other, 'required').includes(name)
  )
  return { ...(properties.length > 0 && { properties: Object.fromEntries(properties) }), required }
}

const requirements = new WeakMap<object, SchemaObject>()

function requiring(names: readonly unknown[]): SchemaObject {
  let schema = requirements.get(names)
  if (!schema) requirements.set(names, (schema = { required: namesIn({ names }, 'names') }))
  return schema
}

const resolutions = new WeakMap<object, WeakMap<object, Resolution>>()

/** The same object each time, so that what is made of it can be kept. */
export function resolvedSchema(root: unknown, schema: unknown): Resolution {
  if (!isObject(root) || !isObject(schema)) return resolveRef(root, schema)
  let known = resolutions.get(root)
  if (!known) resolutions.set(root, (known = new WeakMap()))
  let resolution = known.get(schema)
  if (!resolution) known.set(schema, (resolution = resolveRef(root, schema)))
  return resolution
}

const normal = new WeakMap<object, SchemaObject>()

/** Up to draft 2019-09, a tuple was a list in `items`, and its rest was in `additionalItems`. */
function normalised(schema: SchemaObject): SchemaObject {
  if (!Array.isArray(own(schema, 'items'))) return schema
  let known = normal.get(schema)
  if (!known) {
    const { items, additionalItems, ...rest } = schema
    known = {
      ...rest,
      prefixItems: items,
      ...(additionalItems !== undefined && { items: additionalItems })
    }
    normal.set(schema, known)
  }
  return known
}
