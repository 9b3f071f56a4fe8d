/** What a server may not ask for yet, in the revision that is in force. */
import { isObject } from '../../shared/json/json'
import type { Params } from '../../shared/protocol/json-rpc'
import type { Violation } from '../../shared/traffic/traffic'
import { isFlat } from './flat-fields'
import { violation } from '../traffic/violations'
import type { Overheard } from './overheard'

const FORMS_SINCE = '2025-06-18'
const MORE_SINCE = '2025-11-25'

export function checkAskedRevision(
  method: string,
  params: Params,
  overheard: Overheard
): Violation | undefined {
  if (!overheard.isBefore(MORE_SINCE)) return undefined
  const { revision } = overheard
  if (method === 'elicitation/create' && overheard.isBefore(FORMS_SINCE)) {
    return violation(revision, 'wrong-era', `the method ${method}`, cameWith(FORMS_SINCE))
  }
  const what = NEWER.get(method)?.(params)
  if (what === undefined) return undefined
  return violation(revision, 'wrong-era', what, cameWith(MORE_SINCE))
}

function cameWith(revision: string): string {
  return `came with revision ${revision}`
}

/** By method: the first thing in it that only a later revision has. */
const NEWER: ReadonlyMap<string, (params: Params) => string | undefined> = new Map([
  ['elicitation/create', newInElicitation],
  ['sampling/createMessage', newInSampling]
])

function newInElicitation({ mode, requestedSchema }: Params): string | undefined {
  if (mode === 'url') return 'an elicitation by URL'
  const properties = isObject(requestedSchema) ? requestedSchema['properties'] : undefined
  if (!isObject(properties)) return undefined
  const fields = Object.values(properties).filter(isObject).filter(isFlat)
  if (fields.some(({ type }) => type === 'array')) return 'a field for several choices'
  return fields.some(({ oneOf, anyOf }) => oneOf ?? anyOf) ? 'choices with titles' : undefined
}

function newInSampling({ tools, toolChoice, messages }: Params): string | undefined {
  if (tools !== undefined) return 'tools for the model'
  if (toolChoice !== undefined) return 'a choice of tools for the model'
  const asked: readonly unknown[] = Array.isArray(messages) ? messages : []
  for (const message of asked) {
    const content = isObject(message) ? message['content'] : undefined
    if (Array.isArray(content)) return 'a list of content blocks in one message'
    const type = isObject(content) ? content['type'] : undefined
    if (type === 'tool_use' || type === 'tool_result') return `content of the type "${type}"`
  }
  return undefined
}
