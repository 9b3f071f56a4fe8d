/** The values a schema lists, with the words a person chooses them by. */
import { isObject, type Json } from '../../../../shared/json/json'
import { shortJson } from './hints'
import { isSameJson } from './same-json'
import { listIn, own, textIn, type SchemaObject } from './schema-object'

export type Option = { readonly value: Json; readonly label: string }

/** Text stands as it is, unless it could be taken for a value that is not text. */
export function optionsOf(values: readonly Json[]): readonly Option[] {
  const isAllText = values.every((value) => typeof value === 'string' && value !== '')
  return values.map((value) => ({
    value,
    label: isAllText ? (value as string) : labelOf(value)
  }))
}

function labelOf(value: Json): string {
  return value === '' ? '"" (empty text)' : shortJson(value)
}

/** Alternatives of which each allows a single value; undefined when they are something else. */
export function titledOptions(alternatives: readonly unknown[]): readonly Option[] | undefined {
  const options: Option[] = []
  for (const alternative of alternatives) {
    const value = isObject(alternative) ? onlyValue(alternative) : undefined
    if (value === undefined) return undefined
    const title = textIn(alternative as SchemaObject, 'title')
    const written = typeof value === 'string' ? value : shortJson(value)
    const isSaid = title === undefined || title === written
    options.push({ value, label: isSaid ? written : `${title} (${written})` })
  }
  return options
}

/** What has a shape beside its value is more than a choice. */
const PLAIN = new Set(['const', 'enum', 'type', 'title', 'description', 'deprecated', '$comment'])

export function onlyValue(schema: SchemaObject): Json | undefined {
  if (!Object.keys(schema).every((keyword) => PLAIN.has(keyword))) return undefined
  if (Object.hasOwn(schema, 'const')) return own(schema, 'const') as Json
  const values = listIn(schema, 'enum')
  if (values?.length === 1) return values[0] as Json
  return own(schema, 'type') === 'null' ? null : undefined
}

/** Its place in the list; -1 when it is not one of them. */
export function indexOfValue(options: readonly Option[], value: Json | undefined): number {
  if (value === undefined) return -1
  return options.findIndex((option) => isSameJson(option.value, value))
}
