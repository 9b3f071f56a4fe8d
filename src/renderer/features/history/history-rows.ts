import { isToolError } from '../../../shared/calls/call'
import type { Call, CallRow, Ending } from '../../../shared/calls/call-contract'
import type { CallId } from '../../../shared/protocol/ids'

/** A call in the list: one that is kept, or one that is too new to be, or still runs. */
export type HistoryRow = Omit<CallRow, 'ending'> & {
  readonly ending: Ending | 'running'
  /** It can be pinned, named and removed. */
  readonly isKept: boolean
}

/** Pinned ones first, then newest first. */
export function rowsOf(
  entries: readonly CallRow[],
  calls: readonly Call[],
  removed: ReadonlySet<CallId>
): readonly HistoryRow[] {
  const kept = new Set(entries.map(({ id }) => id))
  const rows = [
    ...entries.map((entry) => remembered(keptRows, entry, rowOfEntry)),
    ...calls
      .filter(({ id }) => !kept.has(id) && !removed.has(id))
      .map((call) => remembered(newRows, call, rowOfCall))
  ]
  return rows.sort(
    (one, other) => Number(other.isPinned) - Number(one.isPinned) || other.startedAt - one.startedAt
  )
}

const keptRows = new WeakMap<CallRow, HistoryRow>()
const newRows = new WeakMap<Call, HistoryRow>()

/** The same row for the same call, so that only what has changed is drawn anew. */
function remembered<T extends object>(
  known: WeakMap<T, HistoryRow>,
  source: T,
  make: (source: T) => HistoryRow
): HistoryRow {
  const row = known.get(source) ?? make(source)
  known.set(source, row)
  return row
}

function rowOfEntry(row: CallRow): HistoryRow {
  return { ...row, isKept: true }
}

function rowOfCall(call: Call): HistoryRow {
  const { id, serverId, tool, arguments: args, startedAt, meta, timeoutMs } = call
  return {
    id,
    serverId,
    tool,
    arguments: args,
    startedAt,
    ...(meta && { meta }),
    ...(call.hasLargeArguments === true && { hasLargeArguments: true }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(call.isForced !== undefined && { isForced: call.isForced }),
    ...(call.schemas && { schemas: call.schemas }),
    ...(call.tookMs !== undefined && { tookMs: call.tookMs }),
    ...(call.answerBytes !== undefined && { answerBytes: call.answerBytes }),
    ending: endingOf(call.outcome),
    ...(hasFindings(call) && { hasFindings: true }),
    isPinned: false,
    isKept: false
  }
}

function hasFindings({ violations = [] }: Call): boolean {
  return violations.length > 0
}

function endingOf(outcome: Call['outcome']): HistoryRow['ending'] {
  if (!outcome) return 'running'
  if (outcome.kind === 'result') return isToolError(outcome.result) ? 'tool-error' : 'ok'
  if (outcome.kind === 'held') return outcome.isToolError ? 'tool-error' : 'ok'
  return outcome.kind
}
