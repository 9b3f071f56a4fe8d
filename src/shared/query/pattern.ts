/** Patterns of a person, matched by an engine that takes time in proportion to the text. */
import { RE2JS } from 're2js'
import { messageOf } from '../protocol/errors'
import { programSize } from '../schema/patterns/pattern-size'
import { inLinearSyntax } from '../schema/patterns/pattern-syntax'
import type { Read } from './read'

export type PatternSource = {
  readonly source: string
  readonly isCaseInsensitive: boolean
}

const MAX_CHARS = 1_000
/** Each frame takes longer the larger the program is, and there may be a million of them. */
const MAX_PROGRAM = 1_000
/** A person types one letter after the other, and each time it is another pattern. */
const MAX_KEPT = 20

const kept = new Map<string, Read<RE2JS>>()

/** The engine for a pattern, or why there can be none. */
export function readPattern({ source, isCaseInsensitive }: PatternSource): Read<RE2JS> {
  const key = `${isCaseInsensitive ? 'i' : ''}/${source}`
  const known = kept.get(key)
  if (known) return known
  const read = compiled(source, isCaseInsensitive ? RE2JS.CASE_INSENSITIVE : 0)
  for (const oldest of kept.keys()) {
    if (kept.size < MAX_KEPT) break
    kept.delete(oldest)
  }
  kept.set(key, read)
  return read
}

/** Whether it matches somewhere in the text. What is no pattern matches nowhere. */
export function patternMatches(pattern: PatternSource, text: string): boolean {
  const read = readPattern(pattern)
  return read.isRead && read.value.test(text)
}

function compiled(source: string, flags: number): Read<RE2JS> {
  if (source.length > MAX_CHARS || programSize(source) > MAX_PROGRAM) {
    return unusable('it is too large')
  }
  const linear = inLinearSyntax(source)
  if (linear === undefined) return unusable(faultOf(source))
  try {
    return { isRead: true, value: RE2JS.compile(RE2JS.translateRegExp(linear), flags) }
  } catch (error) {
    if (/\(\?[=!]/.test(source)) return unusable(`it looks ahead, ${WHY_NOT}`)
    if (/\(\?<[=!]/.test(source)) return unusable(`it looks behind, ${WHY_NOT}`)
    return unusable(messageOf(error).replace(/^error parsing regexp: /, ''))
  }
}

const WHY_NOT = 'which an engine that never takes long cannot'

function faultOf(source: string): string {
  try {
    new RegExp(source)
  } catch (error) {
    const message = messageOf(error)
    return message.slice(message.lastIndexOf(': ') + 2).toLowerCase()
  }
  return /\\[1-9k]/.test(source)
    ? `it refers back to what it has found, ${WHY_NOT}`
    : 'it has a letter behind a backslash that means nothing there'
}

function unusable(why: string): Read<never> {
  return { isRead: false, problem: `This pattern cannot be used: ${why}.` }
}
