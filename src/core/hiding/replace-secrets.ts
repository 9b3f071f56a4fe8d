/** Puts references in the place of values that look like secrets. */
import { isObject } from '../../shared/json/json'
import { addressParts } from '../address/address-template'
import { secretsInArguments } from './argument-secrets'
import { ADDRESS_FIELDS, secretFieldsOf } from './hiding'
import { referencesIn } from '../references/references'
import { isLikelyToken, isOnlyReferences, isSecretName } from '../references/secret-values'

/** Gets a name for the value, such as `API_KEY`, and gives the reference to it. */
type Replace = (name: string, value: string) => string

export type ReplacedSecret = {
  /** Where in the entry, such as `['env', 'API_KEY']`. */
  readonly path: readonly string[]
  /** The whole text of the field, with references in it. */
  readonly text: string
}

/** `places` are those that look like secrets, unless more is wanted. */
export function replaceSecrets(
  entry: unknown,
  refer: Replace,
  places: readonly (readonly string[])[] = secretFieldsOf(entry).map(pathOf)
): readonly ReplacedSecret[] {
  return places.flatMap((path) => {
    const text = textAt(entry, path)
    if (text === undefined || isOnlyReferences(text)) return []
    const replaced = ADDRESS_FIELDS.includes(path.join())
      ? inAddress(text, refer)
      : path[0] === 'args'
        ? inArgument(entry, Number(path[1]), refer)
        : inText(text, path, refer)
    return replaced === text ? [] : [{ path, text: replaced }]
  })
}

/** Names of variables and headers may hold dots themselves. */
function pathOf(field: string): readonly string[] {
  const [, section, name] = /^(env|headers)\.(.*)$/s.exec(field) ?? []
  return section !== undefined && name !== undefined ? [section, name] : field.split('.')
}

function textAt(entry: unknown, path: readonly string[]): string | undefined {
  let value = entry
  for (const key of path) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    value = isThere ? (value as Record<string, unknown>)[key] : undefined
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

export function withTextAt(value: unknown, path: readonly string[], text: string): unknown {
  const [key, ...rest] = path
  if (key === undefined) return text
  if (Array.isArray(value)) {
    return value.map((each: unknown, index) =>
      String(index) === key ? withTextAt(each, rest, text) : each
    )
  }
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === key ? withTextAt(each, rest, text) : each
    ])
  )
}

function inText(text: string, path: readonly string[], replace: Replace): string {
  const scheme = path[0] === 'headers' ? (/^(?:Bearer|Basic|Token) +/i.exec(text)?.[0] ?? '') : ''
  return scheme + replace(path.slice(1).join('_') || (path[0] ?? ''), text.slice(scheme.length))
}

function inArgument(entry: unknown, index: number, replace: Replace): string {
  const args = (entry as { args: readonly string[] }).args
  const text = args[index] ?? ''
  const found = secretsInArguments(args).find((secret) => secret.index === index)
  if (!found) return text
  const { start, value, name } = found
  return text.slice(0, start) + replace(name, value) + text.slice(start + value.length)
}

/** Only what is secret in an address, so that a person can still read where it leads. */
function inAddress(address: string, replace: Replace): string {
  const parts = addressParts(address)
  const isSecret = ({ text, slot }: (typeof parts)[number]): boolean =>
    slot !== undefined && text !== '' && !isOnlyReferences(text)
  const isTelling = (part: (typeof parts)[number]): boolean => {
    const [, parameter] = /^parameter (.*) \d+$/s.exec(part.slot ?? '') ?? []
    if (!isSecret(part)) return false
    if (part.slot === 'credentials') return true
    return isLikelyToken(part.text) || (parameter !== undefined && isSecretName(parameter))
  }
  const isChosen = parts.some(isTelling) ? isTelling : isSecret
  return parts
    .map((part) => {
      if (!isChosen(part)) return part.text
      const [, parameter] = /^parameter (.+) \d+$/s.exec(part.slot ?? '') ?? []
      const end = part.slot === 'credentials' ? part.text.indexOf(':') + 1 : 0
      const name = parameter ?? (part.slot === 'credentials' ? 'password' : 'url')
      return part.text.slice(0, end) + replace(name, part.text.slice(end))
    })
    .join('')
}

/** A reference inside a secret would no longer be filled in. */
export function hasReferences(value: string): boolean {
  return referencesIn(value).length > 0
}
