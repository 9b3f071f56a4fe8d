/** What is written in place of a model, or by one, and what the server gets of it. */
import { messageOf } from '../../../../shared/protocol/errors'
import { fromJson, isObject, type Json, type JsonObject } from '../../../../shared/json/json'

export type AnswerDraft = {
  readonly mode: 'text' | 'json'
  readonly text: string
  readonly model: string
  readonly stopReason: string
  /** What a model wrote, until the person says themselves who answers. */
  readonly byModel?: { readonly text: string; readonly model: string }
}

export const EMPTY_ANSWER: AnswerDraft = {
  mode: 'text',
  text: '',
  model: 'human',
  stopReason: 'endTurn'
}

export const STOP_REASONS: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'endTurn', label: 'It has said everything' },
  { value: 'maxTokens', label: 'It came to the token limit' },
  { value: 'stopSequence', label: 'It came to a stop sequence' },
  { value: 'toolUse', label: 'It wants tools to be used' }
]

export type ReadAnswer = { readonly result: JsonObject } | { readonly problem: string }

export function readAnswer(draft: AnswerDraft): ReadAnswer {
  const { mode, text, model, stopReason } = draft
  if (text.trim() === '') return { problem: 'There is no answer yet.' }
  const content = mode === 'text' ? { type: 'text', text } : readBlocks(text)
  if (content instanceof Error) return { problem: content.message }
  return { result: { role: 'assistant', content, model, stopReason } }
}

/** What a model has answered, to be looked at and changed. */
export function draftOf({ content, model, stopReason }: JsonObject): AnswerDraft {
  const onlyText = onlyTextIn(content)
  const byModel = {
    text: onlyText ?? asJson(content ?? []),
    model: typeof model === 'string' ? model : ''
  }
  return {
    mode: onlyText === undefined ? 'json' : 'text',
    ...byModel,
    stopReason: typeof stopReason === 'string' ? stopReason : 'endTurn',
    byModel
  }
}

/** Only what a model wrote is said to be a model's: whoever changes it answers themselves. */
export function withText(draft: AnswerDraft, text: string): AnswerDraft {
  const { byModel } = draft
  if (!byModel) return { ...draft, text }
  return { ...draft, text, model: text === byModel.text ? byModel.model : EMPTY_ANSWER.model }
}

/** What the person says of it stays, whatever they change. */
export function withModel({ byModel: _, ...draft }: AnswerDraft, model: string): AnswerDraft {
  return { ...draft, model }
}

/** Something took its place; nothing that was written is lost. Newest first. */
export function withEarlier(
  earlier: readonly AnswerDraft[],
  draft: AnswerDraft
): readonly AnswerDraft[] {
  return draft.text.trim() === '' ? earlier : [draft, ...earlier]
}

/** What is written stays: a text becomes a block, and a block that is a text becomes one. */
export function withMode(draft: AnswerDraft, mode: AnswerDraft['mode']): AnswerDraft {
  if (mode === draft.mode || draft.text.trim() === '') return { ...draft, mode }
  if (mode === 'json') {
    return { ...draft, mode, text: asJson([{ type: 'text', text: draft.text }]) }
  }
  const blocks = readBlocks(draft.text)
  const text = blocks instanceof Error ? undefined : onlyTextIn(blocks)
  return { ...draft, mode, text: text ?? draft.text }
}

/** After what is there already; undefined when that cannot be read. */
export function withToolUse(draft: AnswerDraft, name: string): AnswerDraft | undefined {
  const asBlocks = withMode(draft, 'json')
  const content = asBlocks.text.trim() === '' ? [] : readBlocks(asBlocks.text)
  if (content instanceof Error) return undefined
  const blocks = listOf(content)
  const use = { type: 'tool_use', id: `call_${blocks.length + 1}`, name, input: {} }
  return { ...withText(asBlocks, asJson([...blocks, use])), stopReason: 'toolUse' }
}

/** The blocks as the server gets them; none while they cannot be read. */
export function blocksIn({ mode, text }: AnswerDraft): readonly Json[] {
  const content = mode === 'json' && text.trim() !== '' ? readBlocks(text) : []
  return content instanceof Error ? [] : listOf(content)
}

function readBlocks(text: string): Json | Error {
  let value: unknown
  try {
    value = fromJson(text)
  } catch (error) {
    return new Error(`This is not JSON: ${messageOf(error)}`)
  }
  const blocks: readonly unknown[] = Array.isArray(value) ? value : [value]
  const isRead = blocks.length > 0 && blocks.every((block) => isObject(block) && hasType(block))
  return isRead ? (value as Json) : new Error('Each content block has to be an object with a type.')
}

function onlyTextIn(content: Json | undefined): string | undefined {
  const [block, ...others] = listOf(content ?? [])
  if (others.length > 0 || !isObject(block) || block['type'] !== 'text') return undefined
  const { text, type, ...more } = block
  return typeof text === 'string' && Object.keys(more).length === 0 ? text : undefined
}

function listOf(content: Json): readonly Json[] {
  return Array.isArray(content) ? (content as readonly Json[]) : [content]
}

function asJson(value: Json): string {
  return JSON.stringify(value, null, 2)
}

function hasType({ type }: Record<string, unknown>): boolean {
  return typeof type === 'string'
}
