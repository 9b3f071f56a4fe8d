import { WorkbenchError, WorkbenchErrorCode } from '../../../shared/errors'
import { request } from '../../bridge'
import type { HistoryRow } from './history-rows'

/** A call with all that was sent with it: of what is large a list has only the beginning. */
export async function wholeRow(row: HistoryRow): Promise<HistoryRow> {
  if (row.hasLargeArguments !== true) return row
  const kept = await request('history.read', { callId: row.id })
  if (kept.hasCutArguments === true) {
    throw new WorkbenchError(
      WorkbenchErrorCode.NotFound,
      'The arguments of this call were too large to be kept whole, so they cannot be used again.'
    )
  }
  const { arguments: args, meta } = kept
  return { ...row, arguments: args, ...(meta && { meta }), hasLargeArguments: false }
}
