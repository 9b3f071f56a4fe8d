/** What the window may see of an entry's text, and how what it sends back becomes whole again. */
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { isObject } from '../../shared/json/json'
import type { Access } from '../../shared/servers/server-access'
import { accessTexts, lastWordOf } from '../references/access-texts'
import { addressParts, shownTemplate } from '../address/address-template'
import { hiddenBrokenText, shownBrokenText } from './broken-text'
import { fieldsIn, isHidden, isHiddenInPreview, type HidableField } from './hidden-fields'
import { destinationOf, type Destination } from '../address/hosts'
import { parseJsonc } from '../jsonc/jsonc'
import { secretsInArguments } from './argument-secrets'
import {
  hasTellingText,
  isLikelyToken,
  isOnlyReferences,
  isPlaceholder,
  isPlainHeader,
  isSecretName,
  isSecretValue
} from '../references/secret-values'

type Edit = { readonly offset: number; readonly length: number; readonly text: string }

/**
 * The text of an entry, or of a whole file, with HIDDEN_VALUE for literal values of variables and
 * headers, and in addresses.
 */
export function shownText(text: string): string {
  return textWithout(text, isHidden, hiddenBrokenText)
}

/** The same for a text that is only looked at, and not sent back: by the rule of the question. */
export function previewText(text: string): string {
  return textWithout(text, isHiddenInPreview, shownBrokenText)
}

function textWithout(
  text: string,
  isLeftOut: typeof isHidden,
  whereBroken: (text: string) => string
): string {
  const parsed = parseJsonc(text)
  if ('fault' in parsed) return whereBroken(text)
  const fields = fieldsIn(parsed.root, text)
  return withEdits(
    text,
    fields.flatMap((field) => hidingEdit(field, isLeftOut))
  )
}

function hidingEdit(field: HidableField, isLeftOut: typeof isHidden): readonly Edit[] {
  const { kind, text, offset, length } = field
  if (kind === 'address') {
    const shown = shownTemplate(text)
    return shown === text ? [] : [{ offset, length, text: JSON.stringify(shown) }]
  }
  if (!isLeftOut(field)) return []
  const shown = kind === 'comment' ? HIDDEN_VALUE : JSON.stringify(HIDDEN_VALUE)
  return [{ offset, length, text: shown }]
}

/**
 * A broken text for a diff with the good one. Lines that both have are shown in the same way, so that
 * the diff has only real differences.
 */
export function shownBeside(broken: string, good: string): string {
  const lines = good.split('\n')
  const shown = previewText(good).split('\n')
  const known = new Map(
    lines.length === shown.length ? lines.map((line, index) => [line, shown[index] ?? '']) : []
  )
  const alone = shownBrokenText(broken).split('\n')
  return broken
    .split('\n')
    .map((line, index) => known.get(line) ?? alone[index])
    .join('\n')
}

/** Puts the values of `original` back where `text` has HIDDEN_VALUE for the same field. */
export function withHiddenValues(text: string, original: string): string {
  if (!text.includes(HIDDEN_VALUE.charAt(0)) && !/\\u2022/i.test(text)) return text
  const parsed = parseJsonc(text)
  if ('fault' in parsed) return text // it cannot be saved as it is, so there is nothing to put back
  const before = originalFields(original)
  const fields = fieldsIn(parsed.root, text)
  const moved = movedFrom(fields, before)
  const edits = fields.flatMap((field): readonly Edit[] => {
    if (!field.text.includes(HIDDEN_VALUE)) return []
    const earlier = before.get(field.path)
    if (moved && isOfMetrics(field)) throw rewrite(field.path, ELSEWHERE)
    if (field.kind === 'address') return [restoredAddress(field, earlier?.text)]
    if (earlier?.text === field.text) return []
    if (field.text !== HIDDEN_VALUE || earlier?.kind !== field.kind) throw rewrite(field.path)
    if (moved && /^headers\./.test(field.path)) throw rewrite(field.path, ELSEWHERE)
    return [{ offset: field.offset, length: field.length, text: earlier.source }]
  })
  return withEdits(text, edits)
}

type OriginalField = HidableField & { readonly source: string }

function originalFields(original: string): ReadonlyMap<string, OriginalField> {
  const parsed = parseJsonc(original)
  if ('fault' in parsed) return new Map()
  return new Map(
    fieldsIn(parsed.root, original).map((field) => {
      const source = original.slice(field.offset, field.offset + field.length)
      return [field.path, { ...field, source }]
    })
  )
}

const ELSEWHERE = 'the address leads elsewhere now'

/**
 * Whether the address of an entry leads to another host, or to the same one in the clear: then
 * what was meant for the first is not sent to the second unseen.
 */
function movedFrom(
  fields: readonly HidableField[],
  before: ReadonlyMap<string, OriginalField>
): boolean {
  return fields.some((field) => {
    if (field.kind !== 'address' || isOfMetrics(field) || isOfProxy(field)) return false
    const earlier = before.get(field.path)
    return !earlier || isElsewhere(field.text, earlier.text)
  })
}

/** Has the same origin as the address of the server, whatever that is. */
function isOfMetrics({ kind, path }: HidableField): boolean {
  return kind === 'address' && /(?:^|\.)metricsUrl$/.test(path)
}

/** Where requests pass through says nothing about where they lead. */
function isOfProxy({ kind, path }: HidableField): boolean {
  return kind === 'address' && /(?:^|\.)proxy$/.test(path)
}

function isElsewhere(address: string, earlier: string): boolean {
  const now = destinationOf(address)
  const then = destinationOf(earlier)
  if (now.host === undefined || then.host === undefined) {
    return shownTemplate(address) !== shownTemplate(earlier)
  }
  const isOtherPort = portOf(address) !== portOf(earlier)
  return (
    now.host !== then.host || isOtherPort || (isSecure(then) && !isSecure(now) && !now.isLoopback)
  )
}

function portOf(address: string): string | undefined {
  return /^[a-z]+:\/\/[^/?#]*:(\d+)(?=[/?#]|$)/i.exec(address)?.[1]
}

function isSecure({ scheme }: Destination): boolean {
  return scheme === 'https' || scheme === 'wss'
}

function restoredAddress(field: HidableField, earlier: string | undefined): Edit {
  if (earlier === undefined) throw rewrite(field.path)
  if (isElsewhere(field.text, earlier)) throw rewrite(field.path, ELSEWHERE)
  const values = new Map(addressParts(earlier).map(({ slot, text }) => [slot, text]))
  const address = addressParts(field.text)
    .map(({ slot, text }) => {
      const value = slot === undefined ? undefined : values.get(slot)
      if (text === HIDDEN_VALUE && value !== undefined) return value
      if (text.includes(HIDDEN_VALUE)) throw rewrite(field.path)
      return text
    })
    .join('')
  return { offset: field.offset, length: field.length, text: JSON.stringify(address) }
}

function rewrite(field: string, reason = 'what was hidden there is not known'): WorkbenchError {
  const message = `Write the value of ${field} again: ${reason}.`
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message, { field })
}

function withEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let end = 0
  for (const edit of edits) {
    parts.push(text.slice(end, edit.offset), edit.text)
    end = edit.offset + edit.length
  }
  return edits.length === 0 ? text : `${parts.join('')}${text.slice(end)}`
}

/** Fields of an entry that are addresses: only parts of them can be secret. */
export const ADDRESS_FIELDS: readonly string[] = ['url', 'metricsUrl', 'proxy']

/** Fields of an entry whose literal value looks like a secret, such as `env.API_KEY`. */
export function secretFieldsOf(value: unknown): readonly string[] {
  if (!isObject(value)) return []
  const named = (['env', 'headers'] as const).flatMap((list) => {
    const texts = value[list]
    if (!isObject(texts)) return []
    return Object.entries(texts)
      .filter(([name, text]) => typeof text === 'string' && isSecretValue(name, text))
      .map(([name]) => `${list}.${name}`)
  })
  const { args } = value
  const words = Array.isArray(args) && args.every((arg) => typeof arg === 'string') ? args : []
  const exposed = secretsInArguments(words).map(({ index }) => `args.${index}`)
  const addresses = ADDRESS_FIELDS.filter((field) => {
    const url = value[field]
    return typeof url === 'string' && hasSecretPart(url)
  })
  return [...named, ...exposed, ...addresses, ...secretAccessFieldsOf(value)]
}

function secretAccessFieldsOf(entry: Readonly<Record<string, unknown>>): readonly string[] {
  const { auth, oauth, signing, tls } = entry
  return accessTexts({ auth, oauth, signing, tls } as Access)
    .filter(({ name, text }) => {
      const word = lastWordOf(name)
      return isSecretName(word) && isSecretValue(word, text)
    })
    .map(({ name }) => name)
}

/**
 * Where in an entry a value stands that may be secret: as above, and in variables, headers and what
 * is called a secret everything that is not plainly harmless.
 */
export function tellingPlacesOf(entry: unknown): readonly (readonly string[])[] {
  if (!isObject(entry)) return []
  const { args, url, metricsUrl, proxy, ...others } = entry
  const exposed = secretFieldsOf({ args, url, metricsUrl, proxy }).map((field) => field.split('.'))
  return [...tellingBelow(others, [], false), ...exposed]
}

function tellingBelow(
  value: unknown,
  path: readonly string[],
  isTelling: boolean
): readonly (readonly string[])[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, each]) => {
      const isList = path.length === 0 && (key === 'env' || key === 'headers')
      return tellingBelow(each, [...path, key], isTelling || isList || isSecretName(key))
    })
  }
  if (!isTelling || (typeof value !== 'string' && typeof value !== 'number')) return []
  const name = path.at(-1) ?? ''
  const text = String(value)
  const isPlain = isPlaceholder(text) || (path[0] === 'headers' && isPlainHeader(name))
  return isSecretValue(name, text) || (!isPlain && hasTellingText(text)) ? [path] : []
}

function hasSecretPart(url: string): boolean {
  return addressParts(url).some(({ slot = '', text }) => {
    if (text === '' || isOnlyReferences(text) || isPlaceholder(text)) return false
    if (slot === 'credentials') return hasLiteralPassword(text)
    const name = /^parameter (.*) \d+$/s.exec(slot)?.[1]
    return name !== undefined && isSecretValue(name, text)
  })
}

/** A name without a password may be a token itself. */
function hasLiteralPassword(credentials: string): boolean {
  const password = credentials.slice(credentials.indexOf(':') + 1)
  const user = credentials.slice(0, credentials.indexOf(':'))
  return isLikelyToken(user) || !(isOnlyReferences(password) || isPlaceholder(password))
}
