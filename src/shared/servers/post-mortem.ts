import type { CallId } from '../protocol/ids'
import type { Blame } from './session-state'

/** What is known of a session that ended by itself. Kept until the person has seen it. */
export type PostMortem = {
  readonly time: number
  /** A whole sentence: what happened. */
  readonly reason: string
  readonly blame: Blame
  readonly exitCode?: number
  readonly signal?: string
  readonly pid?: number
  readonly uptimeMs?: number
  readonly lastStderr: readonly StderrLine[]
  /** What had been asked and was not answered. */
  readonly inFlight: readonly InFlight[]
  /** The numbers of the last frames of the conversation that ended, oldest first. */
  readonly lastFrames: readonly number[]
}

/** A line that the process wrote to stderr. */
export type StderrLine = {
  /** In milliseconds since 1970. */
  readonly time: number
  readonly text: string
}

export type InFlight = {
  readonly seq: number
  readonly method: string
  readonly target?: string
  /** The call it belongs to, where it was one. */
  readonly callId?: CallId
}
