/**
 * Makes a call once more, exactly as it was. Whoever asks for it names the call, and does not say what
 * to send: what is shown and what is written down of it may stand for a hidden value.
 */
import type { Call, WantedCall } from '../../shared/calls/call-contract'
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { CallId } from '../../shared/protocol/ids'
import { holdsHiddenValue } from '../../shared/verdicts/hidden-values'
import type { History } from '../ledger/history'
import type { Workbench } from './workbench'

/** Refuses a call of an earlier run of which not all that was sent could be kept. */
export async function repeatCall(
  workbench: Pick<Workbench, 'recentCalls' | 'startCall'>,
  history: Pick<History, 'read'>,
  callId: CallId
): Promise<Call> {
  const recent = workbench.recentCalls.get(callId)
  return startAgain(workbench, recent ?? repeatable(await history.read(callId)))
}

export async function startAgain(
  workbench: Pick<Workbench, 'startCall'>,
  { serverId, tool, arguments: args, meta, timeoutMs }: WantedCall
): Promise<Call> {
  // Also where the tool has changed, and the arguments do not fit it any more.
  const how = { meta, timeoutMs, isForced: true }
  const { call } = await workbench.startCall(serverId, tool, args, how)
  return call
}

function repeatable(call: Call): Call {
  if (call.hasCutArguments === true) {
    throw refused('The arguments of this call were too large to be kept whole.')
  }
  if (holdsHiddenValue([call.tool, call.arguments, call.meta])) {
    throw refused(
      `This call was sent with a value that is hidden, and so not kept. Restore its arguments, write the value where ${HIDDEN_VALUE} stands, and call the tool then.`
    )
  }
  return call
}

function refused(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
