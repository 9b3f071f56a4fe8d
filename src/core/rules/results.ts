/** What the result of each method has to look like. */
import { isNumber } from '../../shared/json/exact-number'
import { isObject } from '../../shared/json/json'
import {
  contentBlock,
  promptMessage,
  resource,
  resourceContents,
  resourceTemplate
} from '../../shared/shape/content'
import {
  all,
  anyObject,
  describeProblem,
  flag,
  listOf,
  number,
  objectOf,
  oneOf,
  problem,
  text,
  type Check,
  type Problem
} from '../../shared/shape/shape'
import type { Violation } from '../../shared/traffic/traffic'
import { violation } from '../traffic/violations'
import { isTaskResult, type Overheard } from './overheard'

const implementation = objectOf({ name: text, version: text }, { title: text })
const paged = { nextCursor: text }

const toolHints = objectOf(
  {},
  {
    title: text,
    readOnlyHint: flag,
    destructiveHint: flag,
    idempotentHint: flag,
    openWorldHint: flag
  }
)
const tool = objectOf(
  { name: text, inputSchema: objectOf({ type: oneOf('object') }) },
  { title: text, description: text, outputSchema: anyObject, annotations: toolHints }
)
const promptArgument = objectOf({ name: text }, { title: text, description: text, required: flag })
const prompt = objectOf(
  { name: text },
  { title: text, description: text, arguments: listOf(promptArgument) }
)

const MAX_COMPLETIONS = 100
const completionValues: Check = (value) =>
  Array.isArray(value) && value.length > MAX_COMPLETIONS
    ? { path: '', says: `has ${value.length} values, and ${MAX_COMPLETIONS} are allowed` }
    : listOf(text)(value)

const called = objectOf({ content: listOf(contentBlock) }, { isError: flag })
/** Only later revisions allow structured content of any type. */
const calledBefore = all(called, objectOf({}, { structuredContent: anyObject }))

const RESULTS: ReadonlyMap<string, Check> = new Map([
  [
    'initialize',
    objectOf({ capabilities: anyObject, serverInfo: implementation }, { instructions: text })
  ],
  [
    'server/discover',
    objectOf({ supportedVersions: listOf(text), capabilities: anyObject }, { instructions: text })
  ],
  ['tools/list', objectOf({ tools: listOf(tool) }, paged)],
  ['tools/call', called],
  ['resources/list', objectOf({ resources: listOf(resource) }, paged)],
  ['resources/templates/list', objectOf({ resourceTemplates: listOf(resourceTemplate) }, paged)],
  ['resources/read', objectOf({ contents: listOf(resourceContents) })],
  ['prompts/list', objectOf({ prompts: listOf(prompt) }, paged)],
  ['prompts/get', objectOf({ messages: listOf(promptMessage) }, { description: text })],
  [
    'completion/complete',
    objectOf({
      completion: objectOf({ values: completionValues }, { total: number, hasMore: flag })
    })
  ]
])

/** The other methods have results that are an object, and nothing more is demanded of it. */
const other = objectOf({}, { _meta: anyObject })

const notNegative: Check = (value) =>
  isNumber(value) && Number(value) >= 0 ? undefined : problem(value, 'a number from 0 on')
const cacheable = objectOf({ ttlMs: notNegative, cacheScope: oneOf('public', 'private') })
const CACHEABLE: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list'
])

const typed = objectOf({ resultType: oneOf('complete', 'input_required', 'task') })
const MAY_ASK: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read'])
const ASKABLE = oneOf('elicitation/create', 'sampling/createMessage', 'roots/list')
const asked = objectOf({ method: ASKABLE }, { params: anyObject })

const input: Check = (value) => {
  if (!isObject(value)) return problem(value, 'an object')
  const { inputRequests, requestState } = value
  if (inputRequests === undefined && requestState === undefined) {
    return { path: '', says: 'has neither "inputRequests" nor "requestState"' }
  }
  if (requestState !== undefined && typeof requestState !== 'string') {
    return { path: '.requestState', says: problem(requestState, 'a string').says }
  }
  if (inputRequests === undefined) return undefined
  if (!isObject(inputRequests)) {
    return { path: '.inputRequests', says: problem(inputRequests, 'an object').says }
  }
  for (const [key, request] of Object.entries(inputRequests)) {
    const found = asked(request)
    if (found) {
      return {
        path: `.inputRequests[${JSON.stringify(key.slice(0, 80))}]${found.path}`,
        says: found.says
      }
    }
  }
  return undefined
}

const fromModern = new Map(
  [...RESULTS].map(([method, check]) => [
    method,
    all(typed, check, ...(CACHEABLE.has(method) ? [cacheable] : []))
  ])
)
const otherFromModern = all(typed, other)

/** At most one violation, for the first thing that is not as it has to be. */
export function checkResult(
  method: string,
  result: unknown,
  overheard: Overheard
): Violation | undefined {
  const isModern = overheard.era === 'modern' && method !== 'initialize'
  const found = isModern ? modern(method, result) : legacy(method, result)
  if (!found) return undefined
  const { revision } = overheard
  return violation(revision, 'invalid-result', method, describeProblem('result', found))
}

function legacy(method: string, result: unknown): Problem | undefined {
  if (method === 'tools/call') return isTaskResult(result) ? undefined : calledBefore(result)
  return (RESULTS.get(method) ?? other)(result)
}

function modern(method: string, result: unknown): Problem | undefined {
  const type = isObject(result) ? result['resultType'] : undefined
  if (type === 'task') return undefined
  if (type !== 'input_required') return (fromModern.get(method) ?? otherFromModern)(result)
  return MAY_ASK.has(method)
    ? input(result)
    : { path: '.resultType', says: 'is "input_required", which this method may not answer' }
}
