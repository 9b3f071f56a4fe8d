/** What the handlers of all questions share: where they ask, and where they write down what came of it. */
import { messageOf } from '../../shared/protocol/errors'
import { isLongerThan } from '../../shared/json/indented-json'
import { isTooDeep } from '../../shared/json/nesting'
import type { Risk } from '../../shared/question/inbox'
import type { AnswerOf, AskOf, SheetAsk, SheetKind } from '../../shared/question/records'
import type { ServerId } from '../../shared/protocol/ids'
import type { AuditEnd, AuditEntry, Auditing } from '../audit/auditing'
import { LIMITS } from '../bounds/limits'
import type { Asker } from '../conversation/input'
import { RpcError } from '../conversation/rpc-peer'
import type { Ended } from '../question/question-queue'
import type { Inbox } from './inbox'

export const INVALID_PARAMS = -32602
/** What the protocol has for a person who said no. */
export const REJECTED = -1
/** A person is not shown more than they can read, and nothing that is only shown in part. */
const LONGEST_CHARS = LIMITS.questionChars.most
const DEEPEST = LIMITS.questionDepth.most

export type AskingParts = {
  readonly inbox: Inbox
  readonly audit: Auditing
  /** The tools of a server that are being called. */
  readonly running?: (serverId: ServerId) => readonly string[]
  /** The revision of the session that is open. */
  readonly revision?: (serverId: ServerId) => string | undefined
}

export type Asked<Kind extends SheetKind> = {
  readonly ask: AskOf<Kind>
  readonly risk: Risk
  readonly signal: AbortSignal
  readonly asker: Asker
  readonly scope?: string
}

/** Refuses what is too much to be read. */
export function askPerson<Kind extends SheetKind>(
  { inbox, running }: AskingParts,
  asked: Asked<Kind>
): Promise<Ended<Kind>> {
  const { asker, ...question } = asked
  expectReadable(question.ask)
  const { serverId, seq } = asker
  const during = [...new Set(running?.(serverId) ?? [])]
  return inbox.ask({ ...question, serverId, seq, during })
}

/** The person, or why nobody decided. */
export function deciderOf({ leaving }: Ended): string {
  return leaving === 'answered' || leaving === 'denied' ? 'person' : leaving
}

export type Effect = {
  readonly serverId: ServerId
  readonly method: string
  readonly params: object
}

/** Written down before it has an effect; where that cannot be done it has none. */
export async function recorded<T>(
  { audit }: AskingParts,
  { serverId, method, params }: Effect,
  work: () => Promise<T>,
  took: TookMs = {}
): Promise<T> {
  const end = await audit.intend({ serverId, method, params: { by: 'person', ...params } })
  try {
    const result = await work()
    end({ result, ...took })
    return result
  } catch (error) {
    end({ error: messageOf(error), ...took })
    throw error
  }
}

export type TookMs = Pick<AuditEnd, 'durationMs'>

/** Undefined where nobody answered. */
export function answerIn<Kind extends SheetKind>(ended: Ended<Kind>): AnswerOf<Kind> | undefined {
  return ended.leaving === 'answered' ? ended.answer : undefined
}

/** How long the person took: what happens then takes no time. */
export function tookOf({ waitedMs }: Ended): TookMs {
  return waitedMs === undefined ? {} : { durationMs: waitedMs }
}

/** By the answer: what was asked many times is decided, done and written down once. */
const done = new WeakMap<Ended, Promise<unknown>>()

/** What the person has decided, for all who have asked the same. */
export function recordedOnce<T>(
  parts: AskingParts,
  ended: Ended,
  effect: Effect,
  work: () => Promise<T>
): Promise<T> {
  const known = done.get(ended) as Promise<T> | undefined
  const params = { ...effect.params, ...factsOf(ended) }
  const doing = known ?? recorded(parts, { ...effect, params }, work, tookOf(ended))
  done.set(ended, doing)
  return doing
}

const noted = new WeakSet<Ended>()

/**
 * What nobody was asked is only counted, by the inbox: a flood must not fill the log. Nor does one who
 * takes a question back that others still ask.
 */
export function noteUnanswered(
  { audit }: AskingParts,
  ended: Ended,
  entry: AuditEntry & AuditEnd & { readonly params: object }
): void {
  if (isRefused(ended)) return
  if (ended.times === 0 || noted.has(ended)) return
  noted.add(ended)
  const params = { ...entry.params, by: deciderOf(ended), ...factsOf(ended) }
  audit.note({ ...entry, params, ...tookOf(ended) })
}

function isRefused({ leaving }: Ended): boolean {
  return leaving === 'flood' || leaving === 'paused' || leaving === 'repeated'
}

function factsOf({ times, seq }: Ended): object {
  return {
    ...(times !== undefined && { times }),
    // As it is called in the traffic.
    ...(seq !== undefined && { frame: seq })
  }
}

function expectReadable(ask: SheetAsk): void {
  if (isTooDeep(ask, DEEPEST)) {
    throw new RpcError(INVALID_PARAMS, 'This is nested too deeply to be shown to a person.')
  }
  if (isLongerThan(ask, LONGEST_CHARS)) {
    throw new RpcError(INVALID_PARAMS, 'This is too long to be shown to a person.')
  }
}
