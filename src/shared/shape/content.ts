/** The shapes of content: of what tools return, prompts say and resources hold. */
import { isObject } from '../json/json'
import {
  all,
  anyObject,
  flag,
  listOf,
  number,
  objectOf,
  oneOf,
  problem,
  text,
  type Check
} from './shape'

export const role = oneOf('user', 'assistant')

const annotations = objectOf({}, { audience: listOf(role), priority: number, lastModified: text })
const annotated = { annotations, _meta: anyObject }

const hasTextOrBlob: Check = (value) =>
  isObject(value) && value['text'] === undefined && value['blob'] === undefined
    ? { path: '', says: 'has neither "text" nor "blob"' }
    : undefined

export const resourceContents = all(
  objectOf({ uri: text }, { text, blob: text, mimeType: text, _meta: anyObject }),
  hasTextOrBlob
)

const media = objectOf({ data: text, mimeType: text }, annotated)

const named = { title: text, description: text, mimeType: text }
export const resource = objectOf(
  { uri: text, name: text },
  { ...named, ...annotated, size: number }
)
export const resourceTemplate = objectOf(
  { uriTemplate: text, name: text },
  { ...named, ...annotated }
)

const SAID: readonly (readonly [string, Check])[] = [
  ['text', objectOf({ text }, annotated)],
  ['image', media],
  ['audio', media]
]

const BLOCKS = new Map<unknown, Check>([
  ...SAID,
  ['resource', objectOf({ resource: resourceContents }, annotated)],
  ['resource_link', resource]
])

export const contentBlock = blockOf(BLOCKS)

/** Between a server and a model, who can read no resources. */
const SAMPLING_BLOCKS = new Map<unknown, Check>([
  ...SAID,
  ['tool_use', objectOf({ id: text, name: text, input: anyObject })],
  ['tool_result', objectOf({ toolUseId: text, content: listOf(contentBlock) }, { isError: flag })]
])

export const samplingBlock = blockOf(SAMPLING_BLOCKS)

function blockOf(kinds: ReadonlyMap<unknown, Check>): Check {
  const types = oneOf(...kinds.keys())
  return (value) => {
    if (!isObject(value)) return problem(value, 'an object')
    const { type } = value
    if (type === undefined) return { path: '.type', says: 'is missing' }
    const check = kinds.get(type)
    if (check) return check(value)
    const found = types(type)
    return found && { path: '.type', says: found.says }
  }
}

export const promptMessage = objectOf({ role, content: contentBlock })

const samplingContent: Check = (value) =>
  Array.isArray(value) ? listOf(samplingBlock)(value) : samplingBlock(value)

export const samplingMessage = objectOf({ role, content: samplingContent })
