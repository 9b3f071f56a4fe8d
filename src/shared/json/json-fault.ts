/** Where a text stops being JSON, so that a person can be led there. */

export type JsonFault = {
  /** Counted from the beginning of the text, in UTF-16 units. */
  readonly offset: number
  /** Both count from 1. */
  readonly line: number
  readonly column: number
  /** A whole sentence. */
  readonly message: string
}

const SPACE = /[ \t\n\r]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y

type Wanted = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'end'

const WANTED_WORDS: Readonly<Record<Wanted, string>> = {
  value: 'a value',
  'value or end': 'a value or ]',
  name: 'a name in double quotes',
  'name or end': 'a name in double quotes or }',
  colon: 'a colon',
  'comma or end': 'a comma or the closing bracket',
  end: 'the end of the text'
}

/** Undefined when the whole text is JSON. */
export function jsonFaultIn(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = []
  let wanted: Wanted = 'value'
  let at = 0
  const after = (): Wanted => (open.length === 0 ? 'end' : 'comma or end')
  for (;;) {
    at = endOf(SPACE, text, at) ?? at
    const next = text[at]
    if (next === undefined) return wanted === 'end' ? undefined : faultAt(text, at, wanted)
    const isName: boolean = wanted === 'name' || wanted === 'name or end'
    if (wanted === 'value' || wanted === 'value or end' || isName) {
      const end = endOfText(text, at) ?? (isName ? undefined : endOf(PLAIN, text, at))
      if (end !== undefined) {
        wanted = isName ? 'colon' : after()
        at = end
      } else if (!isName && (next === '{' || next === '[')) {
        open.push(next)
        wanted = next === '{' ? 'name or end' : 'value or end'
        at++
      } else if (wanted.endsWith('or end') && closes(open, next)) {
        open.pop()
        wanted = after()
        at++
      } else return faultAt(text, at, wanted)
    } else if (wanted === 'colon' && next === ':') {
      wanted = 'value'
      at++
    } else if (wanted === 'comma or end' && next === ',') {
      wanted = open.at(-1) === '{' ? 'name' : 'value'
      at++
    } else if (wanted === 'comma or end' && closes(open, next)) {
      open.pop()
      wanted = after()
      at++
    } else return faultAt(text, at, wanted)
  }
}

/** After the text in quotes that begins here. Goes by characters, because it may be very long. */
export function endOfText(text: string, start: number): number | undefined {
  if (text[start] !== '"') return undefined
  let at = start + 1
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) return at + 1
    if (unit < FIRST_ALLOWED) return undefined
    const next = unit === BACKSLASH ? endOf(ESCAPE, text, at) : at + 1
    if (next === undefined) return undefined
    at = next
  }
  return undefined
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** JSON forbids the characters before it inside a text. */
const FIRST_ALLOWED = 0x20

function endOf(token: RegExp, text: string, at: number): number | undefined {
  token.lastIndex = at
  return token.test(text) ? token.lastIndex : undefined
}

function closes(open: readonly string[], bracket: string): boolean {
  return bracket === '}' ? open.at(-1) === '{' : bracket === ']' && open.at(-1) === '['
}

function faultAt(text: string, offset: number, wanted: Wanted): JsonFault {
  const isOver = offset === text.length
  const found = isOver ? 'The text ends' : foundWords(text, offset)
  const message = `${found} where ${WANTED_WORDS[wanted]} has to be.`
  return { ...placeAt(text, offset), message }
}

export function placeAt(text: string, offset: number): Omit<JsonFault, 'message'> {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { offset, line, column: offset - before.lastIndexOf('\n') }
}

function foundWords(text: string, offset: number): string {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0)
  if (character === '"') return 'There is a text that is not closed or has a character JSON forbids'
  if (character === "'") return 'There is a single quote'
  return `There is ${character}`
}
