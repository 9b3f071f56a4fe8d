/** What kind of field a schema wants at one place: the one decision that all widgets follow. */
import { isObject, type Json } from '../../../../shared/json/json'
import { appliedTo } from './applied-schema'
import { requiredHint } from './hints'
import type { Merged } from './merged-schema'
import { optionsOf, titledOptions, type Option } from './options'
import { listIn, own, textIn, typesOf, type SchemaObject } from './schema-object'
import { labelsOf, type Variant } from './variants'

export type Kind =
  /** There is no widget for it; `why` is a whole sentence. */
  | { readonly kind: 'json'; readonly why: string }
  | { readonly kind: 'constant'; readonly value: Json }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  /** Each of the options at most once. */
  | { readonly kind: 'ticks'; readonly options: readonly Option[] }
  | { readonly kind: 'variants'; readonly variants: readonly Variant[]; readonly isAny: boolean }
  | { readonly kind: 'number'; readonly isInteger: boolean }
  | { readonly kind: 'text' | 'file' | 'boolean' | 'null' | 'list' | 'object' }

export type Shape = {
  readonly field: Kind
  /** Everything the schema says about this place, in one. */
  readonly schema: SchemaObject
  readonly allowsNull: boolean
  /** Would hold if the value were another one. */
  readonly dormant: readonly SchemaObject[]
  /** What the schema demands that no widget shows. */
  readonly demands: readonly string[]
}

export function shapeOf(root: unknown, schema: unknown, value: Json | undefined): Shape {
  const { merged, dormant, isUndecided, problem } = appliedTo(root, schema, value)
  if (problem !== undefined) return fallback(merged, problem)
  if (merged.isContradictory)
    return fallback(merged, 'The parts of the schema contradict each other.')
  const decided = decide(root, merged)
  if ('through' in decided) {
    const inner = shapeOf(root, decided.through, value)
    return { ...inner, allowsNull: true }
  }
  const demands = isUndecided ? [...decided.demands, BOTH_BRANCHES] : decided.demands
  return { ...decided, demands, dormant }
}

const BOTH_BRANCHES =
  'a condition cannot be checked here, so that there are fields for when it holds and for when not'

function fallback({ schema }: Merged, why: string): Shape {
  const field = { kind: 'json', why } as const
  return { field, schema, allowsNull: false, dormant: [], demands: [] }
}

type Decided =
  | Omit<Shape, 'dormant'>
  /** Null, or what this schema allows. */
  | { readonly through: unknown }

const known = new WeakMap<Merged, Decided>()

function decide(root: unknown, merged: Merged): Decided {
  let decided = known.get(merged)
  if (!decided) known.set(merged, (decided = decideNew(root, merged)))
  return decided
}

function decideNew(root: unknown, merged: Merged): Decided {
  const { schema } = merged
  const demands = demandsOf(merged)
  const shape = (field: Kind, allowsNull = false): Decided => ({
    field,
    schema,
    allowsNull,
    demands
  })
  if (Object.hasOwn(schema, 'const')) {
    return shape({ kind: 'constant', value: schema['const'] as Json }, schema['const'] === null)
  }
  const values = listIn(schema, 'enum') as readonly Json[] | undefined
  if (values) return shape({ kind: 'choice', options: optionsOf(values) }, values.includes(null))

  const union = merged.unions.find((alternatives) => !alternatives.every(isMereDemand))
  if (union) {
    const options = titledOptions(union)
    if (options)
      return shape(
        { kind: 'choice', options },
        options.some((o) => o.value === null)
      )
    return throughUnion(root, merged, union, shape)
  }
  const types = typesOf(schema)
  const allowsNull = types.includes('null')
  const others = types.filter((type) => type !== 'null')
  if (others.length > 1) {
    const variants = others.map((type) => ({
      label: type,
      own: { type },
      schema: { ...schema, type }
    }))
    return shape({ kind: 'variants', variants, isAny: false }, allowsNull)
  }
  const type = others[0] ?? (allowsNull ? 'null' : impliedType(schema))
  if (type === undefined) return shape({ kind: 'variants', variants: ANYTHING, isAny: true }, true)
  return shape(kindOfType(root, type, schema), allowsNull || types.length === 0)
}

function throughUnion(
  root: unknown,
  merged: Merged,
  union: readonly unknown[],
  shape: (field: Kind, allowsNull: boolean) => Decided
): Decided {
  const alternatives = union.filter((alternative) => alternative !== false)
  const others = alternatives.filter((alternative) => !isNull(alternative))
  const allowsNull = others.length < alternatives.length
  const base = baseOf(merged, union)
  const combined = others.map((alternative) => ({ allOf: [base, alternative] }))
  if (allowsNull && combined.length === 1) return { through: combined[0] }
  const labels = labelsOf(root, others)
  const variants = others.map((alternative, index) => ({
    label: labels[index] ?? '',
    own: alternative,
    schema: combined[index]
  }))
  return shape({ kind: 'variants', variants, isAny: false }, allowsNull)
}

/** What holds whichever alternative is chosen; further lists of alternatives stay in it. */
function baseOf({ schema, unions }: Merged, union: readonly unknown[]): SchemaObject {
  const rest = unions.filter((other) => other !== union)
  const types = typesOf(schema).filter((type) => type !== 'null')
  return {
    ...schema,
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(rest.length > 0 && { allOf: rest.map((anyOf) => ({ anyOf })) })
  }
}

function isNull(alternative: unknown): boolean {
  return isObject(alternative) && own(alternative, 'type') === 'null'
}

const DEMANDS = new Set(
  'required not minProperties maxProperties minItems maxItems dependentRequired title description'
    .split(' ')
    .concat('$comment')
)

/** Says nothing about the shape of a value, so that there is nothing to choose. */
function isMereDemand(alternative: unknown): boolean {
  return (
    typeof alternative === 'boolean' ||
    (isObject(alternative) && Object.keys(alternative).every((keyword) => DEMANDS.has(keyword)))
  )
}

function demandsOf({ unions }: Merged): readonly string[] {
  return unions
    .filter((alternatives) => alternatives.every(isMereDemand))
    .flatMap((alternatives) => requiredHint(alternatives) ?? [])
}

const IMPLIED: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'additionalProperties', 'patternProperties', 'propertyNames']],
  ['object', ['required', 'minProperties', 'maxProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  [
    'string',
    ['pattern', 'minLength', 'maxLength', 'format', 'contentEncoding', 'contentMediaType']
  ],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']]
]

/** A schema that names no type mostly means the only one that its other keywords speak about. */
function impliedType(schema: SchemaObject): string | undefined {
  return IMPLIED.find(([, keywords]) => keywords.some((word) => Object.hasOwn(schema, word)))?.[0]
}

/** What to write when a schema says nothing at all. */
const ANYTHING: readonly Variant[] = [
  { label: 'JSON', own: { type: ['array', 'object'] }, schema: true, isJson: true },
  ...['string', 'number', 'boolean', 'null', 'array', 'object'].map((type) => ({
    label: type,
    own: { type },
    schema: { type }
  }))
]

function kindOfType(root: unknown, type: string, schema: SchemaObject): Kind {
  switch (type) {
    case 'string':
      return { kind: isFile(schema) ? 'file' : 'text' }
    case 'number':
    case 'integer':
      return { kind: 'number', isInteger: type === 'integer' }
    case 'array':
      return listKind(root, schema)
    case 'boolean':
    case 'null':
    case 'object':
      return { kind: type }
    default:
      return { kind: 'json', why: 'The schema names a type that does not exist.' }
  }
}

/** A media type alone asks for the text itself; only these ask for bytes in place of it. */
function isFile(schema: SchemaObject): boolean {
  const format = textIn(schema, 'format')
  if (textIn(schema, 'contentEncoding')?.toLowerCase() === 'base64') return true
  return format === 'byte' || format === 'binary' || format === 'base64'
}

const MAX_TICKS = 24

function listKind(root: unknown, schema: SchemaObject): Kind {
  if (own(schema, 'uniqueItems') !== true || Object.hasOwn(schema, 'prefixItems')) {
    return { kind: 'list' }
  }
  const { field } = shapeOf(root, own(schema, 'items') ?? true, undefined)
  const isShort = field.kind === 'choice' && field.options.length <= MAX_TICKS
  return isShort ? { kind: 'ticks', options: field.options } : { kind: 'list' }
}
