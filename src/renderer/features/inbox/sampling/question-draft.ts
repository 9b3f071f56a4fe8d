/** A question for a model, as the person may change it before one gets it. */
import { messageOf } from '../../../../shared/protocol/errors'
import type { SamplingAsk } from '../../../../shared/question/sampling-kind'
import { fromJson, isObject, type Json, type JsonObject } from '../../../../shared/json/json'
import type { EditedQuestion } from '../../../../shared/question/sampling'

export type MessageDraft = {
  /** As the server wrote it. */
  readonly original: JsonObject
  readonly role: string
  /** Text where there is only that, and otherwise the content as JSON. */
  readonly isText: boolean
  readonly text: string
}

export type QuestionDraft = {
  readonly systemPrompt: string
  readonly maxTokens: string
  readonly messages: readonly MessageDraft[]
}

export type ReadQuestion = { readonly question: EditedQuestion } | { readonly problem: string }

export function questionDraft({ systemPrompt, maxTokens, messages }: SamplingAsk): QuestionDraft {
  return {
    systemPrompt: systemPrompt ?? '',
    maxTokens: maxTokens === undefined ? '' : String(maxTokens),
    messages: messages.flatMap((message) => (isObject(message) ? [messageDraft(message)] : []))
  }
}

export function readQuestion({ systemPrompt, maxTokens, messages }: QuestionDraft): ReadQuestion {
  const limit = maxTokens.trim() === '' ? undefined : Number(maxTokens)
  if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 1)) {
    return { problem: 'The token limit has to be a whole number, from 1 on, or empty.' }
  }
  const read = messages.map(readMessage)
  const problem = read.find((each) => each instanceof Error)
  if (problem) return { problem: problem.message }
  if (read.length === 0) return { problem: 'There is no message in the question.' }
  return {
    question: {
      messages: read as readonly JsonObject[],
      ...(systemPrompt !== '' && { systemPrompt }),
      ...(limit !== undefined && { maxTokens: limit })
    }
  }
}

function messageDraft(original: JsonObject): MessageDraft {
  const { role, content } = original
  const block = onlyText(content)
  return {
    original,
    role: typeof role === 'string' ? role : '',
    isText: block !== undefined,
    text: block ? block.text : JSON.stringify(content ?? null, null, 2)
  }
}

function readMessage({ original, role, isText, text }: MessageDraft): JsonObject | Error {
  if (!isText) {
    const content = readJson(text)
    return content instanceof Error ? content : { ...original, role, content }
  }
  const { block } = onlyText(original['content']) ?? { block: { type: 'text' } }
  return { ...original, role, content: { ...block, text } }
}

function readJson(text: string): Json | Error {
  try {
    return fromJson(text) as Json
  } catch (error) {
    return new Error(`The content of a message is not JSON: ${messageOf(error)}`)
  }
}

function onlyText(
  content: Json | undefined
): { readonly block: JsonObject; readonly text: string } | undefined {
  const [block, ...others] = Array.isArray(content) ? (content as readonly Json[]) : [content]
  if (others.length > 0 || !isObject(block) || block['type'] !== 'text') return undefined
  return typeof block['text'] === 'string' ? { block, text: block['text'] } : undefined
}
