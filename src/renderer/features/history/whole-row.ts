import { WorkbenchError, WorkbenchErrorCode } from '../../../shared/protocol/errors'
import { request } from '../../bridge/bridge'
import { wholeSent } from '../content/body/whole-sent'
import type { HistoryRow } from './history-rows'

/** A call with all that was sent with it: of what is large a list has only the beginning. */
export async function wholeRow(row: HistoryRow): Promise<HistoryRow> {
  if (row.hasLargeArguments !== true) return row
  const { id: callId } = row
  const kept = await request('call.read', { callId })
  if (kept.hasCutArguments === true) {
    throw new WorkbenchError(
      WorkbenchErrorCode.NotFound,
      'The arguments of this call were too large to be kept whole, so they cannot be used again.'
    )
  }
  const isHere = kept.hasLargeArguments !== true
  const { arguments: args, meta } = isHere ? kept : await wholeSent(callId)
  return { ...row, arguments: args, ...(meta && { meta }), hasLargeArguments: false }
}
