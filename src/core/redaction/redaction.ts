/**
 * Takes known values out of everything that leaves: what is shown, printed or recorded. Callers
 * have whole frames and lines, so a value that is cut in two by a chunk is put together before.
 */
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { fromJson, isJson } from '../../shared/json/json'
import { endOfString } from '../../shared/json/json-strings'
import { base64Fragments } from './base64-fragments'
import { addressForms, asBytes, base64Forms, encodedForms } from './encodings'
import {
  withoutJsonEscapes,
  withoutLineEnds,
  withoutPercentEscapes,
  type NormalForm
} from './normal-form'

const SHORTEST_VALUE = 4
const SHORTEST_LINE = 12
/** Longer values are looked for in pieces, because patterns have a greatest size. */
const LONGEST_PIECE = 256
const LONGEST_SOURCE = 100_000
const DEEPEST_NESTING = 4
/** So much of a value is told when a text is cut in the middle of it, before it comes here. */
const SHORTEST_REST = 8
/** Where we cut a text without saying so, more than this is left of it. */
const SHORTEST_CUT = 80
/** The same of one that is encoded: about as much of the value itself. */
const SHORTEST_ENCODED_REST = 12

/** A sign-in has half as many: codes, verifiers and tokens. */
const MOST_NEWEST = 16

type Range = { readonly start: number; end: number }

/** A longer one is hardly part of another number by chance. */
const SHORT_NUMBER = /^\d{4,11}$/
const NO_NUMBERS: ReadonlySet<string> = new Set()

/** Matches only the whole number: inside a longer number, the digits are not the value. */
function wholeNumber(digits: string): string {
  return `(?<!\\d|\\d\\.)${digits}(?!\\d)`
}

/** One search over a text, or over what is left of it without its escapes. */
export type Search = {
  /** Tells cheaply that a text cannot hold anything of it. */
  readonly isNeeded: (text: string) => boolean
  readonly normalize?: (text: string) => NormalForm
  readonly patterns: () => readonly RegExp[]
  /**
   * From where on to hide what a pattern found at this place, if anything of it; all of it, if there
   * is no such function.
   */
  readonly tellingFrom?: (found: string, at: number) => number | undefined
}

export class Redactor {
  private readonly values = new Set<string>()
  /** These stay hidden, whoever else has hidden them for a time. */
  private readonly lasting = new Set<string>()
  private readonly newest = new Map<string, readonly string[]>()
  private searches: readonly Search[] = []

  get size(): number {
    return this.values.size
  }

  /** All of them, for whoever looks for them elsewhere. */
  known(): readonly string[] {
    return [...this.values]
  }

  add(values: readonly string[]): void {
    for (const value of values) this.lasting.add(value)
    this.learn(values)
  }

  private learn(values: readonly string[]): void {
    const before = this.size
    for (const value of values.flatMap(withLines)) {
      if (value.length >= SHORTEST_VALUE && value !== HIDDEN_VALUE) this.values.add(value)
    }
    if (this.size > before) this.searches = searchesFor([...this.values])
  }

  /** The same for values that others replace in time: of one owner, only the newest are known. */
  addNewest(owner: string, values: readonly string[]): void {
    const before = this.newest.get(owner) ?? []
    const all = [...before.filter((value) => !values.includes(value)), ...values]
    const kept = all.slice(-MOST_NEWEST)
    this.newest.set(owner, kept)
    const others = new Set([...this.newest.values()].flat())
    for (const value of before) {
      if (!others.has(value) && !this.lasting.has(value)) this.values.delete(value)
    }
    this.learn(values)
  }

  /** Every known value in `text`, in any encoding that we know, becomes HIDDEN_VALUE. */
  redact(text: string): string {
    const ranges = this.rangesIn(text)
    if (ranges.length === 0) return text
    const parts: string[] = []
    let end = 0
    for (const range of ranges) {
      parts.push(text.slice(end, range.start), HIDDEN_VALUE)
      end = range.end
    }
    parts.push(text.slice(end))
    return parts.join('')
  }

  /** The same for JSON text, which stays JSON: only strings change, and numbers become strings. */
  redactJson(json: string): string {
    return this.redactNested(json, 0)
  }

  private redactNested(json: string, depth: number): string {
    if (!this.isTouching(json)) return json
    if (!isJson(json)) return this.redact(json)
    const parts: string[] = []
    for (let at = 0; at < json.length;) {
      const open = json.indexOf('"', at)
      const outside = json.slice(at, open === -1 ? json.length : open)
      parts.push(this.redactNumbers(outside))
      if (open === -1) break
      at = endOfString(json, open) + 1
      parts.push(this.redactString(json.slice(open, at), depth))
    }
    const redacted = parts.join('')
    return redacted === json ? json : redacted
  }

  private redactString(token: string, depth: number): string {
    if (!this.isTouching(token)) return token
    const text = fromJson(token) as string
    const hasJson = depth < DEEPEST_NESTING && /^\s*[[{"]/.test(text) && isJson(text)
    const redacted = hasJson ? this.redactNested(text, depth + 1) : this.redact(text)
    return redacted === text ? token : JSON.stringify(redacted)
  }

  private redactNumbers(outside: string): string {
    return outside.replace(/-?\d[\d.eE+-]*/g, (number) =>
      this.isTouching(number) ? JSON.stringify(HIDDEN_VALUE) : number
    )
  }

  private isTouching(text: string): boolean {
    return unlessTooMuch(
      () => this.isFound(text),
      () => true
    )
  }

  private isFound(text: string): boolean {
    return this.searches.some((search) => {
      if (!search.isNeeded(text)) return false
      const searched = search.normalize?.(text).text ?? text
      return search.patterns().some((pattern) => {
        for (const [found, at] of matchesOf(pattern, searched)) {
          if (!search.tellingFrom || search.tellingFrom(found, at) !== undefined) return true
        }
        return false
      })
    })
  }

  private rangesIn(text: string): readonly Range[] {
    return unlessTooMuch(
      () => this.foundIn(text),
      () => [{ start: 0, end: text.length }]
    )
  }

  /** In order, and without overlaps. */
  private foundIn(text: string): readonly Range[] {
    const found: Range[] = []
    for (const search of this.searches) {
      if (!search.isNeeded(text)) continue
      const normal = search.normalize?.(text)
      for (const pattern of search.patterns()) {
        for (const [part, start] of matchesOf(pattern, normal?.text ?? text)) {
          const from = search.tellingFrom ? search.tellingFrom(part, start) : 0
          if (from === undefined) continue
          const range = { start: start + from, end: start + part.length }
          found.push(normal?.originOf(range.start, range.end) ?? range)
        }
      }
    }
    found.sort((a, b) => a.start - b.start)
    const merged: Range[] = []
    for (const range of found) {
      const last = merged.at(-1)
      if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
      else merged.push(range)
    }
    return merged
  }
}

/** Two values may overlap in a text, so the search goes on inside of what it found. */
/**
 * A pattern can run out of memory on a text of many megabytes that was made for it. What cannot be
 * searched may hold a secret, and is hidden.
 */
export function unlessTooMuch<Result>(search: () => Result, hidden: () => Result): Result {
  try {
    return search()
  } catch (error) {
    if (error instanceof RangeError) return hidden()
    throw error
  }
}

function* matchesOf(pattern: RegExp, text: string): Generator<readonly [string, number]> {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    yield [match[0], match.index]
    pattern.lastIndex = match.index + 1
  }
}

function searchesFor(values: readonly string[]): readonly Search[] {
  const pieces = values.flatMap(inPieces)
  const numbers = new Set(values.filter((value) => SHORT_NUMBER.test(value)))
  const forms = pieces.flatMap(encodedForms)
  const bytes = pieces.flatMap((piece) => [piece, asBytes(piece)])
  return [
    { isNeeded: () => true, patterns: once(() => compile(forms, numbers)) },
    base64Fragments(values),
    ...cutSearches(pieces),
    {
      // Mail and the program base64 put an end of line after every 76 characters or so.
      isNeeded: (text) => /[\w+/=-]{16}(?:[\r\n]|\\+[rn])/.test(text),
      normalize: withoutLineEnds,
      patterns: once(() => compile(pieces.flatMap((piece) => base64Forms(Buffer.from(piece)))))
    },
    {
      // Other escapes of JSON are among the forms: these nobody has to write, or they are nested.
      isNeeded: (text) => /\\(?:u[\da-fA-F]|\/|\\\\)/.test(text),
      normalize: withoutJsonEscapes,
      patterns: once(() =>
        compile(
          forms.map((form) => withoutJsonEscapes(form).text),
          numbers
        )
      )
    },
    {
      isNeeded: (text) => /%[\da-fA-F]/.test(text),
      normalize: withoutPercentEscapes,
      patterns: once(() =>
        compile(
          bytes.map((form) => withoutPercentEscapes(form).text),
          numbers
        )
      )
    }
  ]
}

/** A key of many lines begins as all such keys do. */
function isOneLine(piece: string): boolean {
  return !/[\r\n]/.test(piece)
}

/** A text says that it was cut. */
const CUT_MARK = '(?=…|\\.\\.\\.)'
/** A text ends, or what quotes it goes on. */
const CUT_END = '(?=$|[”’»\'"`\\\\])'
/** Ends with a plain `+`, because a pattern with `{12,}` runs out of memory in a word of megabytes. */
const CUT_WORD = `(?<![\\w+/=%-])[\\w+/=%-]{${SHORTEST_ENCODED_REST - 1}}[\\w+/=%-]+`
const MARKED_WORD = new RegExp(`${CUT_WORD}${CUT_MARK}`, 'g')
const LAST_WORD = new RegExp(`${CUT_WORD}${CUT_END}`, 'g')
/** The beginning of a secret that anybody may write, such as the name of a scheme. */
const ONLY_WORDS = /^[A-Za-z]+(?:[-_ ]+[A-Za-z]+)*[-_: ]?$/

/**
 * The beginning of a value, where a text was cut before it came here. Anywhere else the same
 * characters are part of another text, which stays as it is.
 */
function cutSearches(pieces: readonly string[]): readonly Search[] {
  const heads = once(() => compile(encodedHeads(pieces)))
  const isMarked = (text: string): boolean => text.includes('…') || text.includes('...')
  const isLong = (text: string): boolean => text.length > SHORTEST_CUT
  const isTelling = (found: string, at: number): boolean =>
    at + found.length > SHORTEST_CUT && !ONLY_WORDS.test(found)
  return [
    { isNeeded: isMarked, patterns: once(() => beginnings(pieces, CUT_MARK)) },
    {
      isNeeded: isMarked,
      patterns: () => [MARKED_WORD],
      tellingFrom: (word) => firstOf(heads(), word)
    },
    {
      isNeeded: isLong,
      patterns: once(() => beginnings(pieces, CUT_END)),
      tellingFrom: (found, at) => (isTelling(found, at) ? 0 : undefined)
    },
    {
      isNeeded: isLong,
      patterns: () => [LAST_WORD],
      tellingFrom: (word, at) => {
        const from = firstOf(heads(), word)
        return from !== undefined && isTelling(word.slice(from), at + from) ? from : undefined
      }
    }
  ]
}

function beginnings(pieces: readonly string[], cut: string): readonly RegExp[] {
  return pieces.filter(isOneLine).flatMap((piece) => beginningPatterns(piece, cut))
}

function beginningPatterns(piece: string, cut: string): readonly RegExp[] {
  return [...new Set([piece, JSON.stringify(piece).slice(1, -1), ...addressForms(piece)])]
    .map((form) => [...form])
    .filter((characters) => characters.length > SHORTEST_REST)
    .map((characters) => {
      const head = characters.slice(0, SHORTEST_REST).map(escaped).join('')
      const rest = characters.slice(SHORTEST_REST, -1)
      const tail = rest.reduceRight((inner, character) => `(?:${escaped(character)}${inner})?`, '')
      return new RegExp(`${head}${tail}${cut}`, 'g')
    })
}

/** Where a value begins in a word that was cut: what goes on in its letters goes with it. */
function firstOf(heads: readonly RegExp[], word: string): number | undefined {
  const places = heads.map((head) => word.search(head)).filter((place) => place !== -1)
  return places.length === 0 ? undefined : Math.min(...places)
}

/** How the encodings of the pieces begin. */
function encodedHeads(pieces: readonly string[]): readonly string[] {
  return pieces.flatMap((piece) => {
    const beginning = encodedForms(piece)
      .filter((form) => form.length > SHORTEST_ENCODED_REST)
      .map((form) => form.slice(0, SHORTEST_ENCODED_REST))
    return beginning.filter((head) => !piece.startsWith(head) && /^[\w+/=%-]+$/.test(head))
  })
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** Longest first, because the first that fits is taken; in several patterns when one would be too large. */
function compile(texts: readonly string[], numbers = NO_NUMBERS): readonly RegExp[] {
  const groups: string[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const text of [...new Set(texts)].sort((a, b) => b.length - a.length)) {
    size += text.length
    if (size > LONGEST_SOURCE) {
      groups.push([])
      size = text.length
    }
    groups.at(-1)?.push(numbers.has(text) ? wholeNumber(text) : escaped(text))
  }
  return groups.map((sources) => new RegExp(sources.join('|'), 'g'))
}

/** A key of many lines is also hidden where its lines come one by one. */
function withLines(value: string): readonly string[] {
  const lines = value.split(/\r\n|\r|\n/)
  if (lines.length === 1) return [value]
  const telling = lines.filter((line) => line.length >= SHORTEST_LINE && !/^-----/.test(line))
  return [value, ...telling]
}

function inPieces(value: string): readonly string[] {
  if (value.length <= LONGEST_PIECE) return [value]
  const characters = [...value]
  const count = Math.ceil(value.length / LONGEST_PIECE)
  const size = Math.ceil(characters.length / count)
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join('')
  ).filter((piece) => piece.length >= SHORTEST_VALUE)
}

function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined
  return () => (made ??= { result: make() }).result
}
