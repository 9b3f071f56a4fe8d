/** Says a question of MCP in the words of chat completions. Pure: asks nobody. */
import { isNumber } from '../../shared/json/exact-number'
import type { SamplingAsk } from '../../shared/question/sampling-kind'
import { isObject, type Json, type JsonObject } from '../../shared/json/json'

export type Question = Pick<
  SamplingAsk,
  'messages' | 'systemPrompt' | 'maxTokens' | 'tools' | 'more'
>

/** OpenAI itself wants the limit by another name than those who speak like it. */
const NEWER_HOST = 'api.openai.com'

export function chatBody(question: Question, model: string, host: string): JsonObject {
  const { maxTokens, tools, more } = question
  const { temperature, stopSequences, toolChoice } = more
  const limit = host === NEWER_HOST ? 'max_completion_tokens' : 'max_tokens'
  const mode = isObject(toolChoice) ? toolChoice['mode'] : undefined
  return {
    model,
    messages: chatMessages(question),
    ...(maxTokens !== undefined && { [limit]: maxTokens }),
    ...(isNumber(temperature) && { temperature }),
    ...(Array.isArray(stopSequences) && stopSequences.length > 0 && { stop: stopSequences }),
    ...(tools.length > 0 && { tools: tools.map(chatTool) }),
    ...(tools.length > 0 && mode !== undefined && { tool_choice: mode })
  }
}

function chatMessages({ messages, systemPrompt }: Question): Json[] {
  const said = messages.flatMap((message) => (isObject(message) ? chatTurn(message) : []))
  return systemPrompt === undefined ? said : [{ role: 'system', content: systemPrompt }, ...said]
}

/** Results come first: they have to stand right after the turn that asked for them. */
function chatTurn({ role, content }: Readonly<Record<string, unknown>>): Json[] {
  const blocks = (Array.isArray(content) ? content : [content]).filter(isObject) as JsonObject[]
  const results = blocks.filter(({ type }) => type === 'tool_result')
  const uses = blocks.filter(({ type }) => type === 'tool_use')
  const others = blocks.filter(({ type }) => type !== 'tool_result' && type !== 'tool_use')
  if (others.length === 0 && uses.length === 0) return results.map(chatResult)
  return [
    ...results.map(chatResult),
    {
      role: role === 'assistant' ? 'assistant' : 'user',
      content: others.length === 0 ? null : chatContent(others),
      ...(uses.length > 0 && { tool_calls: uses.map(chatUse) })
    }
  ]
}

function chatContent(blocks: readonly JsonObject[]): Json {
  const [only] = blocks
  if (blocks.length === 1 && only?.['type'] === 'text') return only['text'] ?? ''
  return blocks.map(chatPart)
}

function chatPart(block: JsonObject): Json {
  const { type, text, data, mimeType } = block
  if (type === 'text') return { type, text: text ?? '' }
  if (typeof data === 'string' && typeof mimeType === 'string') {
    if (type === 'image') {
      return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } }
    }
    if (type === 'audio') {
      return { type: 'input_audio', input_audio: { data, format: formatOf(mimeType) } }
    }
  }
  return { type: 'text', text: JSON.stringify(block) }
}

function formatOf(mimeType: string): string {
  const format = mimeType.replace(/^audio\/(?:x-)?/, '')
  return format === 'mpeg' ? 'mp3' : format
}

function chatTool(tool: Json): Json {
  const { name, description, inputSchema } = isObject(tool) ? tool : {}
  return {
    type: 'function',
    function: {
      name: name ?? '',
      ...(description !== undefined && { description }),
      parameters: inputSchema ?? { type: 'object' }
    }
  }
}

function chatUse({ id, name, input }: JsonObject): Json {
  return {
    id: id ?? '',
    type: 'function',
    function: { name: name ?? '', arguments: JSON.stringify(input ?? {}) }
  }
}

/** There is no word for a tool that failed, so what it gave says so. */
function chatResult({ toolUseId, content, isError }: JsonObject): Json {
  const blocks = (Array.isArray(content) ? content : []) as readonly Json[]
  const texts = blocks.flatMap((block) => textOf(block) ?? [])
  const isPlain = isError !== true && texts.length > 0 && texts.length === blocks.length
  return {
    role: 'tool',
    tool_call_id: toolUseId ?? '',
    content: isPlain
      ? texts.join('\n')
      : JSON.stringify({ ...(isError === true && { isError }), content: blocks })
  }
}

function textOf(block: Json): string | undefined {
  if (!isObject(block) || block['type'] !== 'text') return undefined
  return typeof block['text'] === 'string' ? block['text'] : undefined
}
