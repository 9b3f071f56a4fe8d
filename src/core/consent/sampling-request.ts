/**
 * A server wants the answer of a model. It is never given by itself: the person sees the question,
 * and sees the answer before it goes.
 */
import { isNumber } from '../../shared/json/exact-number'
import type { SamplingAsk } from '../../shared/question/sampling-kind'
import { SHEET_RECORDS } from '../../shared/question/sheet-records'
import { isObject, type Json, type JsonObject } from '../../shared/json/json'
import type { Params } from '../../shared/protocol/json-rpc'
import type { Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'
import {
  answerIn,
  askPerson,
  INVALID_PARAMS,
  noteUnanswered,
  recordedOnce,
  REJECTED,
  type AskingParts
} from './asking'
import { PerMinute } from '../time/per-minute'
import type { InputHandler } from '../conversation/input'
import { RpcError } from '../conversation/rpc-peer'

const { risk: riskOf, audit: AUDIT } = SHEET_RECORDS.sampling
/** So often may one call ask, before it is taken for a loop. */
export const MOST_IN_ONE_CALL = LIMITS.samplingInOneCall.most
/** So many blocks and tools may be in one question: what is more stalls the window that shows it. */
const MOST_PARTS = LIMITS.samplingParts.most

export type SamplingParts = AskingParts & {
  readonly clock: Clock
  /** How often a server may ask. */
  readonly perMinute: () => number
}

export function samplingHandler(parts: SamplingParts): InputHandler {
  const pace = new PerMinute(parts.clock, parts.perMinute)
  const rounds = new WeakMap<object, number>()

  /** Why nobody is asked; undefined when somebody is. */
  function whyTooMuch(serverId: string, scope: object): string | undefined {
    const round = (rounds.get(scope) ?? 0) + 1
    rounds.set(scope, round)
    if (round > MOST_IN_ONE_CALL) {
      return `One call has asked ${MOST_IN_ONE_CALL} times, which looks like a loop.`
    }
    if (pace.admits(serverId)) return undefined
    const most = parts.perMinute()
    return `A server may ask ${most === 1 ? 'once' : `${most} times`} a minute.`
  }

  return async (params, signal, asker) => {
    const { serverId } = asker
    const ask = samplingAsk(params, parts.revision?.(serverId))
    const risk = riskOf(ask)
    const why = whyTooMuch(serverId, asker.scope)
    if (why !== undefined) {
      parts.inbox.refuse({ serverId, ask, risk, signal }, 'flood')
      throw limited(why)
    }
    const ended = await askPerson(parts, { ask, risk, signal, asker })
    const answer = answerIn(ended)
    if (answer && 'result' in answer) {
      const { result, isForced } = answer
      const written = { question: params, ...(isForced && { isForced }) }
      const effect = { serverId, method: AUDIT.method, params: written }
      return recordedOnce(parts, ended, effect, async () => result)
    }
    const reason = answer?.reason ?? ''
    const written = { question: params }
    const result = { isAccepted: false, reason }
    noteUnanswered(parts, ended, { serverId, method: AUDIT.method, params: written, result })
    throw rejected(reason)
  }
}

/** Nobody was asked, so that nobody is said to have refused. */
function limited(reason: string): RpcError {
  return new RpcError(REJECTED, `Patchbay’s limit refused this sampling request. ${reason}`, {
    reason
  })
}

function rejected(reason: string): RpcError {
  const data = reason === '' ? undefined : { reason }
  return new RpcError(REJECTED, 'User rejected sampling request', data)
}

function samplingAsk(params: Params, revision: string | undefined): SamplingAsk {
  const { messages, systemPrompt, modelPreferences, maxTokens, includeContext, tools } = params
  if (!Array.isArray(messages) || !messages.every(isObject)) {
    throw new RpcError(INVALID_PARAMS, 'params.messages has to be a list of messages.')
  }
  expectFew(messages, tools)
  const understood = {
    messages: messages as Json[],
    ...(typeof systemPrompt === 'string' && { systemPrompt }),
    ...(isNumber(maxTokens) && { maxTokens: Number(maxTokens) }),
    ...(typeof includeContext === 'string' && { includeContext }),
    ...(Array.isArray(tools) && { tools: tools as Json[] })
  }
  const more = Object.entries(params).filter(([key]) => !Object.hasOwn(understood, key))
  return {
    kind: 'sampling',
    tools: [],
    ...understood,
    modelHints: hintsIn(modelPreferences),
    more: Object.fromEntries(more) as JsonObject,
    ...(revision !== undefined && { revision })
  }
}

function expectFew(messages: readonly Record<string, unknown>[], tools: unknown): void {
  const offered = Array.isArray(tools) ? tools.length : 0
  const blocks = messages.map(({ content }) => (Array.isArray(content) ? content.length : 1))
  // A message without a block is shown, too.
  const parts = blocks.reduce((sum, count) => sum + Math.max(1, count), offered)
  if (parts <= MOST_PARTS) return
  const message = `There are more than ${MOST_PARTS} content blocks and tools, which is too much to be shown to a person.`
  throw new RpcError(INVALID_PARAMS, message)
}

function hintsIn(preferences: unknown): readonly string[] {
  const hints = isObject(preferences) ? preferences['hints'] : undefined
  if (!Array.isArray(hints)) return []
  return (hints as unknown[]).flatMap((hint) =>
    isObject(hint) && typeof hint['name'] === 'string' ? [hint['name']] : []
  )
}
