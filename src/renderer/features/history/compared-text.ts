/** A call as text, laid out so that two of them can be compared line by line. */
import type { HeldResult, Outcome } from '../../../shared/calls/call'
import type { CallId } from '../../../shared/protocol/ids'
import { fromJson, isObject } from '../../../shared/json/json'
import { readText } from '../content/body/use-body-text'

export type ComparedText = {
  /** The whole answer as JSON, or what came instead. */
  readonly answer: string
  /** The texts in its content, line by line; absent when there are none, or other content too. */
  readonly content?: string
  /** How many characters the whole answer has, where not all of them are here. */
  readonly totalChars?: number
  /** It was too large to be kept whole. */
  readonly isCut?: boolean
}

/** As much of one side as is compared. */
export const MOST_CHARS = 2_000_000

export async function comparedText(
  id: CallId,
  outcome: Outcome | HeldResult
): Promise<ComparedText> {
  if (outcome.kind === 'error' && outcome.isHeld) return heldText(id)
  switch (outcome.kind) {
    case 'result':
      return textOfResult(outcome.result)
    case 'held':
      return heldText(id)
    case 'error':
      return { answer: JSON.stringify(outcome.error, null, 2) }
    case 'timeout':
      return { answer: `No answer came within ${outcome.afterMs / 1_000} s.` }
    case 'cancelled':
      return { answer: 'The call was cancelled.' }
    case 'connection-lost':
      return { answer: outcome.reason }
    case 'not-an-answer':
      return { answer: outcome.failure.body?.text || outcome.reason }
  }
}

async function heldText(id: CallId): Promise<ComparedText> {
  const body = { ref: { callId: id }, pointer: '' }
  const { text, totalChars } = await readText(body, '', MOST_CHARS)
  return text.length < totalChars ? { answer: text, totalChars } : withContent(text)
}

function withContent(answer: string): ComparedText {
  try {
    return textOfResult(fromJson(answer))
  } catch {
    return { answer } // it is a text
  }
}

/** How the results of two calls compare, in words. */
export function compareResults(before: ComparedText, after: ComparedText): string {
  const isSame = before.answer === after.answer && before.totalChars === after.totalChars
  if (before.isCut === true || after.isCut === true) {
    return isSame
      ? 'What is kept of the results is the same'
      : 'What is kept of the results differs'
  }
  if (!isSame) return 'The results differ'
  return before.totalChars === undefined
    ? 'The results are the same'
    : 'The beginnings of the results are the same'
}

export function textOfResult(result: unknown): ComparedText {
  const answer = JSON.stringify(result, null, 2) ?? 'undefined'
  const blocks = isObject(result) ? result['content'] : undefined
  if (!Array.isArray(blocks) || blocks.length === 0) return { answer }
  const texts = blocks.map((block: unknown) =>
    isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string'
      ? block['text']
      : undefined
  )
  if (texts.includes(undefined)) return { answer }
  return { answer, content: texts.join('\n\n') }
}
