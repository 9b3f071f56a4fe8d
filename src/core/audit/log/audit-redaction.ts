/**
 * Takes out of a record what may not be kept: values that are known to be secret, what has the name of
 * a secret, and what looks like one. What is left is bounded, with the size and the hash of the whole.
 */
import { createHash } from 'node:crypto'
import { HIDDEN_VALUE } from '../../../shared/servers/configuration'
import { isNumber } from '../../../shared/json/exact-number'
import { fromJson, isComposed, isObject } from '../../../shared/json/json'
import { isTooDeep, withoutDepths } from '../../../shared/json/nesting'
import { visibleText } from '../../../shared/text/visible-text'
import { unlessTooMuch, type Redactor } from '../../redaction/redaction'

export const KEPT_BYTES = 256 * 1024
/** So much of a text argument is kept where the person wants no more. */
export const KEPT_CHARACTERS = 50
const DEEPEST_NESTING = 4

/** Of what has such a name, nothing is kept. */
const SECRET_KEY =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|password|passwd|passphrase|code[-_]?verifier|client[-_]?assertion|private[-_]?key|dpop|x-mcp-signature)$|secret|api[-_]?key|password/i
/** Numbers with these names are counts, codes of errors and tokens of progress. */
const SECRET_TEXT_KEY = /token|^code$|^assertion$/i

type Member = readonly [key: string, item: unknown]
type Members = Readonly<Record<string, unknown>>

const TYPES: readonly unknown[] = [
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null'
]
/** What a schema says of a value without having one in it. */
const ABOUT_VALUE =
  /^(?:title|description|format|pattern|readOnly|writeOnly|deprecated|uniqueItems|multipleOf|(?:min|max)(?:imum|Length|Items|Properties)|exclusive(?:Min|Max)imum)$/
/** What has schemas in it. */
const OF_SCHEMAS = /^(?:items|anyOf|oneOf)$/

/**
 * Two parts or three, the first beginning with eyJ. What is captured ahead is not looked at again, so
 * that each word is read once, however often eyJ is in it.
 */
const SIGNED_TOKEN = /(?<![\w-])(?=([\w-]*?)\beyJ)\1eyJ(?=([\w-]{8,}))\2\.[\w-]{8,}(?:\.[\w-]*)?/g

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, HIDDEN_VALUE],
  [/\b(Bearer|Basic)\s+(?=[\w+/=.~-]*[\d=])[\w+/=.~-]{8,}/gi, `$1 ${HIDDEN_VALUE}`],
  [SIGNED_TOKEN, `$1${HIDDEN_VALUE}`],
  [
    /\b(?:sk-[\w-]{16,}|[srp]k_(?:live|test)_\w{10,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abposr]-[\w-]{10,}|(?:AKIA|ASIA)[A-Z\d]{16}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|npm_\w{30,}|pypi-[\w-]{30,}|hf_\w{20,}|lin_api_\w{20,}|dop_v1_\w{30,}|shpat_\w{20,}|SG\.[\w-]{16,}\.[\w-]{16,})/g,
    HIDDEN_VALUE
  ],
  [/(\b[a-z][a-z\d+.-]{0,30}:\/\/)[^\s/@:"']+:[^\s/@"']+@/gi, `$1${HIDDEN_VALUE}@`],
  [
    /([?&#](?:[\w-]*token|code|code_verifier|(?:client_)?assertion|[\w-]*secret|password|api[-_]?key|sig|signature)=)[^&\s"'#]+/gi,
    `$1${HIDDEN_VALUE}`
  ]
]

export type KeptText = {
  readonly text: string
  /** Of the whole, without secrets. */
  readonly bytes: number
  readonly sha256: string
}

export type RedactionOptions = {
  /** Of which texts only the beginning is kept: of those that were sent, or of all. */
  readonly cut?: 'arguments' | 'texts'
}

/** Takes JSON, and gives JSON back unless it is too long. */
export function keptText(
  json: string,
  redactor: Redactor,
  options: RedactionOptions = {}
): KeptText {
  const text = withoutSecrets(json, redactor, options)
  const bytes = Buffer.from(text)
  return {
    text: bytes.length <= KEPT_BYTES ? text : beginningOf(bytes),
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex')
  }
}

/** Values first: once a text is cut, the rest of a value in it would not be known any more. */
function withoutSecrets(
  json: string,
  redactor: Redactor,
  { cut: wanted }: RedactionOptions
): string {
  const known = redactor.size === 0 ? json : redactor.redactJson(json)
  const value = parsed(known)
  if (value === undefined) return withoutNul(withoutPatterns(known))
  const clean = cleaned(withoutDepths(value), 0)
  if (wanted === undefined) return JSON.stringify(clean)
  return JSON.stringify(wanted === 'texts' ? cut(clean) : withCutArguments(clean))
}

/** The database reads a text up to its first NUL only, so a NUL is written in words. */
export function withoutNul(text: string): string {
  return text.replaceAll('\0', visibleText)
}

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanedText(value, depth)
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth))
  if (!isObject(value)) return value
  return mapped(value, (key, item) =>
    key === 'properties' && isObject(item)
      ? [key, cleanedProperties(item, depth)]
      : cleanedMember(key, item, depth)
  )
}

function cleanedMember(key: string, item: unknown, depth: number): Member {
  if (isSecretName(key)) return [key, hidden(item, hidesNumbersOf(key))]
  return [withoutPatterns(key), cleaned(item, depth)]
}

/** In a schema, what has the name of a secret says what that looks like, and is none itself. */
function cleanedProperties(properties: Members, depth: number): Members {
  return mapped(properties, (name, item) =>
    isSecretName(name) && isSchema(item)
      ? [name, withoutValues(item, hidesNumbersOf(name), depth)]
      : cleanedMember(name, item, depth)
  )
}

function isSecretName(name: string): boolean {
  return SECRET_KEY.test(name) || SECRET_TEXT_KEY.test(name)
}

function hidesNumbersOf(name: string): boolean {
  return SECRET_KEY.test(name)
}

/** What a person would write is not nested deeper, and nobody waits for what is. */
const DEEPEST_CHOICES = 3

function isSchema(value: unknown, levels = DEEPEST_CHOICES): value is Members {
  if (!isObject(value) || levels === 0) return false
  const { type, anyOf, oneOf } = value
  if (type !== undefined) return [type].flat().every((name) => TYPES.includes(name))
  const choices: unknown = anyOf ?? oneOf
  if (!Array.isArray(choices) || choices.length === 0) return false
  return choices.every((choice) => isSchema(choice, levels - 1))
}

/** A schema of something secret, as far as nothing in it could be that. */
function withoutValues(schema: Members, hidesNumbers: boolean, depth: number): Members {
  const inner = (item: unknown): unknown =>
    isSchema(item) ? withoutValues(item, hidesNumbers, depth) : hidden(item, hidesNumbers)
  return mapped(schema, (keyword, item) => {
    if (keyword === 'type') return [keyword, item]
    if (ABOUT_VALUE.test(keyword) && !isComposed(item)) return [keyword, cleaned(item, depth)]
    if (OF_SCHEMAS.test(keyword))
      return [keyword, Array.isArray(item) ? item.map(inner) : inner(item)]
    if (keyword !== 'properties' || !isObject(item)) return [keyword, hidden(item, hidesNumbers)]
    return [keyword, mapped(item, (name, property) => [name, inner(property)])]
  })
}

function mapped(members: Members, change: (key: string, item: unknown) => Member): Members {
  return Object.fromEntries(Object.entries(members).map(([key, item]) => change(key, item)))
}

/** JSON may be in a text, and in a text of that. */
function cleanedText(text: string, depth: number): string {
  if (depth < DEEPEST_NESTING && /^\s*[[{]/.test(text)) {
    const value = parsed(text)
    if (value !== undefined) {
      const clean = JSON.stringify(cleaned(withoutDepths(value), depth + 1))
      return !isTooDeep(value) && clean === JSON.stringify(value) ? text : clean
    }
  }
  return withoutPatterns(text)
}

function hidden(value: unknown, hidesNumbers: boolean): unknown {
  if (typeof value === 'string') return value === '' ? value : HIDDEN_VALUE
  if (isNumber(value)) return hidesNumbers ? HIDDEN_VALUE : value
  if (Array.isArray(value)) return value.map((item) => hidden(item, hidesNumbers))
  if (!isObject(value)) return value
  return mapped(value, (key, item) => [key, hidden(item, hidesNumbers)])
}

function withoutPatterns(text: string): string {
  return unlessTooMuch(
    () => PATTERNS.reduce((left, [pattern, by]) => left.replace(pattern, by), text),
    () => HIDDEN_VALUE
  )
}

/** Only what a person wrote is cut, not the name of what it was written for. */
function withCutArguments(params: unknown): unknown {
  if (!isObject(params)) return params
  return Object.fromEntries(
    Object.entries(params).map(([key, item]) => {
      const isArguments = key === 'arguments' || key === 'argument' || key === 'text'
      return [key, isArguments ? cut(item) : withCutArguments(item)]
    })
  )
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') {
    const characters = [...value.slice(0, KEPT_CHARACTERS * 2 + 2)]
    if (characters.length <= KEPT_CHARACTERS) return value
    return `${characters.slice(0, KEPT_CHARACTERS).join('')}…`
  }
  if (Array.isArray(value)) return value.map(cut)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item)]))
}

/** A character that is cut in two is left out. */
function beginningOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes.subarray(0, KEPT_BYTES)).replace(/\ufffd$/, '')
}

function parsed(json: string): unknown {
  try {
    return fromJson(json)
  } catch {
    return undefined
  }
}
