/** Finds where a text stops being JSON, because the parser does not always say. */

export type TextPlace = { readonly line: number; readonly column: number }

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or close' | 'end'

const SPACE = /[ \t\n\r]*/y
const TOKEN =
  /"[^"\\[\p{Cc}--[\x7f-\x9f]]]*(?:\\(?:["\\\/bfnrt]|u[\da-fA-F]{4})[^"\\[\p{Cc}--[\x7f-\x9f]]]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+\-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)|[\{\}\[\],:]/vy

/** Counted from 1; the end of the text where something is missing there. */
export function jsonFaultIn(text: string): TextPlace {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  for (let at = skipSpace(text, 0); ; at = skipSpace(text, TOKEN.lastIndex)) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)?.[0]
    const next: Expected | undefined =
      token === undefined ? undefined : following(expected, token, open)
    if (next === undefined) return placeOf(text, at)
    expected = next
  }
}

/** What may come after a token; undefined when the token itself may not come. */
function following(expected: Expected, token: string, open: ('{' | '[')[]): Expected | undefined {
  const afterValue = (): Expected => (open.length === 0 ? 'end' : 'comma or close')
  const isClose = token === (open.at(-1) === '{' ? '}' : ']')
  switch (expected) {
    case 'end':
      return undefined
    case 'colon':
      return token === ':' ? 'value' : undefined
    case 'comma or close':
      if (token === ',') return open.at(-1) === '{' ? 'key' : 'value'
      break
    case 'key':
      return token.startsWith('"') ? 'colon' : undefined
    case 'key or }':
      if (token.startsWith('"')) return 'colon'
      break
    case 'value':
    case 'value or ]':
      if (token === '{' || token === '[') {
        open.push(token)
        return token === '{' ? 'key or }' : 'value or ]'
      }
      if (!/^[}\],:]/.test(token)) return afterValue()
      if (expected === 'value') return undefined
  }
  if (!isClose) return undefined
  open.pop()
  return afterValue()
}

function skipSpace(text: string, from: number): number {
  SPACE.lastIndex = from
  return from + (SPACE.exec(text)?.[0].length ?? 0)
}

function placeOf(text: string, at: number): TextPlace {
  const before = text.slice(0, at)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: at - lineStart + 1 }
}
