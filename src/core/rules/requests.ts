/** The rules for what a server asks of the client. */
import { isObject } from '../../shared/json/json'
import type { Params } from '../../shared/protocol/json-rpc'
import { MODERN_REVISION } from '../../shared/protocol/revisions'
import { samplingMessage } from '../../shared/shape/content'
import {
  describeProblem,
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
import { isFlat } from './flat-fields'
import { shortened } from '../text/long-text'
import { violation } from '../traffic/violations'
import { checkAskedRevision } from './asked-revisions'
import { missingOfClient } from './capabilities'
import type { Overheard } from './overheard'
import { isTooEarly } from './notifications'
import { NOTHING, plus } from './plus'

/** By name. */
const flatFields: Check = (value) => {
  if (!isObject(value)) return problem(value, 'an object')
  const deep = Object.entries(value).find(([, field]) => !isFlat(field))
  if (!deep) return undefined
  return { path: `.${shortened(deep[0])}`, says: 'is neither a single value nor a choice' }
}
const form = objectOf({
  message: text,
  requestedSchema: objectOf(
    { type: oneOf('object'), properties: flatFields },
    { required: listOf(text) }
  )
})
const mode = objectOf({}, { mode: oneOf('form', 'url') })
const page = objectOf({ message: text, url: text })

/** Pages have ids in one revision only: the next has no notification that could name them. */
const namedPage = objectOf({ elicitationId: text })
const PAGES_NAMED_IN = '2025-11-25'

const elicitation: Check = (params) =>
  mode(params) ?? (isObject(params) && params['mode'] === 'url' ? page(params) : form(params))

const PARAMS: ReadonlyMap<string, Check> = new Map([
  [
    'sampling/createMessage',
    objectOf({ messages: listOf(samplingMessage), maxTokens: number }, { systemPrompt: text })
  ],
  ['elicitation/create', elicitation]
])

export function checkRequest(
  method: string,
  params: Params,
  overheard: Overheard
): readonly Violation[] {
  const { era, revision } = overheard
  if (era === 'modern') {
    const why = `servers may not send since revision ${MODERN_REVISION}`
    return [violation(revision, 'wrong-era', `a request, ${shortened(method)}`, why)]
  }
  let found = NOTHING
  if (method !== 'ping' && isTooEarly(overheard)) {
    found = plus(found, violation(revision, 'before-initialized', method))
  }
  found = plus(found, checkAskedRevision(method, params, overheard))
  return plus(found, checkAsked(method, params, overheard))
}

/** What holds for a request wherever it stands: by itself, or in a result that asks for input. */
export function checkAsked(
  method: string,
  params: Params,
  { revision, clientCapabilities }: Overheard
): Violation | undefined {
  const missing = missingOfClient(method, params, clientCapabilities)
  if (missing !== undefined) {
    return violation(revision, 'undeclared-capability', method, 'client', missing)
  }
  const wrong = PARAMS.get(method)?.(params) ?? wrongHere(method, params, revision)
  if (!wrong) return undefined
  return violation(revision, 'invalid-params', method, describeProblem('params', wrong))
}

/** What is wrong in one revision only. */
function wrongHere(
  method: string,
  params: Params,
  revision: string | undefined
): Problem | undefined {
  const isPage = method === 'elicitation/create' && params['mode'] === 'url'
  return isPage && revision === PAGES_NAMED_IN ? namedPage(params) : undefined
}
