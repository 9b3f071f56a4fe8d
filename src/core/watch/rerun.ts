import type { CallId, ServerId } from '../../shared/protocol/ids'
import { startAgain } from '../workbench/repeat-call'
import type { Workbench } from '../workbench/workbench'

/** Makes the last call of a server again, exactly as it was; undefined when there was none. */
export async function rerunLastCall(
  workbench: Pick<Workbench, 'calls' | 'startCall'>,
  serverId: ServerId
): Promise<{ readonly before: CallId; readonly after: CallId } | undefined> {
  const last = workbench.calls().findLast((call) => call.serverId === serverId)
  if (!last) return undefined
  const call = await startAgain(workbench, last)
  return { before: last.id, after: call.id }
}
