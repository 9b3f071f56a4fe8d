/** JSON as people write it in files: with comments, trailing commas, and perhaps a byte order mark. */
import { createScanner, parseTree, type Node, type ParseError } from 'jsonc-parser'
import type { ConfigFault } from '../../shared/servers/server-config'

export type { Node } from 'jsonc-parser'

/** Offsets of `root` count in `text`, which is the text as it was given. */
export type JsoncText = { readonly root: Node; readonly text: string }
export type TextPlace = { readonly line: number; readonly column: number }

/** The parser and everything behind it go down one call a level. */
const DEEPEST = 100
const BYTE_ORDER_MARK = '\uFEFF'

/** By the number of the parser's error, because its enum is not there at run time. */
const SENTENCES: Readonly<Record<number, string>> = {
  1: 'This is not JSON: texts need double quotes, and only true, false and null go without.',
  2: 'This number is not written as JSON wants it.',
  3: 'The name of a field is missing here. It needs double quotes.',
  4: 'A value is missing here.',
  5: 'A colon is missing here.',
  6: 'A comma or a closing bracket is missing here.',
  7: 'A closing brace } is missing here.',
  8: 'A closing bracket ] is missing here.',
  9: 'The JSON ends before this place, and something follows it.',
  11: 'The comment that begins here is not closed.',
  12: 'The text that begins here is not closed.',
  13: 'This number is not complete.',
  14: 'The escape \\u in this text needs four hexadecimal digits.',
  15: 'This text has a backslash before a character that needs none.',
  16: 'This text holds a control character, which has to be written as an escape such as \\t.'
}

/** Kinds of token, by the parser's numbers. */
export const TOKEN = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  text: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  trivia: 15,
  unknown: 16,
  end: 17
} as const

/** Refuses what is not one whole value, and what is deeper than 100 levels. */
export function parseJsonc(text: string): JsoncText | { readonly fault: ConfigFault } {
  const fault = brokenCharacterIn(text) ?? depthFaultIn(text)
  if (fault) return { fault }
  const errors: ParseError[] = []
  const root = parseTree(withoutMark(text), errors, { allowTrailingComma: true })
  const [first] = errors.sort((one, other) => one.offset - other.offset)
  if (first) return { fault: faultAt(text, first.offset, sentenceFor(first)) }
  if (!root) return { fault: faultAt(text, text.length, 'A value is missing here.') }
  return { root, text }
}

/** Whether there is nothing in it but space and comments. */
export function isBlankJsonc(text: string): boolean {
  const scanner = createScanner(withoutMark(text), true)
  return (scanner.scan() as number) === TOKEN.end
}

/** What the node stands for. Every key becomes a property of its own, whatever its name. */
export function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf)
  if (node.type !== 'object') return node.value as unknown
  const object = {}
  for (const { key, value } of propertiesOf(node)) {
    Object.defineProperty(object, key, {
      value: valueOf(value),
      writable: true,
      enumerable: true,
      configurable: true
    })
  }
  return object
}

export type Property = {
  readonly key: string
  readonly keyNode: Node
  readonly value: Node
  readonly node: Node
}

/** In the order of the text, with those that are written twice. */
export function propertiesOf(object: Node): readonly Property[] {
  return (object.children ?? []).flatMap((node) => {
    const [keyNode, value] = node.children ?? []
    return keyNode && value ? [{ key: keyNode.value as string, keyNode, value, node }] : []
  })
}

/** The one that counts: of several with the same key, the last. */
export function propertyOf(object: Node, key: string): Property | undefined {
  return propertiesOf(object).findLast((property) => property.key === key)
}

/** Follows a path such as `args.0` as far as the text goes along. Keys may have dots in them. */
export function nodeAlong(node: Node, path: string): Node {
  const steps =
    node.type === 'array'
      ? (node.children ?? []).map((value, index) => ({ key: String(index), value }))
      : propertiesOf(node)
  const whole = steps.findLast(({ key }) => key === path)
  if (whole) return whole.value
  const [next] = steps
    .filter(({ key }) => path.startsWith(`${key}.`))
    .toSorted((one, other) => other.key.length - one.key.length)
  return next ? nodeAlong(next.value, path.slice(next.key.length + 1)) : node
}

/** Finds lines and columns, counted from 1, for many offsets of one text. */
export function placesIn(text: string): (offset: number) => TextPlace {
  const starts = [0]
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n?|\n/g)) {
    starts.push(index + lineBreak.length)
  }
  const markLength = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0
  return (offset) => {
    let low = 0
    for (let high = starts.length; high - low > 1;) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    const column = offset - (starts[low] ?? 0) + 1
    return { line: low + 1, column: low === 0 ? Math.max(1, column - markLength) : column }
  }
}

function faultAt(text: string, offset: number, message: string): ConfigFault {
  return { message, ...placesIn(text)(offset) }
}

/** The mark becomes a space, so that offsets stay what they are. */
function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? ` ${text.slice(1)}` : text
}

function brokenCharacterIn(text: string): ConfigFault | undefined {
  if (text.isWellFormed()) return undefined
  const offset = [...text].reduce(
    ({ at, found }, character) => ({
      at: at + character.length,
      found: found ?? (character.isWellFormed() ? undefined : at)
    }),
    { at: 0, found: undefined as number | undefined }
  ).found
  return faultAt(text, offset ?? 0, 'Half a character is here, which cannot be stored in a file.')
}

function depthFaultIn(text: string): ConfigFault | undefined {
  const scanner = createScanner(withoutMark(text), true)
  let depth = 0
  for (let token = scanner.scan() as number; token !== TOKEN.end; token = scanner.scan()) {
    if (token === TOKEN.openBrace || token === TOKEN.openBracket) depth += 1
    else if (token === TOKEN.closeBrace || token === TOKEN.closeBracket) depth -= 1
    if (depth > DEEPEST) {
      const message = `There are more than ${DEEPEST} objects and lists inside each other here.`
      return faultAt(text, scanner.getTokenOffset(), message)
    }
  }
  return undefined
}

function sentenceFor({ error }: ParseError): string {
  return SENTENCES[error] ?? 'This is not JSON.'
}
