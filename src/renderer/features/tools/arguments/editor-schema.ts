/** A server's schema as the JSON editor may have it, to complete and to check while one writes. */
import { isComposed, isObject, type JsonObject } from '../../../../shared/json/json'
import { takeIn } from '../../../../shared/schema/intake'
import { holdsHiddenValue } from '../../../../shared/verdicts/hidden-values'
import { visibleText } from '../../../../shared/text/visible-text'

/** The editor would run patterns without bound, and names of schemas could take another's place. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  'id',
  'pattern',
  'patternProperties',
  'propertyNames',
  'markdownDescription',
  'markdownEnumDescriptions',
  'defaultSnippets',
  'errorMessage',
  'patternErrorMessage',
  'deprecationMessage'
])

const MAPS: ReadonlySet<string> = new Set([
  'properties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies'
])
const VALUES: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'required'])

/** The editor offers and compares all of them at every key; more than these it is not told of. */
const MOST: Readonly<Record<string, number>> = {
  enum: 1_000,
  anyOf: 200,
  oneOf: 200,
  properties: 1_000
}

/** Undefined when the editor is better off without it. */
export function editorSchema(schema: unknown): JsonObject | undefined {
  if (!isObject(schema) || !takeIn(schema).isUsable) return undefined
  // It would hold against the person what they cannot know.
  if (holdsHiddenValue(schema)) return undefined
  return safe(schema) as JsonObject
}

function safe(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(safe)
  if (!isObject(schema)) return schema
  // Without the patterns, or without all names, nobody knows which other members there may be.
  const isOpen =
    Object.hasOwn(schema, 'patternProperties') ||
    Object.entries(schema).some(([key, value]) => !VALUES.has(key) && isTooMuch(key, value))
  const kept = Object.entries(schema).filter(
    ([key, value]) =>
      !LEFT_OUT.has(key) &&
      !isTooMuch(key, value) &&
      !(isOpen && (key === 'additionalProperties' || key === 'unevaluatedProperties'))
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, safeMember(key, value)]))
}

function isTooMuch(key: string, value: unknown): boolean {
  const most = Object.hasOwn(MOST, key) ? MOST[key] : undefined
  if (most === undefined || !isComposed(value)) return false
  return Object.keys(value).length > most
}

function safeMember(key: string, value: unknown): unknown {
  if (VALUES.has(key)) return value
  if ((key === 'title' || key === 'description') && typeof value === 'string') {
    return visibleText(value)
  }
  if (MAPS.has(key) && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, safe(inner)]))
  }
  return safe(value)
}
