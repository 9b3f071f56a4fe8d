/** A definition runs a process or reaches an address. Changing one's mind loses nothing. */
import { readDefinition, withField } from './definition-text'

export type Kind = 'process' | 'address'

type Values = Readonly<Record<string, unknown>>

const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  process: ['command', 'args', 'env', 'envFile', 'cwd'],
  address: ['url', 'headers', 'transport', 'type', 'auth', 'oauth', 'signing', 'proxy', 'tls']
}

/** Undefined when it says neither yet. */
export function kindOf(value: Values): Kind | undefined {
  const word = value['transport'] ?? value['type']
  if (word === 'stdio') return 'process'
  if ('url' in value) return 'address'
  if ('command' in value) return 'process'
  return word === undefined ? undefined : 'address'
}

/** Takes out what belongs to the other kind, and puts back what was there of this one before. */
export function withKind(
  text: string,
  kind: Kind,
  before: Values
): { readonly text: string; readonly removed: Values } {
  const read = readDefinition(text)
  if (!('value' in read)) return { text, removed: {} }
  const other = kind === 'process' ? 'address' : 'process'
  const leaving = FIELDS[other].filter((field) => Object.hasOwn(read.value, field))
  const removed = Object.fromEntries(leaving.map((field) => [field, read.value[field]]))
  const without = leaving.reduce((now, field) => withField(now, [field], undefined), text)
  const returning = FIELDS[kind].filter(
    (field) => Object.hasOwn(before, field) && !Object.hasOwn(read.value, field)
  )
  return {
    text: returning.reduce((now, field) => withField(now, [field], before[field]), without),
    removed
  }
}
