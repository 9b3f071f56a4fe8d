/** The rules for what a server notifies of. A notification of an unknown method breaks none. */
import type { Params } from '../../shared/protocol/json-rpc'
import { MODERN_REVISION } from '../../shared/protocol/revisions'
import {
  anything,
  describeProblem,
  id,
  objectOf,
  oneOf,
  text,
  type Check
} from '../../shared/shape/shape'
import type { Violation } from '../../shared/traffic/traffic'
import { violation } from '../traffic/violations'
import { missingOfServer } from './capabilities'
import type { Overheard } from './overheard'
import { checkProgress } from './progress'
import { NOTHING, plus } from './plus'

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

const PARAMS: ReadonlyMap<string, Check> = new Map([
  [
    'notifications/message',
    objectOf({ level: oneOf(...levels), data: anything }, { logger: text })
  ],
  ['notifications/cancelled', objectOf({ requestId: id }, { reason: text })],
  ['notifications/resources/updated', objectOf({ uri: text })],
  ['notifications/elicitation/complete', objectOf({ elicitationId: text })]
])

export function checkNotification(
  method: string,
  params: Params,
  overheard: Overheard
): readonly Violation[] {
  const { revision, progress } = overheard
  if (method === 'notifications/progress') {
    return plus(tooEarly(method, overheard), checkProgress(params, progress, revision))
  }
  let found = tooEarly(method, overheard)
  const wrong = PARAMS.get(method)?.(params)
  if (wrong) {
    const problem = describeProblem('params', wrong)
    found = plus(found, violation(revision, 'invalid-params', method, problem))
  }
  const missing = missingOfServer(method, overheard.serverCapabilities)
  if (missing !== undefined) {
    found = plus(found, violation(revision, 'undeclared-capability', method, 'server', missing))
  }
  return plus(found, ofAnotherEra(method, overheard))
}

/** Whether a server that has to be initialized speaks before it is, as only some messages may. */
export function isTooEarly({ era, isInitialized, isBare }: Overheard): boolean {
  return era !== 'modern' && !isInitialized && !isBare
}

function tooEarly(method: string, overheard: Overheard): readonly Violation[] {
  const mayBeEarly = method === 'notifications/message'
  if (mayBeEarly || !isTooEarly(overheard)) return NOTHING
  return [violation(overheard.revision, 'before-initialized', method)]
}

function ofAnotherEra(method: string, overheard: Overheard): Violation | undefined {
  const { era, revision, hasAskedForLogs } = overheard
  if (era === 'modern') {
    if (method === 'notifications/message' && !hasAskedForLogs) {
      const why = `no request asked for, as revision ${MODERN_REVISION} demands`
      return violation(revision, 'wrong-era', 'a log message', why)
    }
    if (method === 'notifications/elicitation/complete') {
      return violation(revision, 'wrong-era', `the method ${method}`, 'this revision no longer has')
    }
  } else if (method === 'notifications/subscriptions/acknowledged') {
    const why = `came with revision ${MODERN_REVISION}`
    return violation(revision, 'wrong-era', `the method ${method}`, why)
  }
  return undefined
}
