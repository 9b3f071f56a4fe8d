/**
 * Makes a call once more, exactly as it was. Whoever asks for it names the call, and does not say what
 * to send: what is shown and what is written down of it may stand for a hidden value.
 */
import type { Call } from '../../shared/calls/call-contract'
import { isObject, parseJson, type JsonObject } from '../../shared/json/json'
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { CallId } from '../../shared/protocol/ids'
import { holdsHiddenValue } from '../../shared/verdicts/hidden-values'
import type { History } from '../ledger/history'
import type { Workbench } from './workbench'

/** Refuses a call of which not all that was sent is known any more. */
export async function repeatCall(
  workbench: Pick<Workbench, 'log' | 'startCall'>,
  history: Pick<History, 'read'>,
  callId: CallId
): Promise<Call> {
  const known = await history.read(callId)
  const { requestSeq = 0 } = known
  const {
    serverId,
    tool,
    arguments: args,
    meta,
    timeoutMs
  } = repeatable(asSent(known, parseJson(workbench.log.raw(requestSeq) ?? '')))
  // Also where the tool has changed, and the arguments do not fit it any more.
  const how = { meta, timeoutMs, isForced: true }
  const { call } = await workbench.startCall(serverId, tool, args, how)
  return call
}

/** With what its frame says, where that is still in the log: a call is kept without hidden values. */
function asSent(call: Call, frame: unknown): Call {
  const params = isObject(frame) ? frame['params'] : undefined
  if (call.isKept !== true || !isObject(params)) return call
  const { name, arguments: args, _meta: sent = {} } = params
  if (typeof name !== 'string' || !isObject(args) || !isObject(sent)) return call
  const { hasCutArguments: _cut, isKept: _kept, meta = {}, ...rest } = call
  const names = Object.keys(meta)
  if (names.some((key) => !Object.hasOwn(sent, key))) return call
  // Patchbay has put more there.
  const own = Object.fromEntries(names.map((key) => [key, sent[key]])) as JsonObject
  return { ...rest, tool: name, arguments: args as JsonObject, ...(call.meta && { meta: own }) }
}

function repeatable(call: Call): Call {
  if (call.hasCutArguments === true) {
    throw refused('The arguments of this call were too large to be kept whole.')
  }
  if (call.isKept === true && holdsHiddenValue([call.tool, call.arguments, call.meta])) {
    throw refused(
      `This call was sent with a value that is hidden, and so not kept. Restore its arguments, write the value where ${HIDDEN_VALUE} stands, and call the tool then.`
    )
  }
  return call
}

function refused(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
