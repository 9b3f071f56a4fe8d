/** A call before it is made, and a call that was made: the one declaration of each, checked where they come in. */
import { z } from 'zod'
import {
  ENDINGS,
  type CallLog,
  type HeldResult,
  type Outcome,
  type Progress,
  type Waiting
} from './call'
import { CallId, ServerId } from '../protocol/ids'
import { isObject, type JsonObject } from '../json/json'
import type { Pace } from './pace'
import type { ListCount, ListGrowth } from '../traffic/list'
import type { Violation } from '../traffic/traffic'
import type { SchemaDigests } from './schema-digests'

const jsonObject = z.custom<JsonObject>(isObject, 'must be a JSON object')

const { exactOptional } = z
const list = <Item>() => z.custom<readonly Item[]>(Array.isArray)
const object = <Whole extends object>() => z.custom<Whole>(isObject)

/** A call as somebody wants it made. */
export const WantedCall = z.strictObject({
  serverId: ServerId,
  tool: z.string().max(1_000),
  arguments: jsonObject,
  /** Goes into `_meta`, beside what Patchbay puts there. */
  meta: exactOptional(jsonObject),
  timeoutMs: exactOptional(z.number().int().min(1).max(86_400_000)),
  /** You know that the schema forbids these arguments. */
  isForced: exactOptional(z.boolean())
})
export type WantedCall = Readonly<z.infer<typeof WantedCall>>

/** What can be set for a call besides its tool and arguments. */
export type CallSettings = {
  readonly [Name in 'meta' | 'timeoutMs' | 'isForced']?: WantedCall[Name] | undefined
}

/** What lists say of a call as well. What a server was sent or has sent may be longer than a window may ask for. */
const made = {
  ...WantedCall.shape,
  tool: z.string(),
  timeoutMs: exactOptional(z.number()),
  id: CallId,
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /** Only the beginning of the arguments is here, and no meta: the whole is read by its handle. */
  hasLargeArguments: exactOptional(z.boolean()),
  /** What its tool declared when it began; absent where that is not known. */
  schemas: exactOptional(
    z.custom<SchemaDigests>(
      (value) =>
        isObject(value) && typeof value['input'] === 'string' && typeof value['output'] === 'string'
    )
  ),
  tookMs: exactOptional(z.number()),
  answerBytes: exactOptional(z.number()),
  /** The frames that it is in, by their numbers, while their log goes on. */
  requestSeq: exactOptional(z.number()),
  answerSeq: exactOptional(z.number())
}

/** A call that was made: one that runs, or has ended in exactly one outcome. */
export const Call = z.object({
  ...made,
  progress: exactOptional(object<Progress>()),
  /** How many progress notifications came. */
  progressCount: z.number(),
  /** When its progress came, so that whoever looks at it later knows how fast it gets on. */
  pace: exactOptional(list<Pace[number]>()),
  /** The newest log messages of its request, oldest first; at most CALL_LOGS of them. */
  logs: exactOptional(list<CallLog>()),
  /** How many there were. */
  logCount: exactOptional(z.number()),
  /** What is wrong with the answer. */
  violations: exactOptional(list<Violation>()),
  /** A large one is in the log only, under the number of its frame. */
  outcome: exactOptional(
    z.custom<Outcome | HeldResult>((value) => isObject(value) && typeof value['kind'] === 'string')
  ),
  /** The outcome was too large to be kept whole. */
  isCut: exactOptional(z.boolean()),
  /** The arguments were too large to be kept whole, so they cannot be sent again. */
  hasCutArguments: exactOptional(z.boolean()),
  /** It has ended, and the table of calls has it: it can be pinned, named and removed. */
  isKept: exactOptional(z.boolean()),
  /** Nothing runs until then; then the server is asked again. */
  waiting: exactOptional(object<Waiting>())
})
export type Call = Readonly<z.infer<typeof Call>>

export type EndedCall = Call & { readonly outcome: Outcome | HeldResult }

/** A call with its whole outcome. */
export type WholeCall = Call & { readonly outcome: Outcome }

/** What was sent with a call can be large and never changes, so only the first of its reports has it. */
type SentWithCall = 'arguments' | 'meta' | 'hasLargeArguments'
export type CallChange = Omit<Call, SentWithCall> & Partial<Pick<Call, SentWithCall>>

/** A call that has ended, as lists show it. */
export const CallRow = z.object({
  ...made,
  /** How much was sent, where it is large. */
  argumentsBytes: exactOptional(z.number()),
  ending: z.enum(ENDINGS),
  /** The answer broke the protocol, or the schema that the server declares. */
  hasFindings: exactOptional(z.boolean()),
  isPinned: z.boolean(),
  name: exactOptional(z.string())
})
export type CallRow = Readonly<z.infer<typeof CallRow>>

/** The calls of a tool that match a filter, pinned ones first, then newest first. */
export const CallSpec = z.strictObject({
  serverId: ServerId,
  tool: z.string().max(1_000),
  filter: z.string().max(10_000)
})
export type CallSpec = Readonly<z.infer<typeof CallSpec>>

export type CallCount = ListCount & {
  /** So many of those that match are pinned. */
  readonly pinned: number
}

/** How the table of calls has changed. */
export type CallGrowth = {
  /** Calls that it has now; of many that ended at once, some are forgotten already. */
  readonly kept: readonly CallId[]
  /** The lists of it that somebody looks at. */
  readonly grew: readonly ListGrowth<CallRow, CallCount>[]
}
