import type { Call } from '../../../shared/calls/call-contract'
import type { ServerId } from '../../../shared/protocol/ids'
import type { InFlight } from '../../../shared/servers/post-mortem'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { goTo, showCall } from '../../stores/window/view'

/** The calls that were not answered, as far as they are still known. */
export function callsToReplay(
  calls: readonly Call[],
  inFlight: readonly InFlight[]
): readonly Call[] {
  return calls.filter(({ id }) => inFlight.some(({ callId }) => callId === id))
}

/** Starts the server again, unless it is open already, and makes the same calls once more. */
export async function replay(
  serverId: ServerId,
  calls: readonly Call[],
  isOpen: boolean
): Promise<void> {
  try {
    if (!isOpen) await request('session.restart', { serverId })
    const started = await Promise.all(
      calls.map(({ id: callId }) => request('call.repeat', { callId, origin: 'program' }))
    )
    const first = started[0]
    if (!first) return
    for (const { tool, id } of started.toReversed()) showCall(serverId, tool, id)
    goTo(serverId, { tab: 'tools', tool: first.tool })
  } catch (error) {
    notify(error)
  }
}

export function dismiss(serverId: ServerId): void {
  request('postMortem.dismiss', { serverId }).catch(notify)
}
