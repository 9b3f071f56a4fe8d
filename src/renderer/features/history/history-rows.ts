import { isToolError, type CallReport } from '../../../shared/call'
import type { Ending, HistoryEntry } from '../../../shared/history'
import type { CallId } from '../../../shared/ids'

/** A call in the list: one that is kept, or one that is too new to be, or still runs. */
export type HistoryRow = Omit<HistoryEntry, 'callId' | 'ending'> & {
  readonly id: CallId
  readonly ending: Ending | 'running'
  /** It can be pinned, named and removed. */
  readonly isKept: boolean
}

/** Pinned ones first, then newest first. */
export function rowsOf(
  entries: readonly HistoryEntry[],
  calls: readonly CallReport[],
  removed: ReadonlySet<CallId>
): readonly HistoryRow[] {
  const kept = new Set(entries.map(({ callId }) => callId))
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

const keptRows = new WeakMap<HistoryEntry, HistoryRow>()
const newRows = new WeakMap<CallReport, HistoryRow>()

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

function rowOfEntry({ callId, ...rest }: HistoryEntry): HistoryRow {
  return { ...rest, id: callId, isKept: true }
}

function rowOfCall(call: CallReport): HistoryRow {
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

function hasFindings({ violations = [] }: CallReport): boolean {
  return violations.length > 0
}

function endingOf(outcome: CallReport['outcome']): HistoryRow['ending'] {
  if (!outcome) return 'running'
  if (outcome.kind === 'result') return isToolError(outcome.result) ? 'tool-error' : 'ok'
  if (outcome.kind === 'held') return outcome.isToolError ? 'tool-error' : 'ok'
  return outcome.kind
}
