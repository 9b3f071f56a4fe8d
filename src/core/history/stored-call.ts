/** A call that has ended, as it stands in the files of the history. */
import { z } from 'zod'
import { isToolError, type CallReport, type HeldResult, type Outcome } from '../../shared/call'
import { assertNever } from '../../shared/errors'
import type { WireFailure } from '../../shared/failure'
import type { Ending, HistoryEntry, KeptOutcome } from '../../shared/history'
import { CallId, ServerId } from '../../shared/ids'
import { isObject, type JsonObject } from '../../shared/json'
import { outlineOf } from '../outline'
import { redacted } from '../redacted'
import { jsonOf, sentOf } from './sent'

/** As much of an outcome as is kept whole, and as much as is kept of what is longer. */
export const LONGEST_CHARS = 1024 * 1024
export const CUT = { textChars: LONGEST_CHARS / 4, parts: 10_000, totalChars: LONGEST_CHARS / 2 }

type Redact = (json: string) => string
const json = z.custom<JsonObject>(isObject)

export const StoredEntry = z.looseObject({
  version: z.number(),
  callId: CallId,
  serverId: ServerId,
  tool: z.string(),
  startedAt: z.number(),
  arguments: json,
  meta: json.optional(),
  hasLargeArguments: z.boolean().optional(),
  argumentsBytes: z.number().optional(),
  timeoutMs: z.number().optional(),
  isForced: z.boolean().optional(),
  schemas: z.looseObject({ input: z.string(), output: z.string() }).optional(),
  ending: z.enum([
    'ok',
    'tool-error',
    'error',
    'timeout',
    'cancelled',
    'connection-lost',
    'not-an-answer'
  ]),
  hasFindings: z.boolean().optional(),
  tookMs: z.number().optional(),
  answerBytes: z.number().optional(),
  isPinned: z.boolean(),
  name: z.string().optional()
})
export type StoredEntry = z.infer<typeof StoredEntry>

const StoredViolation = z.looseObject({ rule: z.string(), message: z.string(), clause: z.string() })

/** Its shape is that of what was written, so only that it is an outcome at all is looked at. */
export const StoredOutcome = z.looseObject({
  isCut: z.boolean(),
  outcome: z.custom<KeptOutcome['outcome']>(
    (value) => isObject(value) && typeof value['kind'] === 'string'
  ),
  /** What was sent, where it is too large for the entry. */
  arguments: json.optional(),
  meta: json.optional(),
  hasCutArguments: z.boolean().optional(),
  violations: z.array(StoredViolation).optional()
})
export type StoredOutcome = z.infer<typeof StoredOutcome>

/** How a call ended, as much of it as is kept. */
export type CutOutcome = Pick<KeptOutcome, 'outcome' | 'isCut'>

/** A call that has ended as it is written down, without what may not be. */
export function storedCallOf(
  call: CallReport & { readonly outcome: Outcome | HeldResult },
  { outcome, isCut }: CutOutcome,
  redact: Redact
): { readonly entry: StoredEntry; readonly outcome: StoredOutcome } {
  const { timeoutMs, isForced, schemas, tookMs, answerBytes, violations = [] } = call
  const hasFindings = violations.length > 0
  const sent = sentOf(call, redact)
  const entry: StoredEntry = {
    version: 1,
    callId: call.id,
    serverId: call.serverId,
    tool: call.tool,
    startedAt: call.startedAt,
    ...sent.inEntry,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(isForced && { isForced }),
    ...(schemas && { schemas }),
    ending: endingOf(call.outcome),
    ...(hasFindings && { hasFindings }),
    ...(tookMs !== undefined && { tookMs }),
    ...(answerBytes !== undefined && { answerBytes }),
    isPinned: false
  }
  const kept = {
    outcome: redactedOutcome(outcome, redact),
    isCut,
    ...sent.apart,
    ...(hasFindings && { violations: redacted([...violations], redact) })
  }
  return { entry, outcome: kept }
}

/** What is found by a name or understood as a number stays as it is. */
export function redactedEntry(entry: StoredEntry, redact: Redact): StoredEntry {
  const { serverId, tool, arguments: args, meta, name } = entry
  return {
    ...entry,
    // Whoever asks for a list knows these two; here they are for whoever looks into the file.
    serverId: redacted(serverId, redact),
    tool: redacted(tool, redact),
    arguments: redacted(args, redact),
    ...(meta && { meta: redacted(meta, redact) }),
    ...(name !== undefined && { name: redacted(name, redact) })
  }
}

/** Without what only the file knows. */
export function historyEntryOf({ version: _, ...entry }: StoredEntry): HistoryEntry {
  const members = Object.entries(entry).filter(([, value]) => value !== undefined)
  return Object.fromEntries(members) as HistoryEntry
}

export function keptOutcomeOf(entry: StoredEntry, stored: StoredOutcome): KeptOutcome {
  const { outcome, isCut, hasCutArguments, violations } = stored
  const { arguments: args, meta } = stored.arguments ? stored : entry
  return {
    outcome,
    isCut,
    arguments: args ?? {},
    ...(meta && { meta }),
    ...(violations && { violations }),
    ...(hasCutArguments && { hasCutArguments })
  }
}

/** As much of it as is kept. How long the answer was saves writing it out to see. */
export function cutOutcome(outcome: Outcome, answerBytes = 0): CutOutcome {
  const json = answerBytes > LONGEST_CHARS ? undefined : jsonOf(outcome)
  if (json !== undefined && json.length <= LONGEST_CHARS) return { outcome, isCut: false }
  return { outcome: outlineOf(outcome, CUT).value as Outcome, isCut: true }
}

function redactedOutcome(outcome: KeptOutcome['outcome'], redact: Redact): KeptOutcome['outcome'] {
  switch (outcome.kind) {
    case 'result':
      return { ...outcome, result: redacted(outcome.result, redact) }
    case 'error': {
      const { code, message, data } = outcome.error
      const error = { code, message: redacted(message, redact), data: redacted(data, redact) }
      return { ...outcome, error }
    }
    case 'connection-lost': {
      const { reason, failure, lastStderr } = outcome
      return {
        ...outcome,
        reason: redacted(reason, redact),
        ...(failure && { failure: redactedFailure(failure, redact) }),
        ...(lastStderr && { lastStderr: redacted(lastStderr, redact) })
      }
    }
    case 'not-an-answer': {
      const { reason, failure } = outcome
      return {
        ...outcome,
        reason: redacted(reason, redact),
        failure: redactedFailure(failure, redact)
      }
    }
    case 'timeout':
    case 'cancelled':
    case 'held':
      return outcome
    default:
      return assertNever(outcome)
  }
}

function redactedFailure(failure: WireFailure, redact: Redact): WireFailure {
  const { message, body } = failure
  return {
    ...failure,
    message: redacted(message, redact),
    ...(body && { body: { ...body, text: redacted(body.text, redact) } })
  }
}

function endingOf(outcome: Outcome | HeldResult): Ending {
  if (outcome.kind === 'held') return outcome.isToolError ? 'tool-error' : 'ok'
  if (outcome.kind !== 'result') return outcome.kind
  return isToolError(outcome.result) ? 'tool-error' : 'ok'
}
