/** Values made from schemas, for tests: some that fit, and some that are broken in one place. */
import { isObject, type Json } from '../json/json'
import { resolveRef } from './resolve'

const MAX_DEPTH = 6
const TEXTS: Readonly<Record<string, string>> = {
  date: '2024-02-29',
  time: '12:30:00Z',
  'date-time': '2024-02-29T12:30:00Z',
  duration: 'P1D',
  email: 'ada@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/a',
  uuid: '0e3a4f1c-8f7a-4c5e-9b1d-2a3b4c5d6e7f',
  'json-pointer': '/a',
  byte: 'aGVsbG8='
}

/** A value that most likely fits, with every property or only with those that are required. */
export function valueFor(root: unknown, schema: unknown, isFull: boolean, depth = 0): Json {
  const { schema: resolved } = resolveRef(root, schema)
  if (!isObject(resolved)) return 'anything'
  if ('const' in resolved) return resolved['const'] as Json
  if (Array.isArray(resolved['enum'])) return resolved['enum'][0] as Json
  for (const keyword of ['anyOf', 'oneOf']) {
    const alternatives = resolved[keyword]
    if (!Array.isArray(alternatives) || 'properties' in resolved) continue
    return valueFor(root, alternatives[isFull ? 0 : alternatives.length - 1], isFull, depth)
  }
  const [type] = [resolved['type'] ?? ('properties' in resolved ? 'object' : 'string')].flat()
  if (type === 'object') return objectFor(root, resolved, isFull, depth)
  if (type === 'array') return arrayFor(root, resolved, isFull, depth)
  if (type === 'boolean') return isFull
  if (type === 'null') return null
  return type === 'string' ? textFor(resolved) : numberFor(resolved)
}

function objectFor(
  root: unknown,
  schema: Readonly<Record<string, unknown>>,
  isFull: boolean,
  depth: number
): Json {
  const { properties, required, additionalProperties } = schema
  const names = Array.isArray(required) ? (required as string[]) : []
  const members = isObject(properties) ? Object.entries(properties) : []
  const wanted = members.filter(([name]) => names.includes(name) || (isFull && depth < MAX_DEPTH))
  const value = wanted.map(([name, member]) => [name, valueFor(root, member, isFull, depth + 1)])
  if (isFull && isObject(additionalProperties)) {
    value.push(['more', valueFor(root, additionalProperties, isFull, depth + 1)])
  }
  return Object.fromEntries(value) as Json
}

function arrayFor(
  root: unknown,
  schema: Readonly<Record<string, unknown>>,
  isFull: boolean,
  depth: number
): Json {
  const { items, prefixItems, minItems } = schema
  const tuple = Array.isArray(items) ? items : Array.isArray(prefixItems) ? prefixItems : undefined
  if (tuple) return tuple.map((item) => valueFor(root, item, isFull, depth + 1))
  const least = typeof minItems === 'number' ? minItems : 0
  const length = Math.max(least, isFull && depth < MAX_DEPTH ? 1 : 0)
  return Array.from({ length }, () => valueFor(root, items ?? true, isFull, depth + 1))
}

function textFor({ format, minLength, maxLength }: Readonly<Record<string, unknown>>): string {
  const text = (typeof format === 'string' ? TEXTS[format] : undefined) ?? 'some text'
  const long = typeof minLength === 'number' ? text.padEnd(minLength, 'x') : text
  return typeof maxLength === 'number' ? long.slice(0, maxLength) : long
}

function numberFor({
  minimum,
  exclusiveMinimum,
  maximum
}: Readonly<Record<string, unknown>>): number {
  if (typeof minimum === 'number') return minimum
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1
  return typeof maximum === 'number' ? maximum : 3
}

const OTHERS: readonly Json[] = [null, true, -1, 1.5, '', 'other', [], {}, 1e21]

/** Copies of a value, each with one part replaced, left out or added. */
export function* brokenCopies(value: Json): Generator<Json> {
  yield* OTHERS
  if (Array.isArray(value)) {
    const items = value as readonly Json[]
    yield [...items, ...items]
    for (const [index, item] of items.entries()) {
      for (const broken of brokenCopies(item)) yield items.with(index, broken)
    }
  } else if (isObject(value)) {
    yield { ...value, surplus: 1 }
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _gone, ...rest } = value
      yield rest
      for (const broken of brokenCopies(member)) yield { ...value, [name]: broken }
    }
  }
}
