/** Which schemas apply to a value at one place, with references followed and conditions decided. */
import { isObject, type Json } from '../../../shared/json'
import { resolveRef, type Resolution } from '../../../shared/schema/resolve'
import { mergedParts, type Merged } from './merged-schema'
import { isJsonObject } from './place'
import { listIn, namesIn, objectIn, own, type SchemaObject } from './schema-object'
import { fitsPart } from './standalone'

export type Applied = {
  readonly merged: Merged
  /** Would apply if the value were another one. */
  readonly dormant: readonly SchemaObject[]
  /** A whole sentence: why there can be no fields here. */
  readonly problem?: string
}

const MAX_PARTS = 200

export function appliedTo(root: unknown, schema: unknown, value: Json | undefined): Applied {
  const collector = new Collector(root, value)
  collector.collect(schema)
  const { parts, dormant, problem } = collector
  return { merged: mergedParts(parts), dormant, ...(problem !== undefined && { problem }) }
}

class Collector {
  readonly parts: SchemaObject[] = []
  readonly dormant: SchemaObject[] = []
  problem: string | undefined

  constructor(
    private readonly root: unknown,
    private readonly value: Json | undefined
  ) {}

  collect(schema: unknown): void {
    if (schema === true || schema === undefined) return
    if (schema === false) {
      this.problem ??= 'The schema allows nothing here.'
      return
    }
    const resolved = resolvedSchema(this.root, schema)
    if (resolved.schema === undefined) this.problem ??= resolved.reason
    else if (typeof resolved.schema === 'boolean') this.collect(resolved.schema)
    else if (this.parts.length >= MAX_PARTS) this.problem ??= 'The schema has too many parts.'
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
    this.addBranch(schema['then'], holds !== false)
    this.addBranch(schema['else'], holds !== true)
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
