import type { Call } from './call-contract'
import { isAnswered, type WireFailure } from '../protocol/failure'
import { isObject } from '../json/json'
import type { RpcErrorObject } from '../protocol/json-rpc'
import type { LogLevel } from '../protocol/log-level'
import { isTooDeep } from '../json/nesting'

/** Every call ends in exactly one of these. An error answer is an outcome like any other. */
export type Outcome =
  | { readonly kind: 'result'; readonly result: unknown }
  | {
      readonly kind: 'error'
      readonly error: RpcErrorObject
      /** Too large to be passed around: its data is only in the log, under the number of its entry. */
      readonly isHeld?: true
    }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'connection-lost'
      /** A whole sentence. */
      readonly reason: string
      readonly failure?: WireFailure
      /** What the server's process said last, where it is the process that is gone. */
      readonly lastStderr?: readonly string[]
    }
  | {
      /** Over HTTP: a status of failure, another type, an empty body, or what is not JSON. */
      readonly kind: 'not-an-answer'
      /** A whole sentence. */
      readonly reason: string
      readonly failure: WireFailure
    }

/** How a call ended, in a word. */
export const ENDINGS = [
  'ok',
  'tool-error',
  'error',
  'timeout',
  'cancelled',
  'connection-lost',
  'not-an-answer'
] as const satisfies readonly ('ok' | 'tool-error' | Exclude<Outcome['kind'], 'result'>)[]
export type Ending = (typeof ENDINGS)[number]

/** Without an answer of the protocol: the connection was lost, or something else came over it. */
export type Unanswered = Extract<Outcome, { kind: 'connection-lost' | 'not-an-answer' }>

export function isUnanswered(outcome: Outcome | HeldResult): outcome is Unanswered {
  return outcome.kind === 'connection-lost' || outcome.kind === 'not-an-answer'
}

export function outcomeOfFailure(failure: WireFailure): Unanswered {
  const kind = isAnswered(failure) ? 'not-an-answer' : 'connection-lost'
  return { kind, reason: failure.message, failure }
}

/** What went wrong underneath the protocol, if that is what happened. */
export function failureOf(outcome: Outcome | HeldResult): WireFailure | undefined {
  return isUnanswered(outcome) ? outcome.failure : undefined
}

export type Progress = {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** A log message that came with a request, or, where the wire does not say whose it is, while it ran. */
export type CallLog = {
  readonly seq: number
  readonly time: number
  readonly level: LogLevel
  readonly text: string
  /** The wire does not say which request it belongs to. */
  readonly isGuess: boolean
}

export const CALL_LOGS = 100

/** A pause before a request is made again. */
export type Waiting = {
  /** In milliseconds since 1970. */
  readonly until: number
  /** The server has asked for it, does not take requests now, or cannot be reached. */
  readonly why: 'asked' | 'busy' | 'unreachable'
  readonly attempt: number
  readonly attempts: number
}

/** Whole sentences; `time` is how long it still takes. */
export function describeWaiting({ why, attempt, attempts }: Waiting, time: string): string {
  const again = `Trying again in ${time} (${attempt} of ${attempts}).`
  switch (why) {
    case 'asked':
      return `The server asks to wait. ${again}`
    case 'busy':
      return `The server takes no requests now. ${again}`
    case 'unreachable':
      return `Not reachable. ${again}`
  }
}

/** A result that is too large to be passed around. It is in the log, under the number of its entry. */
export type HeldResult = {
  readonly kind: 'held'
  readonly isToolError: boolean
  /** It is not the result that was asked for. */
  readonly isIncomplete?: true
}

const HELD_ABOVE_BYTES = 32 * 1024
/** A server can put everything into the message. */
const MESSAGE_CHARS = 2_000

export function reportOf(call: Call): Call {
  const { outcome, answerBytes = 0 } = call
  return outcome ? { ...call, outcome: heldIfLarge(outcome, answerBytes) } : call
}

/** An answer as it is passed around: itself, or, when it is too large or too deep, a word that it is kept. */
export function heldIfLarge(
  outcome: Outcome | HeldResult,
  answerBytes: number
): Outcome | HeldResult {
  if (answerBytes <= HELD_ABOVE_BYTES && !isTooDeep(outcome)) return outcome
  if (outcome.kind === 'result') return held(outcome.result)
  if (outcome.kind !== 'error') return outcome
  const { code, message } = outcome.error
  return { kind: 'error', error: { code, message: message.slice(0, MESSAGE_CHARS) }, isHeld: true }
}

function held(result: unknown): HeldResult {
  const isIncomplete = !isComplete(result)
  return { kind: 'held', isToolError: isToolError(result), ...(isIncomplete && { isIncomplete }) }
}

/** Where the data of an error is in what came: what is no proper error is all of it data. */
export function errorDataKey({ code }: RpcErrorObject, came: unknown): 'data' | undefined {
  return code !== 0 && isObject(came) && came['data'] !== undefined ? 'data' : undefined
}

/** A result in which the tool itself says that it failed. */
export function isToolError(result: unknown): boolean {
  return isObject(result) && result['isError'] === true
}

/** False for what stands for another result, which comes later, and for what is none. */
export function isComplete(result: unknown): result is Record<string, unknown> {
  if (!isObject(result)) return false
  const { resultType, task } = result
  return (resultType === undefined || resultType === 'complete') && !isObject(task)
}
