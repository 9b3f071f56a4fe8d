/** What a schema asks of a value, in a few words beside its field. */
import type { Json } from '../../../../shared/json/json'
import {
  namesIn,
  numberIn,
  own,
  textIn,
  typesOf,
  valueIn,
  type SchemaObject
} from './schema-object'

const MAX_CHARS = 80

/** The type, as the schema names it, with the format where there is one. */
export function typeHint(schema: SchemaObject): string {
  const types = typesOf(schema)
  const format = textIn(schema, 'format')
  const name = types.join(' or ')
  return [name, format].filter((part) => part !== undefined && part !== '').join(', ')
}

export function constraintHints(schema: SchemaObject): readonly string[] {
  const pattern = textIn(schema, 'pattern')
  const multipleOf = numberIn(schema, 'multipleOf')
  const media = textIn(schema, 'contentMediaType')
  return [
    numberRange(schema),
    multipleOf === undefined ? undefined : `multiple of ${multipleOf}`,
    countRange(schema, 'Length', 'character'),
    countRange(schema, 'Items', 'item'),
    countRange(schema, 'Properties', 'member'),
    own(schema, 'uniqueItems') === true ? 'each only once' : undefined,
    pattern === undefined ? undefined : `matches ${shortened(pattern)}`,
    media,
    own(schema, 'deprecated') === true ? 'deprecated' : undefined,
    own(schema, 'readOnly') === true ? 'read-only' : undefined
  ].filter((hint) => hint !== undefined)
}

function numberRange(schema: SchemaObject): string | undefined {
  const low = numberIn(schema, 'minimum')
  const high = numberIn(schema, 'maximum')
  const above = limitOf(schema, 'exclusiveMinimum', low)
  const below = limitOf(schema, 'exclusiveMaximum', high)
  if (above === undefined && below === undefined && low !== undefined && high !== undefined) {
    return isEveryInteger(low, high) ? undefined : `${low} to ${high}`
  }
  const from = above !== undefined ? `above ${above}` : low !== undefined ? `at least ${low}` : ''
  const to = below !== undefined ? `below ${below}` : high !== undefined ? `at most ${high}` : ''
  return from === '' && to === '' ? undefined : [from, to].filter((part) => part !== '').join(', ')
}

/** Of draft 4, where it is a flag about the other limit. */
function limitOf(schema: SchemaObject, keyword: string, limit: number | undefined) {
  return own(schema, keyword) === true ? limit : numberIn(schema, keyword)
}

/** Generators of schemas write these limits at every integer. */
function isEveryInteger(low: number, high: number): boolean {
  return low === Number.MIN_SAFE_INTEGER && high === Number.MAX_SAFE_INTEGER
}

export function countRange(
  schema: SchemaObject,
  what: 'Length' | 'Items' | 'Properties',
  unit: string
): string | undefined {
  const low = numberIn(schema, `min${what}`) ?? 0
  const high = numberIn(schema, `max${what}`)
  const units = (count: number): string => `${count} ${unit}${count === 1 ? '' : 's'}`
  if (high === undefined) return low > 0 ? `at least ${units(low)}` : undefined
  if (low === high) return `exactly ${units(low)}`
  return low > 0 ? `${low} to ${units(high)}` : `at most ${units(high)}`
}

export function examplesOf(schema: SchemaObject): readonly Json[] {
  const examples = own(schema, 'examples')
  if (Array.isArray(examples)) return examples as readonly Json[]
  const example = valueIn(schema, 'example')
  return example === undefined ? [] : [example]
}

/** A value in one short line. */
export function shortJson(value: Json): string {
  return shortened(JSON.stringify(value))
}

export function shortened(text: string): string {
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text
}

/** Names that are required together by alternatives that say nothing else. */
export function requiredHint(alternatives: readonly unknown[]): string | undefined {
  const sets = alternatives.map((alternative) =>
    namesIn(alternative as SchemaObject, 'required').join(' and ')
  )
  return sets.some((names) => names === '') ? undefined : `needs ${sets.join(', or ')}`
}
