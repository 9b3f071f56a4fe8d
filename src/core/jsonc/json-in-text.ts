/** Finds the JSON in what people paste: whole, in fences, amid prose, or without its outer braces. */
import type { ConfigFault } from '../../shared/servers/server-config'
import { parseJsonc, type JsoncText } from './jsonc'

type Parsed = JsoncText | { readonly fault: ConfigFault }
export type JsonFound = JsoncText & {
  /** More fenced pieces of JSON, which were not taken. */
  readonly others: number
}

const FENCE = /```[^\n`]*\n([\s\S]*?)(?:```|$)/g
const FENCES_LIMIT = 20
const SURPLUS_BRACES = 3
/** A name in prose. Names with escapes would make this slow, and are not found. */
const FRAGMENT = /(?<!\\)"[^"\\\n]+"\s*:\s*[{[]/

export function findJson(text: string): JsonFound | { readonly fault: ConfigFault } {
  const whole = parseContainer(text)
  if (!('fault' in whole)) return { ...whole, others: 0 }
  // Prose may hold braces too, so what is fenced is looked at before what only has them.
  const fences = fencesIn(text)
  const fenced = fences.flatMap((fence) => parsePiece(fence) ?? [])
  const found = fenced[0] ?? parsePiece(text) ?? parsePiece(betweenBraces(text))
  if (found) return { ...found, others: Math.max(0, fenced.length - 1) }
  if (/^\s*[{["]/.test(text)) return whole
  const likely = fences[0] ?? (text.includes('{') ? betweenBraces(text) : undefined)
  const failed = likely === undefined ? undefined : parseContainer(likely)
  return failed && 'fault' in failed
    ? failed
    : { fault: { message: 'There is no JSON in this text. Paste it from { to }.' } }
}

function parsePiece(piece: string): JsoncText | undefined {
  const parsed = parseContainer(piece)
  if (!('fault' in parsed)) return parsed
  const start = piece.search(/^\s*"/.test(piece) ? /"/ : FRAGMENT)
  // What is broken further ahead would be lost without a word.
  if (start === -1 || /[{[]./s.test(piece.slice(0, start).trim())) return undefined
  let fragment = piece.slice(start).trimEnd()
  for (let surplus = 0; surplus <= SURPLUS_BRACES; surplus += 1) {
    const braced = parseContainer(`{${fragment}\n}`)
    if (!('fault' in braced)) return braced
    if (!/[},]$/.test(fragment)) return undefined
    fragment = fragment.slice(0, -1).trimEnd()
  }
  return undefined
}

function parseContainer(text: string): Parsed {
  const parsed = parseJsonc(text)
  if ('fault' in parsed || /^(object|array)$/.test(parsed.root.type)) return parsed
  return {
    fault: { message: 'This is JSON, but neither an object nor a list.', line: 1, column: 1 }
  }
}

/** What stands around is blanked, so that lines and columns stay those of the whole text. */
function fencesIn(text: string): readonly string[] {
  const matches = [...text.matchAll(FENCE)].slice(0, FENCES_LIMIT)
  return matches.map((match) => {
    const inside = match[1] ?? ''
    const start = match.index + match[0].indexOf('\n') + 1
    return blank(text.slice(0, start)) + inside
  })
}

function betweenBraces(text: string): string {
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}')
  return start === -1 || end < start ? '' : blank(text.slice(0, start)) + text.slice(start, end + 1)
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ')
}
