/** A call that has ended, as it stands in the table of calls. */
import { z } from 'zod'
import { isToolError, type HeldResult, type Outcome, type Ending } from '../../shared/calls/call'
import { Call, CallRow, type EndedCall } from '../../shared/calls/call-contract'
import { assertNever } from '../../shared/protocol/errors'
import type { WireFailure } from '../../shared/protocol/failure'
import { CallId } from '../../shared/protocol/ids'
import { parseJson } from '../../shared/json/json'
import { outlineOf } from '../values/outline'
import { redacted } from '../redaction/redacted'
import type { CallReader } from './rows/call-table'
import { jsonOf, sentOf } from './sent'

/** As much of an outcome as is kept whole, and as much as is kept of what is longer. */
export const LONGEST_CHARS = 1024 * 1024
export const CUT = { textChars: LONGEST_CHARS / 4, parts: 10_000, totalChars: LONGEST_CHARS / 2 }

type Redact = (json: string) => string

/** The row of a call as it stands in its file. */
export const StoredRow = z.looseObject({
  ...CallRow.omit({ id: true }).shape,
  version: z.number(),
  callId: CallId
})
export type StoredRow = z.infer<typeof StoredRow>

const StoredViolation = z.looseObject({ rule: z.string(), message: z.string(), clause: z.string() })

/** The rest of a call: its outcome, and what was sent where that is too large for the row. */
export const StoredOutcome = z.looseObject({
  ...Call.pick({ hasCutArguments: true, progress: true, logs: true, logCount: true, pace: true })
    .shape,
  progressCount: z.number().optional(),
  ...Call.pick({ arguments: true, meta: true }).partial().shape,
  outcome: Call.shape.outcome.unwrap(),
  isCut: z.boolean(),
  violations: z.array(StoredViolation).optional()
})
export type StoredOutcome = z.infer<typeof StoredOutcome>

export function storedRowIn(json: string): StoredRow | undefined {
  return StoredRow.safeParse(parseJson(json)).data
}

export function storedOutcomeIn(json: string): StoredOutcome | undefined {
  return StoredOutcome.safeParse(parseJson(json)).data
}

export const STORED_CALLS: CallReader = {
  canReadRow: (row) => storedRowIn(row) !== undefined,
  canReadRest: (rest) => storedOutcomeIn(rest) !== undefined
}

/** How a call ended, as much of it as is kept. */
export type CutOutcome = { readonly outcome: EndedCall['outcome']; readonly isCut: boolean }

/** A call that has ended as it is written down, without what may not be. */
export function storedCallOf(
  call: EndedCall,
  { outcome, isCut }: CutOutcome,
  redact: Redact
): { readonly entry: StoredRow; readonly outcome: StoredOutcome } {
  const { timeoutMs, isForced, schemas, tookMs, answerBytes, violations = [] } = call
  const { requestSeq, answerSeq, progress, progressCount, pace, logs, logCount } = call
  const hasFindings = violations.length > 0
  const sent = sentOf(call, redact)
  const entry: StoredRow = {
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
    ...(requestSeq !== undefined && { requestSeq }),
    ...(answerSeq !== undefined && { answerSeq }),
    isPinned: false
  }
  const kept = {
    outcome: redactedOutcome(outcome, redact),
    isCut,
    ...sent.apart,
    ...(progressCount > 0 && { progressCount }),
    ...(progress && { progress: redacted(progress, redact) }),
    ...(pace && { pace }),
    ...(logs && { logs: redacted([...logs], redact) }),
    ...(logCount !== undefined && { logCount }),
    ...(hasFindings && { violations: redacted([...violations], redact) })
  }
  return { entry, outcome: kept }
}

/** What is found by a name or understood as a number stays as it is. */
export function redactedEntry(entry: StoredRow, redact: Redact): StoredRow {
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
export function callRowOf({ version: _, callId: id, ...rest }: StoredRow): CallRow {
  const members = Object.entries({ ...rest, id }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(members) as CallRow
}

/** Without what only a list says, and with all that is kept beside the row. */
export function keptCallOf(stored: StoredRow, rest: StoredOutcome): EndedCall {
  const { hasLargeArguments: _, ...row } = callRowOf(stored)
  const { outcome, ...kept } = rest
  const whole = { ...row, progressCount: 0, ...kept, outcome, isKept: true }
  return { ...Call.parse(whole), outcome }
}

/** As much of it as is kept. How long the answer was saves writing it out to see. */
export function cutOutcome(outcome: Outcome, answerBytes = 0): CutOutcome {
  const json = answerBytes > LONGEST_CHARS ? undefined : jsonOf(outcome)
  if (json !== undefined && json.length <= LONGEST_CHARS) return { outcome, isCut: false }
  return { outcome: outlineOf(outcome, CUT).value as Outcome, isCut: true }
}

function redactedOutcome(outcome: EndedCall['outcome'], redact: Redact): EndedCall['outcome'] {
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
