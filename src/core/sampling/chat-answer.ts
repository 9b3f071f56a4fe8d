/** Says what chat completions answer in the words of MCP. Pure: asks nobody. */
import { fromJson, isObject, type Json, type JsonObject } from '../../shared/json/json'

/** What it is instead of an answer: a whole sentence. */
export class NoAnswer extends Error {}

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'endTurn',
  length: 'maxTokens',
  tool_calls: 'toolUse'
}

/** More than any model asks for, and as many as can still be shown and judged. */
const MOST_CALLS = 128

/** As a server gets it. Throws what it is instead. */
export function completionOf(answer: unknown, askedModel: string): JsonObject {
  const { choices, model } = isObject(answer) ? answer : {}
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined
  const message = isObject(first) ? first['message'] : undefined
  if (!isObject(first) || !isObject(message)) {
    throw new NoAnswer('It did not answer with a message.')
  }
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : []
  if (calls.length > MOST_CALLS) {
    const count = calls.length.toLocaleString('en-US')
    throw new NoAnswer(`It wants ${count} tool calls at once, and ${MOST_CALLS} are the most.`)
  }
  const uses = calls.filter(isObject).map(toolUse)
  const blocks = [...textsOf(message).map((text) => ({ type: 'text', text })), ...uses]
  return {
    role: 'assistant',
    // A single text is a block; what else there is makes a list of them.
    content: uses.length === 0 && blocks.length < 2 ? (blocks[0] ?? EMPTY_TEXT) : blocks,
    model: typeof model === 'string' && model !== '' ? model : askedModel,
    stopReason: uses.length > 0 ? 'toolUse' : stopReasonOf(first['finish_reason'])
  }
}

const EMPTY_TEXT: Json = { type: 'text', text: '' }

function textsOf({ content, refusal }: Readonly<Record<string, unknown>>): readonly string[] {
  const said: readonly unknown[] = Array.isArray(content)
    ? content.map((part: unknown) => (isObject(part) ? part['text'] : undefined))
    : [content, refusal]
  return said.filter((text) => typeof text === 'string' && text !== '') as string[]
}

function toolUse(call: Readonly<Record<string, unknown>>, index: number): JsonObject {
  const { name, arguments: text } = isObject(call['function']) ? call['function'] : {}
  if (typeof name !== 'string') throw new NoAnswer('It wants a tool, and does not say which.')
  const input = text === undefined || text === '' ? {} : parsedJson(text)
  if (!isObject(input)) throw new NoAnswer(`It wants ${name} with arguments that are no object.`)
  const { id } = call
  return {
    type: 'tool_use',
    id: typeof id === 'string' && id !== '' ? id : `call_${index + 1}`,
    name,
    input: input as JsonObject
  }
}

/** What there is no word for is said as it was said. */
function stopReasonOf(reason: unknown): string {
  if (typeof reason !== 'string') return 'endTurn'
  return Object.hasOwn(STOP_REASONS, reason) ? (STOP_REASONS[reason] ?? reason) : reason
}

export function parsedJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? fromJson(text) : text
  } catch {
    return undefined // what is no JSON is no answer
  }
}
