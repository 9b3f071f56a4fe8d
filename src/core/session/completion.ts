/** What a server proposes for the value of an argument: what to ask, and how to read the answer. */
import type { Outcome } from '../../shared/calls/call'
import { isNumber } from '../../shared/json/exact-number'
import { explainOutcome } from '../../shared/advice/explain'
import type { Completion, CompletionRef } from '../../shared/calls/exchange'
import { isObject } from '../../shared/json/json'
import type { Params } from '../../shared/protocol/json-rpc'
import { EVERYTHING, type Handshake } from '../conversation/handshake'

/** As many as the protocol allows. */
const MOST_VALUES = 100
const CAPABILITY_SINCE = '2025-03-26'
const CONTEXT_SINCE = '2025-06-18'

export type CompletionQuestion = {
  readonly ref: CompletionRef
  readonly argument: { readonly name: string; readonly value: string }
  /** The values of the other arguments. */
  readonly context?: Readonly<Record<string, string>>
}

/** A whole sentence; undefined when there is no reason not to ask. */
export function whyNoCompletion(
  name: string,
  { era, protocolVersion, capabilities }: Handshake
): string | undefined {
  if (era === 'bare') return `${name} was opened without a handshake, so it completes nothing.`
  // Before there was a capability for it, a server could complete without saying so.
  if (era === 'legacy' && protocolVersion < CAPABILITY_SINCE) return undefined
  if (capabilities['completions'] !== undefined || capabilities === EVERYTHING) return undefined
  return `${name} does not say that it completes arguments.`
}

export function completionParams(
  { ref, argument, context }: CompletionQuestion,
  { era, protocolVersion }: Handshake
): Params {
  const knowsContext = era === 'modern' || protocolVersion >= CONTEXT_SINCE
  const given = context && Object.keys(context).length > 0 ? context : undefined
  return { ref, argument, ...(knowsContext && given && { context: { arguments: given } }) }
}

export function completionOf(outcome: Outcome): Completion {
  if (outcome.kind === 'cancelled') return failed('It was called off.')
  if (outcome.kind !== 'result') return failed(explainOutcome(outcome)?.what ?? outcome.kind)
  const given = isObject(outcome.result) ? outcome.result['completion'] : undefined
  const { values, total, hasMore } = isObject(given) ? given : {}
  if (!Array.isArray(values)) return failed('The answer has no list of values.')
  const texts = values.filter((value) => typeof value === 'string')
  return {
    values: texts.slice(0, MOST_VALUES),
    ...(isNumber(total) && { total: Number(total) }),
    ...(typeof hasMore === 'boolean' && { hasMore })
  }
}

function failed(failure: string): Completion {
  return { values: [], failure }
}
