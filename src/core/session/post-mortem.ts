/** Puts together what is known of a session that ended by itself. */
import type { CallId, ServerId } from '../../shared/protocol/ids'
import type { InFlight, PostMortem, StderrLine } from '../../shared/servers/post-mortem'
import type { EntryKind, TrafficEntry } from '../../shared/traffic/traffic'
import { LIMITS } from '../bounds/limits'
import type { TrafficLog } from '../traffic/traffic-log'
import type { WireEnd } from '../wire/wire'
import type { Failure } from '../conversation/failure'

const LAST_FRAMES = 10
/** Other servers may have said a lot meanwhile; what is further back is not looked for. */
const LOOKED_THROUGH = 5_000
const NO_FRAMES: ReadonlySet<EntryKind> = new Set(['stderr', 'auth', 'lifecycle'])
/** Waits for as long as the session lives, so that nobody misses its answer. */
const LASTING = 'subscriptions/listen'

/** What whoever watches a session knows of its end. */
export type BrokenEnd = {
  readonly failure: Failure
  readonly end?: WireEnd
  readonly pid?: number
  readonly uptimeMs?: number
  readonly lastStderr: readonly StderrLine[]
  /** The number of the first entry of the conversation that ended. */
  readonly sinceSeq: number
  /** What was asked and not answered, oldest first. */
  readonly unanswered: readonly TrafficEntry[]
}

export type PostMortemContext = {
  readonly serverId: ServerId
  readonly time: number
  readonly log: TrafficLog
  readonly callOf: (seq: number) => CallId | undefined
}

export function postMortemOf(broken: BrokenEnd, context: PostMortemContext): PostMortem {
  const { failure, end, pid, uptimeMs, lastStderr, sinceSeq, unanswered } = broken
  const { serverId, time, log, callOf } = context
  const { code = null, signal = null } = end?.kind === 'exited' ? end.exit : {}
  return {
    time,
    reason: failure.reason,
    blame: failure.blame,
    ...(code !== null && { exitCode: code }),
    ...(signal !== null && { signal }),
    ...(pid !== undefined && { pid }),
    ...(uptimeMs !== undefined && { uptimeMs }),
    lastStderr,
    inFlight: unanswered
      .filter(({ method }) => method !== LASTING)
      .slice(0, LIMITS.inFlightTold.most)
      .map((entry) => inFlight(entry, callOf(entry.seq))),
    lastFrames: lastFrames(serverId, log, sinceSeq)
  }
}

function inFlight({ seq, method = '', target }: TrafficEntry, callId?: CallId): InFlight {
  return { seq, method, ...(target !== undefined && { target }), ...(callId && { callId }) }
}

/** What was said to an earlier process is no evidence of what happened to this one. */
function lastFrames(serverId: ServerId, log: TrafficLog, sinceSeq: number): readonly number[] {
  return log
    .tail(LOOKED_THROUGH)
    .filter(
      ({ seq, serverId: from, kind }) =>
        seq >= sinceSeq && from === serverId && !NO_FRAMES.has(kind)
    )
    .slice(-LAST_FRAMES)
    .map(({ seq }) => seq)
}
