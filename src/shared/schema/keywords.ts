/** The keywords of JSON Schema that are evaluated, and what each of them may hold. */
import type { Draft } from './checks/usable'

export type KeywordKind =
  | 'schema'
  | 'schemas'
  | 'schema or schemas'
  | 'schemas by name'
  | 'schemas or names by name'
  | 'schemas by pattern'
  | 'number'
  /** Draft 4 has a flag where the later ones have a number. */
  | 'number or flag'
  | 'flag'
  | 'names'
  | 'names by name'
  | 'type'
  | 'value'
  | 'values'
  | 'pattern'
  | 'format'

export const KEYWORDS: ReadonlyMap<string, KeywordKind> = new Map<string, KeywordKind>([
  ['additionalItems', 'schema'],
  ['unevaluatedItems', 'schema'],
  ['contains', 'schema'],
  ['additionalProperties', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['propertyNames', 'schema'],
  ['not', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
  ['items', 'schema or schemas'],
  ['prefixItems', 'schemas'],
  ['allOf', 'schemas'],
  ['anyOf', 'schemas'],
  ['oneOf', 'schemas'],
  ['properties', 'schemas by name'],
  ['patternProperties', 'schemas by pattern'],
  ['dependentSchemas', 'schemas by name'],
  ['dependencies', 'schemas or names by name'],
  ['$defs', 'schemas by name'],
  ['definitions', 'schemas by name'],
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['exclusiveMinimum', 'number or flag'],
  ['exclusiveMaximum', 'number or flag'],
  ['multipleOf', 'number'],
  ['minLength', 'number'],
  ['maxLength', 'number'],
  ['minItems', 'number'],
  ['maxItems', 'number'],
  ['minContains', 'number'],
  ['maxContains', 'number'],
  ['minProperties', 'number'],
  ['maxProperties', 'number'],
  ['uniqueItems', 'flag'],
  ['required', 'names'],
  ['dependentRequired', 'names by name'],
  ['type', 'type'],
  ['const', 'value'],
  ['enum', 'values'],
  ['pattern', 'pattern'],
  ['format', 'format']
])

const SINCE_2020: readonly string[] = ['prefixItems']
const SINCE_2019: readonly string[] = [
  ...SINCE_2020,
  'dependentRequired',
  'dependentSchemas',
  'minContains',
  'maxContains',
  'unevaluatedItems',
  'unevaluatedProperties'
]
const SINCE_6: readonly string[] = [
  ...SINCE_2019,
  'const',
  'contains',
  'propertyNames',
  'if',
  'then',
  'else'
]

/** Keywords that a dialect does not have yet, and that mean nothing in it. */
export const NOT_YET: Readonly<Record<Draft, ReadonlySet<string>>> = {
  '4': new Set(SINCE_6),
  '7': new Set(SINCE_2019),
  '2019-09': new Set(SINCE_2020),
  '2020-12': new Set()
}

/** Only hold schemas for others to refer to. */
export const SHELVES: ReadonlySet<string> = new Set(['$defs', 'definitions'])

/** Apply their schemas to the value itself, not to a part of it. */
export const IN_PLACE: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies'
])

export const TYPE_NAMES: ReadonlySet<unknown> = new Set([
  'null',
  'boolean',
  'object',
  'array',
  'number',
  'string',
  'integer'
])
