import type { CallId, ServerId } from '../../shared/protocol/ids'
import type { History } from '../ledger/history'
import { repeatCall } from '../workbench/repeat-call'
import type { Workbench } from '../workbench/workbench'

/** Makes the last call of a server again, exactly as it was; undefined when there was none in this run. */
export async function rerunLastCall(
  workbench: Pick<Workbench, 'liveCalls' | 'log' | 'startCall'>,
  history: Pick<History, 'read'>,
  serverId: ServerId
): Promise<{ readonly before: CallId; readonly after: CallId } | undefined> {
  const before = workbench.liveCalls.last(serverId)
  if (before === undefined) return undefined
  const { id: after } = await repeatCall(workbench, history, before)
  return { before, after }
}
