/** Results as text for people. What is not as it should be is shown as JSON, and never hidden. */
import { isObject } from '../../shared/json/json'

/** Text as it is; pictures and sound by their kind and size; everything else as JSON. */
export function contentText(result: unknown): string {
  const content = isObject(result) ? result['content'] : undefined
  return Array.isArray(content) ? content.map(blockText).join('\n') : laidOut(result)
}

export function resourceText(result: unknown): string {
  const contents = isObject(result) ? result['contents'] : undefined
  return Array.isArray(contents) ? contents.map(partText).join('\n') : laidOut(result)
}

/** The description, then the messages. Some servers send the content of a message as a string. */
export function promptText(result: unknown): string {
  const messages = isObject(result) ? result['messages'] : undefined
  if (!isObject(result) || !Array.isArray(messages)) return laidOut(result)
  const { description } = result
  const said = messages
    .map((message: unknown) => {
      if (!isObject(message)) return JSON.stringify(message)
      const { role, content } = message
      const text = typeof content === 'string' ? content : blockText(content)
      return `${typeof role === 'string' ? role : JSON.stringify(role)}: ${text}`
    })
    .join('\n')
  return typeof description === 'string' && description !== '' ? `${description}\n\n${said}` : said
}

function blockText(block: unknown): string {
  if (!isObject(block)) return JSON.stringify(block)
  const { type, text, data, mimeType } = block
  if (type === 'text' && typeof text === 'string') return text
  if (typeof data !== 'string') return JSON.stringify(block)
  return binary(type, mimeType, data)
}

function partText(part: unknown): string {
  if (!isObject(part)) return JSON.stringify(part)
  const { text, blob, mimeType } = part
  if (typeof text === 'string') return text
  return typeof blob === 'string' ? binary('blob', mimeType, blob) : JSON.stringify(part)
}

function binary(type: unknown, mimeType: unknown, base64: string): string {
  const what = [type, mimeType].filter((word) => typeof word === 'string').join(', ')
  return `(${what}, ${Buffer.byteLength(base64, 'base64')} bytes)`
}

function laidOut(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
