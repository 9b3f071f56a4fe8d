/** What a server answers to a request for a prompt, read with care: it may be of any shape. */
import { isObject } from '../../../shared/json/json'

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
