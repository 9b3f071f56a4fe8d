import type { Origin, RpcId } from '../protocol/json-rpc'
import type { ServerId } from '../protocol/ids'
import type { LogLevel } from '../protocol/log-level'

export type EntryKind =
  | 'request'
  | 'result'
  | 'error'
  | 'notification'
  /** Something on the wire that is not a JSON-RPC frame. */
  | 'noise'
  | 'stderr'
  /** An exchange of HTTP with an authorization server: the request, or the reply. */
  | 'auth'
  /** Not on the wire: the process started, exited, the session opened. */
  | 'lifecycle'

/** A frame, or what stands for one, as it was recorded. The raw text stays where it was recorded. */
export type TrafficEntry = {
  /** Counts from 1 over all servers and is never used twice. */
  readonly seq: number
  /** Milliseconds since 1970, with a fraction. */
  readonly time: number
  readonly serverId: ServerId
  readonly origin: Origin
  readonly kind: EntryKind
  readonly bytes: number
  readonly method?: string
  readonly id?: RpcId
  /** What the request is about: the name of a tool or prompt, the URI of a resource. */
  readonly target?: string
  /** The entry of the request that this one answers. */
  readonly answers?: number
  /** Of a batch: the other requests that it answers, besides the first. */
  readonly alsoAnswers?: readonly FurtherAnswer[]
  /** The entry of the request that this one answers once more, or after it was cancelled. */
  readonly repeats?: number
  readonly tookMs?: number
  /** Of HTTP, where the entry is the reply of an authorization server; 0 when none came. */
  readonly status?: number
  /** The entry of the request that this notification cancels. */
  readonly cancels?: number
  /** The entry of the request that this notification, or this exchange of HTTP, belongs to. */
  readonly belongsTo?: number
  /** The entry of the exchange of HTTP that it came in, where no request leads there. */
  readonly cameIn?: number
  /** A person wrote it and sent it as it is. */
  readonly isByHand?: boolean
  /** Sent automatically: a ping, a probe for the era, or a poll that succeeded. */
  readonly isBackground?: boolean
  /** The same was asked before and failed. */
  readonly isRetry?: boolean
  /** Of an answer: how its time was spent. */
  readonly timing?: Timing
  /** The entries of the requests that can no longer be answered, because the session has ended. */
  readonly abandons?: readonly number[]
  /** The answer is a result, and the tool says it failed. */
  readonly isToolError?: boolean
  /** Of a log message. */
  readonly level?: LogLevel
  readonly logger?: string
  /** The first part of what is not a frame, or of what a log message says. */
  readonly text?: string
  /** Its bytes are not UTF-8: its text has U+FFFD where they could not be read. */
  readonly isNotUtf8?: boolean
  readonly violations?: readonly Violation[]
}

export type FurtherAnswer = Pick<TrafficEntry, 'method' | 'tookMs' | 'isToolError'> & {
  readonly request: number
  readonly kind: 'result' | 'error' | 'noise'
}

/** Milliseconds since the request was made; absent where the transport cannot tell. */
export type Timing = {
  /** When it left Patchbay. */
  readonly sentMs?: number
  /** When the first byte of the answer came. */
  readonly firstByteMs?: number
  readonly doneMs: number
}

/** A rule of the protocol that a frame breaks. */
export type Violation = {
  /** A short name that never changes, for programs. */
  readonly rule: string
  /** A whole sentence for a person: what is wrong with it. */
  readonly message: string
  /** The part of the specification that says so. */
  readonly clause: string
}

/** Entries carry at most this much of a text; the whole is fetched by its number. */
export const ENTRY_TEXT_LIMIT = 2_000

/**
 * Each peer numbers its own requests, so an id means nothing without the peer that
 * chose it. A request is keyed by its sender; an answer by the opposite side.
 */
export function requestKey(owner: Origin, id: RpcId): string {
  return `${owner}:${typeof id}:${id}`
}

export function otherSide(origin: Origin): Origin {
  return origin === 'workbench' ? 'server' : 'workbench'
}

/** Every request that an entry answers, the first one first. */
export function answersIn(entry: TrafficEntry): readonly FurtherAnswer[] {
  const { answers, alsoAnswers } = entry
  if (answers === undefined) return alsoAnswers ?? NO_ANSWERS
  const first = answerOf(entry, answers)
  return alsoAnswers ? [first, ...alsoAnswers] : [first]
}

const NO_ANSWERS: readonly FurtherAnswer[] = []

export function answerOf(entry: TrafficEntry, request: number): FurtherAnswer {
  const { kind, method, tookMs, isToolError } = entry
  return {
    request,
    kind: kind === 'auth' ? replyKind(entry) : isAnswer(kind) ? kind : 'noise',
    ...(method !== undefined && { method }),
    ...(tookMs !== undefined && { tookMs }),
    ...(isToolError === true && { isToolError })
  }
}

function isAnswer(kind: EntryKind): kind is 'result' | 'error' {
  return kind === 'result' || kind === 'error'
}

/** The method of entries that are no exchange: a question to the person, and what they answered. */
export const PERSON_ASKED = 'ASK'

/** Of HTTP: a refusal is an error, and so is no reply at all. */
function replyKind({ status = 0, method }: TrafficEntry): 'result' | 'error' {
  if (method === PERSON_ASKED) return 'result'
  return status > 0 && status < 400 ? 'result' : 'error'
}
