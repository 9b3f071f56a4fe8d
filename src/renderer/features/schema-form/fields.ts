/** What a form asks for, read from a tool's inputSchema, and what its texts amount to as JSON. */
import { isObject, type Json, type JsonObject } from '../../../shared/json'
import { isExact } from '../../../shared/json-text'

export type Choice = { readonly label: string; readonly value: Json }

export type Field = {
  readonly name: string
  readonly isRequired: boolean
  readonly description?: string
  readonly initialText?: string
} & (
  | { readonly kind: 'text' | 'number' | 'integer' }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  /** The form has no widget for this, so it is written as JSON; `why` says what it is. */
  | { readonly kind: 'json'; readonly why: string }
)

/** By the name of the field. A field that is not in here is not sent. */
export type Texts = ReadonlyMap<string, string>

export function fieldsOf(inputSchema: unknown): readonly Field[] {
  const properties = isObject(inputSchema) ? inputSchema['properties'] : undefined
  if (!isObject(properties)) return []
  const required = isObject(inputSchema) ? inputSchema['required'] : undefined
  const names = new Set<unknown>(Array.isArray(required) ? required : [])
  return Object.entries(properties).map(([name, schema]) => fieldOf(name, schema, names.has(name)))
}

function fieldOf(name: string, schema: unknown, isRequired: boolean): Field {
  const kind = kindOf(schema)
  const description = isObject(schema) ? schema['description'] : undefined
  const initial = isObject(schema) ? initialOf(schema, isRequired) : undefined
  const field: Field = {
    name,
    isRequired,
    ...(typeof description === 'string' && { description }),
    ...kind
  }
  return initial === undefined ? field : { ...field, initialText: textOf(field, initial as Json) }
}

/** A value that is prescribed is filled in only where one has to be sent at all. */
function initialOf(schema: Record<string, unknown>, isRequired: boolean): unknown {
  if (isRequired && Object.hasOwn(schema, 'const')) return schema['const']
  return schema['default']
}

type Kind =
  | { kind: 'text' | 'number' | 'integer' }
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'json'; why: string }

function kindOf(schema: unknown): Kind {
  if (!isObject(schema)) return { kind: 'json', why: 'of any type' }
  const { type } = schema
  if (Array.isArray(schema['enum'])) return choiceOf(schema['enum'] as Json[])
  if (Object.hasOwn(schema, 'const')) return choiceOf([schema['const'] as Json])
  if (type === 'string') return { kind: 'text' }
  if (type === 'number' || type === 'integer') return { kind: type }
  if (type === 'boolean') return choiceOf([true, false])
  if (type === 'null') return choiceOf([null])
  if (type === 'array') return { kind: 'json', why: 'a list' }
  if (type === 'object') return { kind: 'json', why: 'an object' }
  if (Array.isArray(type)) return { kind: 'json', why: type.join(' or ') }
  if (schema['oneOf'] ?? schema['anyOf']) return { kind: 'json', why: 'one of several shapes' }
  return { kind: 'json', why: 'of any type' }
}

function choiceOf(values: readonly Json[]): Kind {
  const choices = values.map((value) => ({
    label: typeof value === 'string' ? value : JSON.stringify(value),
    value
  }))
  return { kind: 'choice', choices }
}

export function initialTexts(fields: readonly Field[]): Texts {
  return new Map(
    fields.flatMap(({ name, initialText }) =>
      initialText === undefined ? [] : [[name, initialText]]
    )
  )
}

/** How a value stands in its field. A choice is written as its index, for labels can be alike. */
function textOf(field: Field, value: Json): string {
  if (field.kind === 'choice') {
    const wanted = JSON.stringify(value)
    const index = field.choices.findIndex((choice) => JSON.stringify(choice.value) === wanted)
    return index === -1 ? '' : String(index)
  }
  if (field.kind === 'json') return JSON.stringify(value, null, 2)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Whether the field can hold the value and give the same value back. */
function canHold(field: Field, value: Json): boolean {
  const text = textOf(field, value)
  const read = readField(field, text)
  return (
    read !== 'absent' && 'value' in read && JSON.stringify(read.value) === JSON.stringify(value)
  )
}

type Read = { readonly value: Json } | { readonly problem: string } | 'absent'

function readField(field: Field, text: string | undefined): Read {
  if (text === undefined || (text === '' && !(field.kind === 'text' && field.isRequired))) {
    return field.isRequired && field.kind !== 'text' ? { problem: 'This is required.' } : 'absent'
  }
  switch (field.kind) {
    case 'text':
      return { value: text }
    case 'number':
    case 'integer':
      return readNumber(field.kind, text)
    case 'choice': {
      const choice = field.choices[Number(text)]
      return choice ? { value: choice.value } : { problem: 'Choose one.' }
    }
    case 'json':
      return readJson(text)
  }
}

function readNumber(kind: 'number' | 'integer', text: string): Read {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return { problem: 'This is not a number.' }
  if (kind === 'integer' && !Number.isInteger(value)) {
    return { problem: 'This is not a whole number.' }
  }
  if (!isExact(text.trim())) return { problem: 'This number is too large to be sent exactly.' }
  return { value }
}

function readJson(text: string): Read {
  try {
    return { value: JSON.parse(text) as Json }
  } catch {
    return { problem: 'This is not JSON.' }
  }
}

export type ArgumentsRead = {
  readonly args: JsonObject
  /** By the name of the field. */
  readonly problems: ReadonlyMap<string, string>
}

export function argumentsFrom(
  fields: readonly Field[],
  texts: Texts,
  extra: JsonObject
): ArgumentsRead {
  const args: [string, Json][] = []
  const problems = new Map<string, string>()
  for (const field of fields) {
    const text =
      texts.get(field.name) ?? (field.kind === 'text' && field.isRequired ? '' : undefined)
    const read = readField(field, text)
    if (read === 'absent') continue
    if ('problem' in read) problems.set(field.name, read.problem)
    else args.push([field.name, read.value])
  }
  return { args: Object.fromEntries([...args, ...Object.entries(extra)]), problems }
}

/** Spreads arguments over the fields; what no field can hold exactly is kept beside them. */
export function textsFrom(
  fields: readonly Field[],
  args: JsonObject
): { texts: Texts; extra: JsonObject } {
  const texts = new Map<string, string>()
  const extra: [string, Json][] = []
  for (const [name, value] of Object.entries(args)) {
    const field = fields.find((candidate) => candidate.name === name)
    if (field && canHold(field, value)) texts.set(name, textOf(field, value))
    else extra.push([name, value])
  }
  return { texts, extra: Object.fromEntries(extra) }
}
