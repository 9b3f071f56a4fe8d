/** Makes a value that a schema of a real server allows: as much in it as a person could fill in. */
import { isObject, type Json, type JsonObject } from '../../../../shared/json/json'
import { resolveRef } from '../../../../shared/schema/resolve'

export function exampleFor(schema: unknown): JsonObject {
  return made(schema, schema, 0) as JsonObject
}

const MAX_LEVELS = 6

const FORMATS: Readonly<Record<string, string>> = {
  date: '2024-02-29',
  'date-time': '2024-05-06T07:08:09Z',
  uri: 'https://example.com/a',
  email: 'ada@example.com',
  uuid: '0e3a4f1c-8f7a-4c5e-9b1d-2a3b4c5d6e7f'
}

function made(root: unknown, given: unknown, level: number): Json {
  const schema = resolveRef(root, given).schema
  if (!isObject(schema)) return { free: [1, 'two', null] }
  if (Object.hasOwn(schema, 'const')) return schema['const'] as Json
  if (Array.isArray(schema['enum'])) return (schema['enum'] as Json[]).at(-1) ?? null
  const union = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(union)) {
    const typed = union.find((part) => !isObject(part) || part['type'] !== 'null') as unknown
    const isDemand = isObject(typed) && Object.keys(typed).every((word) => word === 'required')
    if (!isDemand) return made(root, typed, level)
  }
  const type = Array.isArray(schema['type']) ? (schema['type'] as string[]).at(-1) : schema['type']
  switch (type) {
    case 'string':
      return textFor(schema)
    case 'integer':
    case 'number':
      return numberFor(schema, type === 'integer')
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return listFor(root, schema, level)
    case 'object':
      return objectFor(root, schema, level)
    default:
      return schema['properties'] ? objectFor(root, schema, level) : { free: [1, 'two', null] }
  }
}

function textFor(schema: Record<string, unknown>): string {
  const format = FORMATS[String(schema['format'])]
  if (format !== undefined) return format
  if (typeof schema['pattern'] === 'string') return 'a1'
  return 'some text'.padEnd(Number(schema['minLength'] ?? 0), '.')
}

function numberFor(schema: Record<string, unknown>, isInteger: boolean): number {
  const low = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 1)
  const high = Number(schema['maximum'] ?? low + 10)
  const middle = Math.min(high, Math.max(low, 1) + 1)
  return isInteger ? Math.round(middle) : Math.min(high, middle + 0.5)
}

function listFor(root: unknown, schema: Record<string, unknown>, level: number): Json {
  const length = Math.max(level > MAX_LEVELS ? 0 : 2, Number(schema['minItems'] ?? 0))
  const item = made(root, schema['items'] ?? true, level + 1)
  const capped = Math.min(length, Number(schema['maxItems'] ?? length))
  return Array.from({ length: schema['uniqueItems'] === true ? 1 : capped }, () => item)
}

function objectFor(root: unknown, schema: Record<string, unknown>, level: number): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = new Set((schema['required'] as string[] | undefined) ?? [])
  const names = Object.keys(properties).filter((name) => level < MAX_LEVELS || required.has(name))
  const members = names.map((name) => [name, made(root, properties[name], level + 1)] as const)
  const others = schema['additionalProperties']
  const free =
    isObject(others) && level < MAX_LEVELS
      ? [['added', made(root, others, level + 1)] as const]
      : []
  return Object.fromEntries([...members, ...free])
}
