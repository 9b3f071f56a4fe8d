/**
 * Makes a call once more, exactly as it was. Whoever asks for it names the call, and does not say what
 * to send: what is shown and what is written down of it may stand for a hidden value.
 */
import type { Call, CallReport } from '../shared/call'
import { HIDDEN_VALUE } from '../shared/configuration'
import { WorkbenchError, WorkbenchErrorCode } from '../shared/errors'
import type { CallId } from '../shared/ids'
import { holdsHiddenValue } from '../shared/verdicts/hidden-values'
import type { History, KeptCall } from './history/history'
import type { Workbench } from './workbench'

type Made = Pick<CallReport, 'serverId' | 'tool' | 'arguments' | 'meta' | 'timeoutMs' | 'isForced'>

/** Refuses a call of an earlier run of which not all that was sent could be kept. */
export async function repeatCall(
  workbench: Pick<Workbench, 'recentCalls' | 'startCall'>,
  history: Pick<History, 'call'>,
  callId: CallId
): Promise<Call> {
  const recent = workbench.recentCalls.get(callId)
  return startAgain(workbench, recent ?? repeatable(await history.call(callId)))
}

export async function startAgain(
  workbench: Pick<Workbench, 'startCall'>,
  { serverId, tool, arguments: args, meta, timeoutMs, isForced }: Made
): Promise<Call> {
  const { call } = await workbench.startCall(serverId, tool, args, { meta, timeoutMs, isForced })
  return call
}

function repeatable({ entry, kept }: KeptCall): Made {
  const { arguments: args, meta } = kept
  if (kept.hasCutArguments === true) {
    throw refused('The arguments of this call were too large to be kept whole.')
  }
  if (holdsHiddenValue([entry.tool, args, meta])) {
    throw refused(
      `This call was sent with a value that is hidden, and so not kept. Restore its arguments, write the value where ${HIDDEN_VALUE} stands, and call the tool then.`
    )
  }
  return { ...entry, arguments: args, ...(meta && { meta }) }
}

function refused(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
