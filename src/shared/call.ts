import type { CallId, ServerId } from './ids'
import type { JsonObject } from './json'
import type { RpcErrorObject } from './json-rpc'

/** Every call ends in exactly one of these. An error answer is an outcome like any other. */
export type Outcome =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: RpcErrorObject }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'connection-lost'; readonly reason: string }

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
  readonly outcome?: Outcome
  readonly tookMs?: number
}

/** A result in which the tool itself says that it failed. */
export function isToolError(outcome: Outcome): boolean {
  return (
    outcome.kind === 'result' &&
    typeof outcome.result === 'object' &&
    outcome.result !== null &&
    (outcome.result as { isError?: unknown }).isError === true
  )
}
