import type { HeldResult, Outcome } from './call'
import type { CallId, ServerId } from './ids'
import type { JsonObject } from './json'
import type { Violation } from './traffic'
import type { SchemaDigests } from './verdicts/schema-digests'

/** How a call ended, in a word. */
export type Ending = 'ok' | 'tool-error' | Exclude<Outcome['kind'], 'result'>

/** A call that has ended, as it is kept across restarts. */
export type HistoryEntry = {
  readonly callId: CallId
  readonly serverId: ServerId
  readonly tool: string
  readonly startedAt: number
  readonly arguments: JsonObject
  readonly meta?: JsonObject
  /** Only the beginning of the arguments is here, and no meta: the whole is with the outcome. */
  readonly hasLargeArguments?: boolean
  /** How much was sent, where it is large. */
  readonly argumentsBytes?: number
  readonly timeoutMs?: number
  /** The person knew that the schema forbids these arguments. */
  readonly isForced?: boolean
  /** What its tool declared when it began; absent where that is not known. */
  readonly schemas?: SchemaDigests
  readonly ending: Ending
  /** The answer broke the protocol, or the schema that the server declares. */
  readonly hasFindings?: boolean
  readonly tookMs?: number
  readonly answerBytes?: number
  readonly isPinned: boolean
  readonly name?: string
}

/** What a kept call ended in, and all that was sent with it. */
export type KeptOutcome = {
  readonly outcome: Outcome | HeldResult
  /** It was too large to be kept whole. */
  readonly isCut: boolean
  /** What was wrong with the answer when it came. */
  readonly violations?: readonly Violation[]
  readonly arguments: JsonObject
  readonly meta?: JsonObject
  /** Only the beginning of the arguments is here, and no meta: the whole is read by its handle. */
  readonly hasLargeArguments?: boolean
  /** They were too large to be kept whole, so they cannot be sent again. */
  readonly hasCutArguments?: boolean
}

export const HISTORY_LIMITS = { least: 0, most: 1_000, usual: 50 } as const
