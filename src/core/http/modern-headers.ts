/** What requests of the modern era repeat in headers, so that what stands between need not read bodies. */
import { isObject } from '../../shared/json/json'

const ANNOTATION = 'x-mcp-header'
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** Numbers with a fraction have no single way to be written, so the specification leaves them out. */
const MIRRORED_TYPES: readonly unknown[] = ['string', 'integer', 'boolean']
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
const LOOKS_ENCODED = /^=\?base64\?.*\?=$/
/** No honest schema is nested deeper, and a hostile one must not exhaust the stack. */
const DEPTH_LIMIT = 64

/** A header value that says exactly `text`, in base64 where it could not travel as it is. */
export function headerValue(text: string): string {
  if (PLAIN.test(text) && !LOOKS_ENCODED.test(text)) return text
  return `=?base64?${Buffer.from(text).toString('base64')}?=`
}

const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri'
}

export function standardHeaders(method: string, params: unknown): Record<string, string> {
  const headers: Record<string, string> = { 'mcp-method': headerValue(method) }
  const key = Object.hasOwn(NAMED_BY, method) ? NAMED_BY[method] : undefined
  const name = key !== undefined && isObject(params) ? params[key] : undefined
  if (typeof name === 'string') headers['mcp-name'] = headerValue(name)
  return headers
}

/** The headers that repeat those arguments of a tool that its schema marks for it. */
export function paramHeaders(inputSchema: unknown, args: unknown): Record<string, string> {
  const headers: Record<string, string> = {}
  if (invalidHeaderAnnotation(inputSchema) !== undefined) return headers
  mirror(inputSchema, args, headers)
  return headers
}

function mirror(schema: unknown, value: unknown, headers: Record<string, string>): void {
  if (!isObject(schema)) return
  const text = primitiveText(value)
  const name = schema[ANNOTATION]
  if (typeof name === 'string' && text !== undefined) {
    headers[`Mcp-Param-${name}`] = headerValue(text)
  }
  const { properties } = schema
  if (!isObject(properties) || !isObject(value)) return
  for (const [key, property] of Object.entries(properties)) {
    if (Object.hasOwn(value, key)) mirror(property, value[key], headers)
  }
}

function primitiveText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  return Number.isSafeInteger(value) ? String(value) : undefined
}

/** Why a tool with this schema must not be offered: a whole sentence, or nothing if it may. */
export function invalidHeaderAnnotation(inputSchema: unknown): string | undefined {
  return findInvalid(inputSchema, [], true, new Set())
}

/** Keywords whose value is one schema or a list of them. */
const INNER = [
  ...['items', 'prefixItems', 'contains', 'additionalItems', 'unevaluatedItems', 'contentSchema'],
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else']
]
/** Keywords whose value is a table of schemas. */
const TABLES = ['patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions']

function findInvalid(
  schema: unknown,
  path: readonly string[],
  isReachable: boolean,
  taken: Set<string>
): string | undefined {
  if (!isObject(schema)) return undefined
  if (path.length > DEPTH_LIMIT) return `The schema is nested deeper than ${DEPTH_LIMIT} levels.`
  if (Object.hasOwn(schema, ANNOTATION)) {
    const why = whyInvalid(schema, isReachable && path.length > 0, taken)
    if (why !== undefined) return `${ANNOTATION} at ${path.join('.') || 'the root'} ${why}.`
  }
  for (const [key, property] of entriesOf(schema['properties'])) {
    const found = findInvalid(property, [...path, key], isReachable, taken)
    if (found !== undefined) return found
  }
  const inner = INNER.flatMap((keyword) => {
    const value = schema[keyword]
    return (Array.isArray(value) ? value : [value]).map((part: unknown) => [keyword, part] as const)
  })
  const tables = TABLES.flatMap((keyword) =>
    entriesOf(schema[keyword]).map(([key, part]) => [`${keyword}.${key}`, part] as const)
  )
  for (const [key, part] of [...inner, ...tables]) {
    const found = findInvalid(part, [...path, key], false, taken)
    if (found !== undefined) return found
  }
  return undefined
}

function whyInvalid(
  schema: Readonly<Record<string, unknown>>,
  isReachable: boolean,
  taken: Set<string>
): string | undefined {
  const name = schema[ANNOTATION]
  if (!isReachable) return 'is not on an argument that "properties" alone lead to'
  if (typeof name !== 'string') return 'is not a string'
  if (name === '') return 'is empty'
  if (!TOKEN.test(name)) return 'has characters that no header name may have'
  if (!MIRRORED_TYPES.includes(schema['type'])) return 'is not on a string, an integer or a boolean'
  const folded = name.toLowerCase()
  if (taken.has(folded)) return `is used twice: ${name}`
  taken.add(folded)
  return undefined
}

function entriesOf(table: unknown): readonly (readonly [string, unknown])[] {
  return isObject(table) ? Object.entries(table) : []
}
