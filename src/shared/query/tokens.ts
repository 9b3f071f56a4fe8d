/** Cuts the text of a filter into its terms, before anyone knows whether they mean something. */
import { nearest } from './near'
import { fieldNames, type Vocabulary } from './vocabulary'

export type Token = {
  readonly start: number
  readonly end: number
  readonly isNegated: boolean
  /** Where it begins, behind its sign. */
  readonly from: number
  /** False for a quote or a pattern that goes on to the end of the text. */
  readonly isClosed: boolean
} & TokenBody

export type TokenBody =
  | { readonly kind: 'quote'; readonly text: string }
  /** It may begin like a field that there is not, such as `foo:`. */
  | { readonly kind: 'word'; readonly text: string; readonly unknownField?: string }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
  | { readonly kind: 'field'; readonly field: string; readonly values: readonly Value[] }
  /** A field that there is not, and the one that it may be meant for. */
  | { readonly kind: 'near miss'; readonly name: string; readonly meant: string }

/** One of the alternatives that a field is given. */
export type Value = {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly isQuoted: boolean
  readonly isClosed: boolean
}

type Piece = TokenBody & { readonly end: number; readonly isClosed: boolean }

const SPACE = /\s/
const TO_SPACE = /\S*/y
/** But not the scheme of a URI. */
const FIELD = /([a-z]+):(?!\/\/)/iy
const NUMBER = /#(\d+(?:\.\.\d*)?)(?!\S)/y
const VALUE = /[^\s|]*/y

export function tokensOf(text: string, vocabulary: Vocabulary): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    if (SPACE.test(text.charAt(at))) {
      at++
      continue
    }
    const isNegated = text.charAt(at) === '-' || text.charAt(at) === '!'
    const from = isNegated ? at + 1 : at
    // A sign alone is the beginning of a term that is still to be typed.
    if (from < text.length && !SPACE.test(text.charAt(from))) {
      const piece = pieceAt(text, from, vocabulary)
      tokens.push({ ...piece, start: at, isNegated, from })
      at = piece.end
    } else at = from
  }
  return tokens
}

function pieceAt(text: string, from: number, vocabulary: Vocabulary): Piece {
  if (text.charAt(from) === '"') {
    const quote = quoteAt(text, from)
    return { kind: 'quote', ...quote }
  }
  return (
    patternAt(text, from) ??
    fieldAt(text, from, vocabulary) ??
    numberAt(text, from, vocabulary) ??
    wordAt(text, from)
  )
}

function wordAt(text: string, from: number): Piece {
  const word = matchAt(TO_SPACE, text, from)?.[0] ?? ''
  const name = matchAt(FIELD, text, from)?.[1]
  const end = from + word.length
  return { kind: 'word', text: word, end, isClosed: true, ...(name && { unknownField: name }) }
}

/** Only a quote and a backslash are escaped by a backslash: others are common in frames. */
export function quoteAt(
  text: string,
  from: number
): { readonly text: string; readonly end: number; readonly isClosed: boolean } {
  let quoted = ''
  for (let at = from + 1; at < text.length; at++) {
    const [char, next] = [text.charAt(at), text.charAt(at + 1)]
    if (char === '"') return { text: quoted, end: at + 1, isClosed: true }
    const isEscape = char === '\\' && (next === '"' || next === '\\')
    quoted += isEscape ? next : char
    if (isEscape) at++
  }
  return { text: quoted, end: text.length, isClosed: false }
}

const FLAGS = /[dgimsuvy]*(?!\S)/y

/** Ends at a slash with nothing but flags behind it. With other slashes only, it is a path. */
function patternAt(text: string, from: number): Piece | undefined {
  if (text.charAt(from) !== '/') return undefined
  let isInClass = false
  let isPath = false
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '\\') at++
    else if (char === '[') isInClass = true
    else if (char === ']') isInClass = false
    else if (char === '/' && !isInClass) {
      const flags = matchAt(FLAGS, text, at + 1)?.[0]
      if (flags !== undefined) {
        const source = text.slice(from + 1, at)
        return { kind: 'pattern', source, flags, end: at + 1 + flags.length, isClosed: true }
      }
      isPath = true
    }
  }
  if (isPath) return undefined
  const source = text.slice(from + 1)
  return { kind: 'pattern', source, flags: '', end: text.length, isClosed: false }
}

function fieldAt(text: string, from: number, vocabulary: Vocabulary): Piece | undefined {
  const name = matchAt(FIELD, text, from)?.[1]
  if (name === undefined) return undefined
  const small = name.toLowerCase()
  const values = valuesAt(text, from + name.length + 1)
  const last = values.at(-1)
  const [end, isClosed] = [last?.end ?? text.length, last?.isClosed ?? true]
  if (Object.hasOwn(vocabulary.fields, small)) {
    return { kind: 'field', field: small, values, end, isClosed }
  }
  const meant = nearest(small, fieldNames(vocabulary))
  return meant === undefined ? undefined : { kind: 'near miss', name, meant, end, isClosed }
}

function valuesAt(text: string, from: number): readonly Value[] {
  const values: Value[] = []
  let start = from
  for (;;) {
    const isQuoted = text.charAt(start) === '"'
    const value = isQuoted ? quoteAt(text, start) : plainAt(text, start)
    values.push({ ...value, start, isQuoted })
    if (text.charAt(value.end) !== '|') return values
    start = value.end + 1
  }
}

function plainAt(text: string, from: number): Omit<Value, 'start' | 'isQuoted'> {
  const plain = matchAt(VALUE, text, from)?.[0] ?? ''
  return { text: plain, end: from + plain.length, isClosed: true }
}

function numberAt(
  text: string,
  from: number,
  { numberField: field }: Vocabulary
): Piece | undefined {
  const number = matchAt(NUMBER, text, from)?.[1]
  if (number === undefined || field === undefined) return undefined
  const start = from + 1
  const end = start + number.length
  const value = { start, end, text: number, isQuoted: false, isClosed: true }
  return { kind: 'field', field, values: [value], end, isClosed: true }
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at
  return sticky.exec(text)
}
