import type { WireFailure } from './failure'
import type { CallId, ServerId } from './ids'
import { isObject, type JsonObject } from './json'
import type { RpcErrorObject } from './json-rpc'
import type { Violation } from './traffic'

/** Every call ends in exactly one of these. An error answer is an outcome like any other. */
export type Outcome =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: RpcErrorObject }
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

export type Progress = {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

export type Call = {
  readonly id: CallId
  readonly serverId: ServerId
  readonly tool: string
  readonly arguments: JsonObject
  readonly startedAt: number
  readonly progress?: Progress
  /** How many progress notifications came. */
  readonly progressCount: number
  readonly requestSeq?: number
  readonly answerSeq?: number
  readonly answerBytes?: number
  /** What is wrong with the answer. */
  readonly violations?: readonly Violation[]
  readonly outcome?: Outcome
  readonly tookMs?: number
  /** The server is to be left alone until then, in milliseconds since 1970; then it is asked again. */
  readonly waitingUntil?: number
}

/** A result that is too large to be passed around. It is in the log, under the number of its entry. */
export type HeldResult = { readonly kind: 'held'; readonly isToolError: boolean }

/** A call as it is kept and shown. */
export type CallReport = Omit<Call, 'outcome'> & { readonly outcome?: Outcome | HeldResult }

const HELD_ABOVE_BYTES = 32 * 1024

export function reportOf(call: Call): CallReport {
  const { outcome, answerBytes = 0 } = call
  if (outcome?.kind !== 'result' || answerBytes <= HELD_ABOVE_BYTES) return call
  return { ...call, outcome: { kind: 'held', isToolError: isToolError(outcome.result) } }
}

/** A result in which the tool itself says that it failed. */
export function isToolError(result: unknown): boolean {
  return isObject(result) && result['isError'] === true
}
