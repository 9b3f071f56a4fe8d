import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { nodeAlong, parseJsonc, propertiesOf, type Node } from './jsonc'
import { applied } from './jsonc-edit'

type Text = { readonly path: string; readonly node: Node; readonly value: string }

/**
 * The way back from a text that lost values on its way to the window: each text that is what the
 * original at its place looked like there becomes the original again.
 */
export function withoutRedaction(
  text: string,
  original: string,
  redact: (text: string) => string
): string {
  if (!text.includes(HIDDEN_VALUE)) return text
  const draft = parseJsonc(text)
  const before = parseJsonc(original)
  if ('fault' in draft || 'fault' in before) return text
  const edits = textsIn(draft.root, '').flatMap(({ path, node, value }) => {
    if (!value.includes(HIDDEN_VALUE)) return []
    const was = nodeAlong(before.root, path)
    const written: unknown = was.type === 'string' ? was.value : undefined
    if (typeof written === 'string' && (written === value || redact(written) === value)) {
      const { offset: start, length } = node
      return [{ start, end: start + length, text: JSON.stringify(written) }]
    }
    throw new WorkbenchError(
      WorkbenchErrorCode.InvalidInput,
      `${path} has ${HIDDEN_VALUE} in it, which stands for no value there. Write the value again.`
    )
  })
  return applied(text, edits)
}

function textsIn(node: Node, path: string): readonly Text[] {
  const along = (key: string): string => (path === '' ? key : `${path}.${key}`)
  switch (node.type) {
    case 'string':
      return [{ path, node, value: node.value as string }]
    case 'array':
      return (node.children ?? []).flatMap((child, index) => textsIn(child, along(String(index))))
    case 'object':
      return propertiesOf(node).flatMap(({ key, value }) => textsIn(value, along(key)))
    default:
      return []
  }
}
