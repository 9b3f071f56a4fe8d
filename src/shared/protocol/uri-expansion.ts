/** Puts values into a URI template, as RFC 6570 section 3 says. Linear in what is given. */
import { isHex, type Operator, type TemplateVariable, type UriTemplate } from './uri-template'

/** A text, a list, or a map whose order is that of its URI. What is absent is undefined. */
export type TemplateValue = string | readonly string[] | ReadonlyMap<string, string>
export type TemplateValues = ReadonlyMap<string, TemplateValue>

/** The table of RFC 6570, appendix A. */
type Manner = {
  readonly first: string
  readonly between: string
  readonly isNamed: boolean
  /** What stands after a name without a value. */
  readonly ifEmpty: string
  readonly keepsReserved: boolean
}

const MANNERS: Readonly<Record<Operator, Manner>> = {
  '': { first: '', between: ',', isNamed: false, ifEmpty: '', keepsReserved: false },
  '+': { first: '', between: ',', isNamed: false, ifEmpty: '', keepsReserved: true },
  '#': { first: '#', between: ',', isNamed: false, ifEmpty: '', keepsReserved: true },
  '.': { first: '.', between: '.', isNamed: false, ifEmpty: '', keepsReserved: false },
  '/': { first: '/', between: '/', isNamed: false, ifEmpty: '', keepsReserved: false },
  ';': { first: ';', between: ';', isNamed: true, ifEmpty: '', keepsReserved: false },
  '?': { first: '?', between: '&', isNamed: true, ifEmpty: '=', keepsReserved: false },
  '&': { first: '&', between: '&', isNamed: true, ifEmpty: '=', keepsReserved: false }
}

export function expandTemplate({ parts }: UriTemplate, values: TemplateValues): string {
  return parts
    .map((part) => {
      if (part.kind === 'literal') return encode(part.text, true)
      const manner = MANNERS[part.operator]
      const written = part.variables.flatMap((variable) => {
        const value = values.get(variable.name)
        return value === undefined ? [] : write(variable, value, manner)
      })
      return written.length === 0 ? '' : manner.first + written.join(manner.between)
    })
    .join('')
}

/** What one variable adds: nothing, one piece, or one for each item. */
function write(
  { name, isExploded, prefix }: TemplateVariable,
  value: TemplateValue,
  manner: Manner
): readonly string[] {
  const { keepsReserved } = manner
  const encoded = (text: string): string => encode(text, keepsReserved)
  if (typeof value === 'string') {
    const taken = prefix === undefined ? value : firstCharacters(value, prefix, keepsReserved)
    return [manner.isNamed ? withName(name, encoded(taken), manner) : encoded(taken)]
  }
  const isMap = !isArray(value)
  const pairs = isMap ? [...value] : value.map((item) => ['', item] as const)
  if (pairs.length === 0) return []
  if (isExploded) {
    return pairs.map(([key, item]) => {
      if (isMap && !manner.isNamed) return `${encoded(key)}=${encoded(item)}`
      if (!manner.isNamed) return encoded(item)
      return isMap
        ? withEncodedName(encoded(key), encoded(item), manner)
        : withName(name, encoded(item), manner)
    })
  }
  const joined = pairs
    .flatMap(([key, item]) => (isMap ? [encoded(key), encoded(item)] : [encoded(item)]))
    .join(',')
  return [manner.isNamed ? withName(name, joined, manner) : joined]
}

function isArray(value: Exclude<TemplateValue, string>): value is readonly string[] {
  return Array.isArray(value)
}

function withName(name: string, value: string, manner: Manner): string {
  return withEncodedName(encode(name, true), value, manner)
}

function withEncodedName(name: string, value: string, { ifEmpty }: Manner): string {
  return value === '' ? `${name}${ifEmpty}` : `${name}=${value}`
}

const UNRESERVED = /^[A-Za-z0-9\-._~]$/
const RESERVED = /^[:/?#[\]@!$&'()*+,;=]$/

function encode(text: string, keepsReserved: boolean): string {
  let encoded = ''
  for (let at = 0; at < text.length; at++) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const isTriplet = character === '%' && isHex(text[at + 1]) && isHex(text[at + 2])
    const isKept =
      UNRESERVED.test(character) || (keepsReserved && (RESERVED.test(character) || isTriplet))
    encoded += isKept ? character : percentEncode(character)
    at += character.length - 1
  }
  return encoded
}

/** Half of a surrogate pair stands for no character; it is sent as the mark for that. */
function percentEncode(character: string): string {
  const point = character.codePointAt(0) ?? 0
  if (point >= 0xd800 && point <= 0xdfff) return '%EF%BF%BD'
  return encodeURIComponent(character).replace(/[!'()*]/, asTriplet)
}

/** These are reserved too, though JavaScript leaves them. */
function asTriplet(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/** Where triplets are kept as they are, one of them counts as one character. */
function firstCharacters(text: string, count: number, keepsTriplets: boolean): string {
  let at = 0
  for (let taken = 0; taken < count && at < text.length; taken++) {
    const isTriplet = text[at] === '%' && isHex(text[at + 1]) && isHex(text[at + 2])
    at += keepsTriplets && isTriplet ? 3 : String.fromCodePoint(text.codePointAt(at) ?? 0).length
  }
  return text.slice(0, at)
}
