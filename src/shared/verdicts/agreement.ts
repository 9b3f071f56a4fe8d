/**
 * Whether the text of a result says what its structured content says. The specification advises
 * that, so that clients which know only text miss nothing; it does not demand it, so no difference
 * is more than a remark, unless the two say different things of the same.
 */
import { fromJson, isComposed, isObject } from '../json/json'
import { weigh } from '../schema/weight'
import { inWords } from '../json/wording'
import type { Verdict } from './verdicts'
import { firstDifference, isSame, pointerPart, type Difference } from './difference'

const LIMITS = { chars: 4 * 1024 * 1024, nodes: 100_000, depth: 200 }
const CLAUSE = 'MCP, Server Features, Tools, Structured Content'

/** A text block: as it is, and what it says if it is JSON. */
type Said = { readonly text: string; readonly value: unknown }
type Members = Readonly<Record<string, unknown>>

/** Undefined when there is nothing to compare: no structured content, or no text that is JSON. */
export function agreementOf(result: Members): Verdict | undefined {
  const { structuredContent: structured, content } = result
  if (structured === undefined) return undefined
  const texts = textsIn(content)
  if (texts.length === 0) return undefined
  const chars = texts.reduce((sum, text) => sum + text.length, 0)
  if (chars > LIMITS.chars || isTooLarge(structured)) return TOO_LARGE
  const said = texts.map((text) => ({ text, value: parsed(text) }))
  if (said.some(({ value }) => value !== undefined && isTooLarge(value))) return TOO_LARGE
  if (said.some(({ value }) => isSame(value, structured))) {
    return verdict('right', 'The text content says what the structured content says.')
  }
  const composed = said.map(({ value }) => value).find(isComposed)
  return (
    inMemberOf(structured, said) ??
    (composed === undefined || !isComposed(structured) ? undefined : compared(structured, composed))
  )
}

const TOO_LARGE: Verdict = {
  about: 'agreement',
  kind: 'unknown',
  message: 'The content is too large for its text to be compared with its structured content.',
  findings: [],
  blame: 'patchbay'
}

function verdict(kind: Verdict['kind'], message: string): Verdict {
  return { about: 'agreement', kind, message, findings: [] }
}

/** Servers whose answer is no object put it into one; the text is then what stands in that. */
function inMemberOf(structured: unknown, said: readonly Said[]): Verdict | undefined {
  if (!isObject(structured)) return undefined
  const names = Object.keys(structured)
  const name = names.find((each) => isSaid(structured[each], said))
  if (name === undefined) return undefined
  const place = `/${pointerPart(name)}`
  if (names.length === 1) {
    const message = `The text is what stands at ${place} of the structured content.`
    return { ...verdict('right', message), note: `the text is what stands at ${place}` }
  }
  // A word or a number of many members is a summary, as good as any other.
  if (!said.some(({ value }) => isComposed(value))) return undefined
  const message = `The text is only what stands at ${place} of the structured content (${CLAUSE}).`
  return verdict('remark', message)
}

/** Some libraries write each item of a list as a text of its own. */
function isSaid(value: unknown, said: readonly Said[]): boolean {
  const says = (one: Said | undefined, what: unknown): boolean =>
    one !== undefined && (one.text === what || isSame(one.value, what))
  if (said.some((one) => says(one, value))) return true
  return (
    Array.isArray(value) &&
    value.length === said.length &&
    value.every((item, index) => says(said[index], item))
  )
}

function compared(structured: unknown, text: unknown): Verdict {
  if (Array.isArray(text) && isObject(structured)) return comparedWithList(structured, text)
  if (Array.isArray(structured) !== Array.isArray(text)) {
    const message = `The text is ${shapeOf(text)}, the structured content ${shapeOf(structured)} (${CLAUSE}).`
    return verdict('remark', message)
  }
  return differing(structured, text, '')
}

/** A list in the text can only be meant as the one list that the structured content has. */
function comparedWithList(structured: Members, text: readonly unknown[]): Verdict {
  const lists = Object.keys(structured).filter((name) => Array.isArray(structured[name]))
  const [name] = lists
  if (name !== undefined && lists.length === 1) {
    return differing(structured[name], text, `/${pointerPart(name)}`)
  }
  const message = `The text is a list, the structured content an object that does not have it (${CLAUSE}).`
  return verdict('remark', message)
}

/** Two values for the same place contradict each other; what only one of them has does not. */
function differing(structured: unknown, text: unknown, at: string): Verdict {
  const contradiction = firstDifference(structured, text, ['both'], at)
  if (contradiction) return contradicting(contradiction)
  const found = firstDifference(structured, text, undefined, at)
  const message =
    found?.in === 'left'
      ? `The text leaves out ${found.pointer}, which the structured content has (${CLAUSE}).`
      : `The text has ${found?.pointer}, which the structured content leaves out (${CLAUSE}).`
  return verdict('remark', message)
}

function contradicting({ pointer, left, right }: Difference): Verdict {
  const message = `The text and the structured content contradict each other: at ${pointer} the text says ${inWords(right)}, the structured content ${inWords(left)} (${CLAUSE}).`
  const finding = `The text says ${inWords(right)} here.`
  return {
    about: 'agreement',
    kind: 'warning',
    message,
    findings: [{ pointer, keyword: 'text', message: finding }],
    blame: 'server'
  }
}

function shapeOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : 'an object'
}

function textsIn(content: unknown): readonly string[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((block: unknown) =>
    isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string'
      ? [block['text']]
      : []
  )
}

/** Undefined when it is not JSON. */
function parsed(text: string): unknown {
  try {
    return fromJson(text)
  } catch {
    return undefined // most texts are prose
  }
}

function isTooLarge(value: unknown): boolean {
  return typeof weigh(value, LIMITS) === 'string'
}
