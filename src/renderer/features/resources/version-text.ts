/** Contents of a resource as one text, so that two of them can be compared. */
import { contentsOf } from '../../../shared/calls/exchange'
import { isObject } from '../../../shared/json/json'

export type ContentsText = { readonly text: string; readonly language: 'json' | 'plaintext' }

export function contentsText(result: unknown): ContentsText {
  const contents = contentsOf(result)
  if (!contents) return { text: laidOut(result), language: 'json' }
  const [only] = contents
  if (contents.length === 1 && isObject(only)) {
    const isJson = typeof only['mimeType'] === 'string' && /[/+]json\b/.test(only['mimeType'])
    return { text: textOf(only), language: isJson ? 'json' : 'plaintext' }
  }
  const texts = contents.map((content) =>
    isObject(content) ? `── ${String(content['uri'])}\n${textOf(content)}` : laidOut(content)
  )
  return { text: texts.join('\n'), language: 'plaintext' }
}

const BASE64_LINE = 76

function textOf(content: Readonly<Record<string, unknown>>): string {
  const { text, blob } = content
  if (typeof text === 'string') return text
  if (typeof blob === 'string') return inLines(blob)
  return laidOut(content)
}

/** In one line a single changed byte would look as if all had changed. */
export function inLines(base64: string): string {
  const lines: string[] = []
  for (let at = 0; at < base64.length; at += BASE64_LINE) {
    lines.push(base64.slice(at, at + BASE64_LINE))
  }
  return lines.join('\n')
}

export function laidOut(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? 'undefined'
}
