/**
 * Takes in a schema that a server supplied, so that it can be evaluated without harm: only what is
 * known to be bounded gets through, nothing is ever fetched, and the server's object stays as it is.
 */
import type { Schema, SchemaDraft } from '@cfworker/json-schema'
import { isObject } from '../../shared/json'
import { IN_PLACE, KEYWORDS, SHELVES, TYPE_NAMES, type KeywordKind } from './keywords'
import { Meter } from './meter'
import { valueAt } from './pointer'
import { reachOf, type Leads } from './reach'
import { weaken } from './weaken'
import { weigh } from './weight'

const LIMITS = { chars: 256 * 1024, nodes: 100_000, depth: 64 }
const MAX_SUBSCHEMAS = 5_000
const MAX_ENUM_VALUES = 10_000
const MAX_UNROLLED = 5_000
/** So many characters of a schema cost as much to go through as one step of its evaluation. */
const CHARS_PER_STEP = 64

export type Intake =
  | {
      readonly isUsable: true
      readonly schema: Schema
      readonly draft: SchemaDraft
      /** What each reference in it refers to. */
      readonly lookup: Record<string, Schema>
      readonly meter: Meter
      readonly isRecursive: boolean
      /** Compares the items of an array with each other, which takes the square of their number. */
      readonly comparesItems: boolean
      /** Keywords in it that are not evaluated. */
      readonly leavesOut: readonly string[]
    }
  | {
      readonly isUsable: false
      /** A whole sentence. */
      readonly reason: string
    }

class Unusable extends Error {}

const known = new WeakMap<object, Intake>()

/** Analyses each schema once, as long as it is the same object. Never throws. */
export function takeIn(schema: unknown): Intake {
  if (typeof schema === 'boolean') return takeInNew(schema)
  if (!isObject(schema)) return { isUsable: false, reason: 'The schema is not an object.' }
  let intake = known.get(schema)
  if (!intake) known.set(schema, (intake = takeInNew(schema)))
  return intake
}

function takeInNew(schema: Record<string, unknown> | boolean): Intake {
  try {
    return new Copy(schema).finish()
  } catch (error) {
    if (error instanceof Unusable) return { isUsable: false, reason: error.message }
    throw error
  }
}

const EXCEEDED = {
  chars: 'The schema is larger than 256 KiB.',
  nodes: 'The schema has more than 100,000 values.',
  depth: 'The schema is nested more than 64 levels deep.'
} as const

class Copy {
  private readonly draft: SchemaDraft
  private readonly rootId: string
  private readonly meter = new Meter()
  private readonly copies = new Map<object, Schema>()
  private readonly leads = new Map<object, Leads>()
  private readonly anchors = new Map<string, Schema>()
  private readonly references: { from: Schema; to: string }[] = []
  private readonly leavesOut = new Set<string>()
  private enumValues = 0
  private comparesItems = false

  constructor(private readonly root: Record<string, unknown> | boolean) {
    const weight = weigh(root, LIMITS)
    if (typeof weight === 'string') throw new Unusable(EXCEEDED[weight])
    const { $schema, $id } = isObject(root) ? root : {}
    this.draft = draftOf($schema)
    this.rootId = typeof $id === 'string' ? $id.replace(/#$/, '') : ''
  }

  finish(): Intake {
    const schema = this.copy(this.root)
    const lookup = this.resolve()
    if (this.leavesOut.has('pattern') || this.leavesOut.has('patternProperties')) {
      for (const copied of this.leads.keys()) weaken(copied)
    }
    const { unrolled, isRecursive, isCircular } = reachOf(schema, this.leads, MAX_UNROLLED + 1)
    if (isCircular) throw new Unusable('The schema refers to itself without going deeper.')
    if (unrolled > MAX_UNROLLED) {
      throw new Unusable(`The schema unrolls to more than ${MAX_UNROLLED} schemas.`)
    }
    const { draft, meter, comparesItems } = this
    const leavesOut = [...this.leavesOut]
    return { isUsable: true, schema, draft, lookup, meter, isRecursive, comparesItems, leavesOut }
  }

  /** A schema that is a boolean becomes one that is an object, because only those are metered. */
  private copy(schema: unknown): Schema {
    if (schema === false) {
      const [nothing, all] = [this.register(0), this.register(0)]
      nothing['not'] = all
      this.leads.get(nothing)?.inPlace.push(all)
      return nothing
    }
    if (schema === true) return this.register(0)
    if (!isObject(schema)) throw new Unusable('The schema has a value where a schema has to be.')
    const before = this.copies.get(schema)
    if (before) return before

    const copied = this.register(costOf(schema))
    this.copies.set(schema, copied)
    for (const [keyword, value] of Object.entries(schema)) {
      const kind = KEYWORDS.get(keyword)
      // Without its patterns, a schema cannot tell which properties are additional.
      if (keyword === 'additionalProperties' && 'patternProperties' in schema) continue
      if (kind) this.take(copied, keyword, kind, value)
      else this.takeOther(copied, keyword, value, schema)
    }
    return copied
  }

  private register(cost: number): Schema {
    if (this.leads.size >= MAX_SUBSCHEMAS) {
      throw new Unusable(`The schema has more than ${MAX_SUBSCHEMAS} schemas in it.`)
    }
    const copied = Object.create(null) as Schema
    this.meter.attach(copied, 1 + cost / CHARS_PER_STEP)
    this.leads.set(copied, { inPlace: [], deeper: [] })
    return copied
  }

  private take(copied: Schema, keyword: string, kind: KeywordKind, value: unknown): void {
    const child = (schema: unknown): Schema => {
      const next = this.copy(schema)
      const leads = this.leads.get(copied)
      if (!SHELVES.has(keyword)) leads?.[IN_PLACE.has(keyword) ? 'inPlace' : 'deeper'].push(next)
      return next
    }
    const wrong = (): never => {
      throw new Unusable(`The schema has a value for "${keyword}" that is not allowed there.`)
    }
    const named = (each: (member: unknown) => unknown): unknown => {
      if (!isObject(value)) return wrong()
      const members = Object.create(null) as Record<string, unknown>
      for (const [name, member] of Object.entries(value)) members[name] = each(member)
      return members
    }
    const names = (list: unknown): unknown => (isListOfStrings(list) ? list : wrong())

    switch (kind) {
      case 'schema':
        copied[keyword] = child(value)
        return
      case 'schemas':
        copied[keyword] = Array.isArray(value) ? value.map(child) : wrong()
        return
      case 'schema or schemas':
        copied[keyword] = Array.isArray(value) ? value.map(child) : child(value)
        return
      case 'schemas by name':
        copied[keyword] = named(child)
        return
      case 'schemas or names by name':
        copied[keyword] = named((member) => (Array.isArray(member) ? names(member) : child(member)))
        return
      case 'names':
        copied[keyword] = names(value)
        return
      case 'names by name':
        copied[keyword] = named(names)
        return
      case 'number':
        copied[keyword] = typeof value === 'number' ? value : wrong()
        return
      case 'number or flag':
        copied[keyword] =
          typeof value === (this.draft === '4' ? 'boolean' : 'number') ? value : wrong()
        return
      case 'flag':
        copied[keyword] = typeof value === 'boolean' ? value : wrong()
        if (keyword === 'uniqueItems' && value === true) this.comparesItems = true
        return
      case 'type':
        copied[keyword] = [value].flat().every((name) => TYPE_NAMES.has(name)) ? value : wrong()
        return
      case 'value':
        copied[keyword] = value
        return
      case 'values':
        copied[keyword] = Array.isArray(value) ? value : wrong()
        this.enumValues += (value as unknown[]).length
        if (this.enumValues > MAX_ENUM_VALUES) {
          throw new Unusable(`The schema lists more than ${MAX_ENUM_VALUES} values.`)
        }
        return
    }
  }

  private takeOther(
    copied: Schema,
    keyword: string,
    value: unknown,
    whole: Record<string, unknown>
  ): void {
    switch (keyword) {
      case '$ref':
        if (typeof value !== 'string')
          throw new Unusable('The schema has a "$ref" that is no text.')
        this.references.push({ from: copied, to: value })
        return
      case '$dynamicRef':
      case '$recursiveRef':
        throw new Unusable(`The schema uses "${keyword}", which is not supported.`)
      case '$anchor':
      case '$dynamicAnchor':
        this.anchors.set(`#${String(value)}`, copied)
        return
      case '$id':
        if (typeof value === 'string' && value.startsWith('#')) this.anchors.set(value, copied)
        else if (whole !== this.root) {
          throw new Unusable('The schema has another one inside it that has its own "$id".')
        }
        return
      // A pattern of a server may take forever on the engine there is, and formats are only hints.
      case 'pattern':
      case 'patternProperties':
      case 'format':
        this.leavesOut.add(keyword)
        return
    }
  }

  /** The list grows while it is gone through: what is referred to may have references of its own. */
  private resolve(): Record<string, Schema> {
    const lookup = Object.create(null) as Record<string, Schema>
    for (const { from, to } of this.references) {
      const target = (lookup[to] ??= this.find(to))
      from['$ref'] = to
      this.leads.get(from)?.inPlace.push(target)
    }
    return lookup
  }

  private find(reference: string): Schema {
    const isOwn = this.rootId !== '' && reference.startsWith(`${this.rootId}#`)
    const local = isOwn ? reference.slice(this.rootId.length) : reference
    if (!local.startsWith('#')) {
      throw new Unusable('The schema refers to another document, and those are never fetched.')
    }
    const isPointer = local === '#' || local.startsWith('#/')
    const target = isPointer ? valueAt(this.root, local.slice(1)) : undefined
    const isThere = isObject(target) || typeof target === 'boolean'
    const found = isThere ? this.copy(target) : this.anchors.get(local)
    if (!found) throw new Unusable('The schema refers to a part of itself that it does not have.')
    return found
  }
}

function draftOf(dialect: unknown): SchemaDraft {
  const name = dialect === undefined ? '2020-12' : typeof dialect === 'string' ? dialect : ''
  if (name.includes('2020-12')) return '2020-12'
  if (name.includes('2019-09')) return '2019-09'
  if (name.includes('draft-07') || name.includes('draft-06')) return '7'
  if (name.includes('draft-04')) return '4'
  throw new Unusable('The schema is in a dialect that is not supported.')
}

/** Characters in a schema that are gone through each time it is evaluated. */
function costOf(schema: Record<string, unknown>): number {
  let chars = 0
  for (const keyword of ['enum', 'const', 'required']) {
    const weight = weigh(schema[keyword], LIMITS)
    if (typeof weight === 'object') chars += weight.chars
  }
  for (const keyword of ['properties', 'dependentRequired', 'dependentSchemas', 'dependencies']) {
    const members = schema[keyword]
    if (isObject(members)) for (const name of Object.keys(members)) chars += name.length + 4
  }
  return chars
}

function isListOfStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
