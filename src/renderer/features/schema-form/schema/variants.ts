/** The alternatives a value can be one of: what they are called, and which of them a value is. */
import { isObject, type Json, type JsonObject } from '../../../../shared/json/json'
import type { SchemaVerdict } from '../../../../shared/schema/validate'
import { resolvedSchema } from './applied-schema'
import { constraintHints, shortJson, typeHint } from './hints'
import { isJsonObject } from './place'
import { isSameJson } from './same-json'
import { isOfType, listIn, namesIn, objectIn, own, textIn, typesOf } from './schema-object'
import type { SchemaObject } from './schema-object'
import { checkPart } from './standalone'

export type Variant = {
  readonly label: string
  /** As it stands among the alternatives: says on its own whether a value is this one. */
  readonly own: unknown
  /** The same with everything that holds for all alternatives. */
  readonly schema: unknown
  /** Is written as JSON, because there is nothing to make fields of. */
  readonly isJson?: true
}

export function labelsOf(root: unknown, alternatives: readonly unknown[]): readonly string[] {
  const names = alternatives.map((alternative) => nameOf(root, alternative))
  const isTwice = repeatedIn(names)
  const described = names.map((name, index) => {
    if (!isTwice(name)) return name
    const resolved = resolvedSchema(root, alternatives[index]).schema
    const hints = isObject(resolved) ? constraintHints(resolved) : []
    return hints.length > 0 ? `${name} (${hints.join(', ')})` : name
  })
  const isStillTwice = repeatedIn(described)
  return described.map((name, index) => {
    if (name === '') return `Alternative ${index + 1}`
    return isStillTwice(name) ? `${name} (${index + 1})` : name
  })
}

/** Counts once: there can be thousands of alternatives. */
function repeatedIn(names: readonly string[]): (name: string) => boolean {
  const once = new Set<string>()
  const twice = new Set<string>([''])
  for (const name of names) (once.has(name) ? twice : once).add(name)
  return (name) => twice.has(name)
}

function nameOf(root: unknown, alternative: unknown): string {
  const resolved = resolvedSchema(root, alternative).schema
  if (!isObject(resolved)) return resolved === true ? 'anything' : ''
  const title = textIn(resolved, 'title')
  if (title !== undefined && title !== '') return title
  const discriminator = discriminators(resolved)[0]
  if (discriminator) return `${discriminator[0]}: ${shortText(discriminator[1])}`
  const reference = isObject(alternative) ? textIn(alternative, '$ref') : undefined
  const name = reference?.split('/').at(-1)
  if (name !== undefined && name !== '' && name !== '#') return name
  if (Object.hasOwn(resolved, 'const')) return JSON.stringify(resolved['const'])
  const values = listIn(resolved, 'enum')
  if (values) return `one of ${values.length} values`
  const type = typeHint(resolved)
  const required = namesIn(resolved, 'required')
  if ((type === '' || type === 'object') && required.length > 0)
    return `with ${required.join(', ')}`
  if (type === 'array') return itemsName(root, resolved)
  if (type === '' && objectIn(resolved, 'properties')) return 'object'
  return type
}

function shortText(value: Json): string {
  return typeof value === 'string' ? value : shortJson(value)
}

function itemsName(root: unknown, schema: SchemaObject): string {
  const items = resolvedSchema(root, own(schema, 'items')).schema
  const type = isObject(items) ? typeHint(items) : ''
  return type === '' ? 'array' : `array of ${type}`
}

/** Members with a prescribed value, by which alternatives are told apart. */
export function discriminators(schema: SchemaObject): readonly (readonly [string, Json])[] {
  return Object.entries(objectIn(schema, 'properties') ?? {}).flatMap(([name, member]) => {
    if (!isObject(member)) return []
    if (Object.hasOwn(member, 'const')) return [[name, own(member, 'const') as Json] as const]
    const values = listIn(member, 'enum')
    return values?.length === 1 ? [[name, values[0] as Json] as const] : []
  })
}

const MAX_CHECKED = 8

/** The alternative a value fits, or else the one it comes nearest to. */
export function variantOf(
  root: unknown,
  variants: readonly Variant[],
  value: Json | undefined
): number {
  if (value === undefined) return 0
  const ranked = variants
    .map((variant, index) => ({ index, likeness: likeness(root, variant.own, value) }))
    .sort((one, other) => other.likeness - one.likeness || one.index - other.index)
  let best = ranked[0]?.index ?? 0
  let fewest = Infinity
  for (const { index, likeness: like } of ranked.slice(0, MAX_CHECKED)) {
    if (like < (ranked[0]?.likeness ?? 0) - TYPE / 2 && fewest < Infinity) break
    const verdict = checkPart(root, variants[index]?.own, value)
    if (verdict.kind === 'fits' && verdict.leavesOut.length === 0) return index
    const found = foundIn(verdict)
    if (found < fewest) [best, fewest] = [index, found]
  }
  return best
}

/** What might fit is nearer than what does not, and what was not checked is nowhere. */
function foundIn(verdict: SchemaVerdict): number {
  if (verdict.kind === 'not checked') return Infinity
  return verdict.kind === 'fits' ? 0 : verdict.findings.length
}

const TYPE = 1_000

/** How much a value looks like an alternative, without checking it in depth. */
function likeness(root: unknown, alternative: unknown, value: Json): number {
  const schema = resolvedSchema(root, alternative).schema
  if (!isObject(schema)) return schema === true ? 1 : -TYPE
  const types = typesOf(schema)
  let points = types.some((type) => isOfType(value, type)) ? TYPE : types.length > 0 ? -TYPE : 0
  if (Object.hasOwn(schema, 'const')) points += isSameJson(schema['const'], value) ? TYPE : -TYPE
  return isJsonObject(value) ? points + memberLikeness(schema, value) : points
}

function memberLikeness(schema: SchemaObject, value: JsonObject): number {
  const known = objectIn(schema, 'properties') ?? {}
  let points = 0
  for (const [name, wanted] of discriminators(schema)) {
    if (Object.hasOwn(value, name)) points += isSameJson(value[name], wanted) ? TYPE : -TYPE
  }
  for (const name of Object.keys(value).slice(0, 100)) points += Object.hasOwn(known, name) ? 2 : 0
  for (const name of namesIn(schema, 'required')) points -= Object.hasOwn(value, name) ? 0 : 1
  return points
}
