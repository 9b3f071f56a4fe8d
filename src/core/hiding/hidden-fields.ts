/** Finds what the window may not see in the text of an entry or of a whole file. */
import { createScanner } from 'jsonc-parser'
import { propertiesOf, TOKEN, type Node } from '../jsonc/jsonc'
import { isOnlyReferences, isSecretName, isWorthHiding } from '../references/secret-values'
import { shownValue } from './shown-value'

export type HidableField = {
  /** Such as `env.API_KEY`. */
  readonly path: string
  readonly kind: 'value' | 'address' | 'comment'
  readonly text: string
  readonly offset: number
  readonly length: number
}

/** Their fields are the names of servers, whatever these are. */
const SERVER_LISTS = new Set(['mcpServers', 'servers', 'context_servers'])
const VALUE_LISTS = new Set(['env', 'headers'])
export const ADDRESSES = new Set(['url', 'serverUrl', 'httpUrl', 'metricsUrl', 'proxy'])

/** In the order of the text. */
export function fieldsIn(root: Node, text: string): readonly HidableField[] {
  const fields: HidableField[] = []
  visit(root, [], fields)
  return [...fields, ...commentedFields(text)].sort((a, b) => a.offset - b.offset)
}

function visit(node: Node, path: readonly string[], fields: HidableField[]): void {
  if (node.type === 'array') {
    node.children?.forEach((child, index) => visit(child, [...path, String(index)], fields))
    return
  }
  if (node.type !== 'object') return
  const properties = propertiesOf(node)
  const isPassword = properties.some(({ key, value }) => key === 'password' && value.value === true)
  for (const { key, value } of properties) {
    const place = [...path, key]
    if (SERVER_LISTS.has(key) && value.type === 'object') {
      for (const server of propertiesOf(value)) visit(server.value, [...place, server.key], fields)
    } else if (VALUE_LISTS.has(key)) {
      takeAll(value, place, fields)
    } else if (ADDRESSES.has(key) && value.type === 'string') {
      take('address', value, place, fields)
    } else if (isSecretName(key) || (isPassword && key === 'default')) {
      takeAll(value, place, fields)
    } else {
      visit(value, place, fields)
    }
  }
}

function takeAll(node: Node, path: readonly string[], fields: HidableField[]): void {
  if (node.type === 'array') {
    node.children?.forEach((child, index) => takeAll(child, [...path, String(index)], fields))
  } else if (node.type === 'object') {
    for (const { key, value } of propertiesOf(node)) takeAll(value, [...path, key], fields)
  } else if (node.type === 'string' || node.type === 'number') {
    take('value', node, path, fields)
  }
}

function take(
  kind: HidableField['kind'],
  node: Node,
  path: readonly string[],
  fields: HidableField[]
): void {
  const { offset, length } = node
  fields.push({ path: path.join('.'), kind, text: String(node.value), offset, length })
}

/** What is followed by a colon is itself the name of a field. */
const COMMENTED =
  /(?<![\w.-])(["'`]?)([\w.-]{1,200})\1\s{0,20}[:=]\s{0,20}(["'`])((?:\\.|(?!\3)[^\\\r\n])*)\3(?!\s{0,20}[:=])/g

const LONGEST_COMMENT = 20_000

/** A variable that somebody has commented out still has its value. */
export function commentedFields(text: string): readonly HidableField[] {
  const fields: HidableField[] = []
  const counts = new Map<string, number>()
  for (const comment of commentsIn(text)) {
    if (comment.text.length > LONGEST_COMMENT) {
      // Nobody writes such a comment by hand, and looking through it would take too long.
      const path = `the comment at ${comment.offset}`
      const offset = comment.offset + 2
      fields.push({
        path,
        kind: 'comment',
        text: comment.text,
        offset,
        length: comment.text.length - 4
      })
      continue
    }
    for (const match of comment.text.matchAll(COMMENTED)) {
      const [whole, , name = '', , value = ''] = match
      const count = counts.get(name) ?? 0
      counts.set(name, count + 1)
      const offset = comment.offset + match.index + whole.length - value.length - 1
      const path = count === 0 ? `the comment ${name}` : `the comment ${name} (${count + 1})`
      fields.push({ path, kind: 'comment', text: value, offset, length: value.length })
    }
  }
  return fields
}

function commentsIn(text: string): readonly { readonly text: string; readonly offset: number }[] {
  const comments: { text: string; offset: number }[] = []
  const scanner = createScanner(text, false)
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    if (token !== TOKEN.lineComment && token !== TOKEN.blockComment) continue
    const offset = scanner.getTokenOffset()
    comments.push({ text: text.slice(offset, offset + scanner.getTokenLength()), offset })
  }
  return comments
}

/** The same before an import: there what is plainly no secret in a variable or header is seen. */
export function isHiddenInPreview(field: HidableField): boolean {
  if (!isHidden(field)) return false
  const [list = '', name = ''] = field.path.split('.').slice(-2)
  if (field.kind !== 'value' || !VALUE_LISTS.has(list)) return true
  return shownValue(name, field.text) !== field.text
}

/** Whether the text of a value or of a comment's value has to be hidden. */
export function isHidden({ kind, path, text }: HidableField): boolean {
  if (text === '' || isOnlyReferences(text)) return false
  return kind !== 'comment' || isWorthHiding(text) || isSecretName(path)
}
