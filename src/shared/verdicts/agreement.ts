/**
 * Whether the text of a result says what its structured content says. The specification asks for
 * that, so that clients which know only text miss nothing.
 */
import { isObject } from '../json'
import { weigh } from '../schema/weight'
import type { Verdict } from '../verdicts'
import { firstDifference } from './difference'

const LIMITS = { chars: 4 * 1024 * 1024, nodes: 100_000, depth: 200 }

/** Undefined when there is no structured content. */
export function agreementOf(result: Readonly<Record<string, unknown>>): Verdict | undefined {
  const { structuredContent: structured, content } = result
  if (structured === undefined) return undefined
  const texts = textsIn(content)
  if (texts.length === 0) {
    return verdict('unknown', 'There is no text content to compare the structured content with.')
  }
  const chars = texts.reduce((sum, text) => sum + text.length, 0)
  if (chars > LIMITS.chars || typeof weigh(structured, LIMITS) === 'string') return TOO_LARGE

  const values = texts.map(parsed)
  if (values.some((value) => value !== undefined && isTooLarge(value))) return TOO_LARGE
  const agreed = values.some((value) => isSame(value, structured))
  if (agreed) return verdict('right', 'The text content says what the structured content says.')
  if (isWrapped(structured, texts, values)) {
    const message =
      'The text content says what the structured content says under "result", where servers put what is no object.'
    return verdict('right', message)
  }
  const other = values.find((value) => isComposed(value) && isComposed(structured))
  if (other === undefined) {
    return verdict(
      'unknown',
      'No text block is JSON, so it cannot be compared with the structured content.'
    )
  }
  return differing(firstDifference(structured, other) ?? '')
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

function differing(pointer: string): Verdict {
  const where = pointer === '' ? '' : ` The first difference is at ${pointer}.`
  const finding = 'The text content says something else here.'
  return {
    about: 'agreement',
    kind: 'wrong',
    message: `The text content is JSON, but not the same as the structured content.${where}`,
    findings: [{ pointer, keyword: 'text', message: finding }],
    blame: 'server'
  }
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
    return JSON.parse(text) as unknown
  } catch {
    return undefined // most texts are prose
  }
}

/** Some libraries wrap what is no object, and write each item of a list as a text of its own. */
function isWrapped(
  structured: unknown,
  texts: readonly string[],
  values: readonly unknown[]
): boolean {
  if (!isObject(structured) || Object.keys(structured).join() !== 'result') return false
  const { result: inner } = structured
  const says = (index: number, value: unknown): boolean =>
    texts[index] === value || isSame(values[index], value)
  if (texts.some((_text, index) => says(index, inner))) return true
  return (
    Array.isArray(inner) &&
    inner.length === texts.length &&
    inner.every((item, index) => says(index, item))
  )
}

function isSame(value: unknown, other: unknown): boolean {
  return value !== undefined && firstDifference(value, other) === undefined
}

function isComposed(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function isTooLarge(value: unknown): boolean {
  return typeof weigh(value, LIMITS) === 'string'
}
