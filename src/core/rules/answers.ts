/** The rules for answers: one for each request, with its id, and either a result or an error. */
import { isObject } from '../../shared/json/json'
import type { FrameShape } from '../../shared/protocol/json-rpc'
import { isLegacyRevision } from '../../shared/protocol/revisions'
import { describeProblem, integer, objectOf, text } from '../../shared/shape/shape'
import type { Violation } from '../../shared/traffic/traffic'
import type { Pair } from '../traffic/pairing'
import { violation } from '../traffic/violations'
import type { Overheard } from './overheard'
import { NOTHING, plus } from './plus'
import { checkAsked } from './requests'
import { checkResult } from './results'
import { checkRevision } from './revisions'
import { checkPage, checkStructured } from './tools'

type Answer = Extract<FrameShape, { kind: 'result' | 'error' }>
type ResultShape = Extract<FrameShape, { kind: 'result' }>

const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600

export function checkAnswer(
  answer: Answer,
  pair: Pair | undefined,
  overheard: Overheard
): readonly Violation[] {
  const { revision } = overheard
  const { id } = answer
  // Whoever refuses a request of HTTP as a whole need not name it.
  if (id === null && pair) return plus(NOTHING, checkError(errorOf(answer), overheard))
  if (id === null) {
    return checkNameless(errorOf(answer), overheard)
  }
  if (!pair) return NOTHING
  switch (pair.how) {
    case 'unknown':
      return [violation(revision, 'unknown-id', id)]
    case 'again':
      return [violation(revision, 'duplicate-answer', id, pair.request.method)]
    case 'after cancel':
      // Both sides may have spoken at the same time, and then neither could know.
      if (pair.mayHaveCrossed) return NOTHING
      return [violation(revision, 'answer-after-cancel', id, pair.request.method)]
    case 'answers': {
      const { request, isLooselyTyped } = pair
      const found = isLooselyTyped ? [violation(revision, 'id-type', id, request.id)] : NOTHING
      if (answer.kind === 'error') {
        overheard.hear(request.id, request.method, answer)
        return plus(found, checkError(answer.error, overheard))
      }
      const more = checkContents(answer, pair, overheard)
      return found.length === 0 ? more : [...found, ...more]
    }
  }
}

function errorOf(answer: Answer): unknown {
  return answer.kind === 'error' ? answer.error : undefined
}

function checkContents(
  answer: ResultShape,
  { request }: Extract<Pair, { how: 'answers' }>,
  overheard: Overheard
): readonly Violation[] {
  const { method } = request
  const { result } = answer
  const page = overheard.hear(request.id, method, answer)
  let found = plus(NOTHING, checkResult(method, result, overheard))
  found = plus(found, checkRevision(method, result, overheard))
  if (page) {
    const more = checkPage(method, page, result, overheard)
    return more.length === 0 ? found : [...found, ...more]
  }
  if (method === 'initialize') return plus(found, checkVersion(result, overheard))
  if (method === 'tools/call') found = plus(found, checkStructured(request, result, overheard))
  return plus(found, checkInput(result, overheard))
}

function checkVersion(result: unknown, overheard: Overheard): Violation | undefined {
  const version = isObject(result) ? result['protocolVersion'] : undefined
  if (isLegacyRevision(version)) return undefined
  return violation(overheard.revision, 'unsupported-version', version)
}

/** The first request in a result that asks for input, and must not be there or is malformed. */
function checkInput(result: unknown, overheard: Overheard): Violation | undefined {
  if (overheard.era !== 'modern' || !isObject(result)) return undefined
  const { inputRequests } = result
  if (!isObject(inputRequests)) return undefined
  for (const asked of Object.values(inputRequests)) {
    if (!isObject(asked) || typeof asked['method'] !== 'string') continue
    const params = isObject(asked['params']) ? asked['params'] : {}
    const found = checkAsked(asked['method'], params, overheard)
    if (found) return found
  }
  return undefined
}

const errorShape = objectOf({ code: integer, message: text })

export function checkError(error: unknown, { revision }: Overheard): Violation | undefined {
  const found = errorShape(error)
  return found && violation(revision, 'invalid-error', describeProblem('error', found))
}

/** A server that could not read a request cannot know its id. */
export function isUnreadable(error: unknown): boolean {
  const code = isObject(error) ? error['code'] : undefined
  return code === PARSE_ERROR || code === INVALID_REQUEST
}

function checkNameless(error: unknown, overheard: Overheard): readonly Violation[] {
  const found = plus(NOTHING, checkError(error, overheard))
  if (isUnreadable(error)) return found
  const code = isObject(error) ? error['code'] : undefined
  return plus(found, violation(overheard.revision, 'null-id-error', code))
}
