import type { CallReport } from '../../../shared/call'
import type { ServerId } from '../../../shared/ids'
import type { InFlight } from '../../../shared/post-mortem'
import { request } from '../../bridge'
import { notify } from '../../stores/notices'
import { goTo, showCall } from '../../stores/view'
import { withWholeSent } from '../content/whole-sent'

/** The calls that were not answered, as far as they are still known. */
export function callsToReplay(
  calls: readonly CallReport[],
  inFlight: readonly InFlight[]
): readonly CallReport[] {
  return calls.filter(({ id }) => inFlight.some(({ callId }) => callId === id))
}

/** Starts the server again, unless it is open already, and makes the same calls once more. */
export async function replay(
  serverId: ServerId,
  calls: readonly CallReport[],
  isOpen: boolean
): Promise<void> {
  try {
    if (!isOpen) await request('session.restart', { serverId })
    const whole = await Promise.all(calls.map(withWholeSent))
    const started = await Promise.all(whole.map((call) => request('call.start', sameAs(call))))
    const first = started[0]
    if (!first) return
    for (const { tool, id } of started.toReversed()) showCall(serverId, tool, id)
    goTo(serverId, { tab: 'tools', tool: first.tool })
  } catch (error) {
    notify(error)
  }
}

function sameAs({ serverId, tool, arguments: given, meta, timeoutMs, isForced }: CallReport) {
  return {
    serverId,
    tool,
    arguments: given,
    ...(meta && { meta }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(isForced !== undefined && { isForced })
  }
}

export function dismiss(serverId: ServerId): void {
  request('postMortem.dismiss', { serverId }).catch(notify)
}
