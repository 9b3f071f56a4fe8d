/** What a server says about a prompt and in its answer, read with care: it may be of any shape. */
import type { Prompt } from '../../../shared/catalogue'
import { isObject } from '../../../shared/json'

export type PromptArgument = {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly isRequired: boolean
}

/** Arguments without a name cannot be sent, so there is no field for them; `strays` counts them. */
export function argumentsOf(prompt: Prompt): {
  readonly known: readonly PromptArgument[]
  readonly strays: number
} {
  const listed: unknown = prompt['arguments']
  if (!Array.isArray(listed)) return { known: [], strays: listed === undefined ? 0 : 1 }
  const byName = new Map<string, PromptArgument>()
  for (const item of listed as readonly unknown[]) {
    if (!isObject(item) || typeof item['name'] !== 'string') continue
    const { name, title, description, required } = item
    byName.set(name, {
      name,
      ...(typeof title === 'string' && title !== name && { title }),
      ...(typeof description === 'string' && { description }),
      isRequired: required === true
    })
  }
  return { known: [...byName.values()], strays: listed.length - byName.size }
}

export type PromptMessage = {
  readonly role: string
  /** The blocks of its content, and where they are in the message. */
  readonly blocks: readonly unknown[]
  readonly kind: 'block' | 'list' | 'text' | 'other'
  /** Of a message whose content is a bare text. */
  readonly text?: string
}

/** Undefined when the answer has no list of messages. */
export function messagesOf(result: unknown): readonly PromptMessage[] | undefined {
  const messages = isObject(result) ? result['messages'] : undefined
  if (!Array.isArray(messages)) return undefined
  return (messages as readonly unknown[]).map(messageOf)
}

export function messageOf(message: unknown): PromptMessage {
  if (!isObject(message) || !('content' in message)) {
    return { role: roleOf(message), blocks: [message], kind: 'other' }
  }
  const { content } = message
  const role = roleOf(message)
  if (Array.isArray(content)) return { role, blocks: content, kind: 'list' }
  if (typeof content === 'string') {
    return { role, blocks: [{ type: 'text', text: content }], kind: 'text', text: content }
  }
  return { role, blocks: [content], kind: 'block' }
}

function roleOf(message: unknown): string {
  const role = isObject(message) ? message['role'] : undefined
  return typeof role === 'string' && role !== '' ? role : 'no role'
}

/** What is in the answer besides description and messages; undefined when there is nothing. */
export function restOf(result: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isObject(result)) return undefined
  const { description: _said, messages: _shown, resultType: _complete, ...rest } = result
  return Object.keys(rest).length === 0 ? undefined : rest
}

/** The messages as one would paste them somewhere else. */
export function messagesText(result: unknown): string {
  const messages = messagesOf(result)
  if (!messages) return JSON.stringify(result, null, 2)
  return messages
    .map(({ role, blocks }) => `${role}:\n${blocks.map(blockText).join('\n')}`)
    .join('\n\n')
}

function blockText(block: unknown): string {
  if (!isObject(block)) return JSON.stringify(block, null, 2)
  const { type, text, resource, uri, mimeType } = block
  if (type === 'text' && typeof text === 'string') return text
  if (type === 'resource_link' && typeof uri === 'string') return uri
  if (type === 'resource' && isObject(resource)) {
    return typeof resource['text'] === 'string' ? resource['text'] : `[${String(resource['uri'])}]`
  }
  if (type === 'image' || type === 'audio') return `[${type}, ${String(mimeType)}]`
  return JSON.stringify(block, null, 2)
}
