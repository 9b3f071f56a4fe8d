/** What a record is about, by the names that the protocol has for it, and we have for the rest. */
import { isObject } from '../../shared/json/json'
import { valueIn } from './audit-value'

type Told = Readonly<Record<string, unknown>>

/** Where there is nothing else to name. */
const ALWAYS: ReadonlyMap<string, string> = new Map([
  ['patchbay/approval', 'a frame'],
  ['patchbay/pause', 'questions'],
  ['patchbay/policy', 'every tool'],
  ['patchbay/roots', 'folders']
])

export function targetOf(method: string, params: string): string | undefined {
  const value = valueIn(params)
  if (!isObject(value)) return undefined
  const { action } = value
  const about =
    typeof action === 'string'
      ? [action, subjectOf(value)].filter((part) => part !== undefined).join(' ')
      : subjectOf(value)
  const target = about ?? (method.startsWith('patchbay/') ? oursOf(value) : undefined)
  return (target ?? ALWAYS.get(method))?.replaceAll(/[\n\r\t]+/g, ' ')
}

function subjectOf(value: Told): string | undefined {
  if (typeof value['action'] === 'string') {
    const { name, folder, model, servers, serverId } = value
    return firstText([name, folder, model, listed(servers), serverId])
  }
  const about = [value, value['ref']].filter(isObject)
  return firstText(about.flatMap(({ name, uri }) => [name, uri]))
}

/** Only of what we write ourselves: others give these names to anything. */
function oursOf({ tool, message, question, roots, kind }: Told): string | undefined {
  return firstText([tool, message, lastWords(question), listed(uris(roots)), kind])
}

function lastWords(question: unknown): string | undefined {
  const messages: unknown = isObject(question) ? question['messages'] : undefined
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined
  const content: unknown = isObject(last) ? last['content'] : undefined
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  return firstText(blocks.map((block) => (isObject(block) ? block['text'] : undefined)))
}

function uris(roots: unknown): unknown {
  return Array.isArray(roots)
    ? roots.map((root: unknown) => (isObject(root) ? root['uri'] : undefined))
    : undefined
}

function listed(names: unknown): string | undefined {
  if (!Array.isArray(names) || names.length === 0) return undefined
  return names.filter((name) => typeof name === 'string').join(', ')
}

function firstText(values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string')
}
