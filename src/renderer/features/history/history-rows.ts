import { isToolError, type Ending } from '../../../shared/calls/call'
import type { Call, CallCount, CallRow } from '../../../shared/calls/call-contract'

/** A call in the list: one that is kept, or one that is too new to be, or still runs. */
export type HistoryRow = Omit<CallRow, 'ending'> & {
  readonly ending: Ending | 'running'
  /** It can be pinned, named and removed. */
  readonly isKept: boolean
}

/** What a list has of the calls that are kept. */
type KeptRows = {
  readonly count?: Pick<CallCount, 'matched' | 'pinned'>
  readonly from: number
  readonly rows: readonly CallRow[]
}

/** Pinned ones first, then those that are not kept, then the others; each newest first. */
export function rowsOf(
  { count, from, rows }: KeptRows,
  calls: readonly Call[]
): readonly (HistoryRow | undefined)[] {
  const kept = new Set(rows.map(({ id }) => id))
  const live = calls
    .filter(({ id, isKept }) => isKept !== true && !kept.has(id))
    .map((call) => remembered(newRows, call, rowOfCall))
    .sort((one, other) => other.startedAt - one.startedAt)
  const { matched = 0, pinned = 0 } = count ?? {}
  const listed = Array.from({ length: matched }, (_, index) => {
    const row = rows[index - from]
    return row && remembered(keptRows, row, rowOfEntry)
  })
  return [...listed.slice(0, pinned), ...live, ...listed.slice(pinned)]
}

/** Where a row of the list, or the one after it, is among the calls that are kept. */
export function keptIndex(
  index: number,
  { pinned, added }: { readonly pinned: number; readonly added: number }
): number {
  return index <= pinned ? index : Math.max(pinned, index - added)
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
    ...(call.requestSeq !== undefined && { requestSeq: call.requestSeq }),
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
