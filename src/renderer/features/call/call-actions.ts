import { misfitIn, type Misfit } from '../../../shared/calls/arguments-fit'
import { isDismissal, messageOf } from '../../../shared/protocol/errors'
import type { CallId, ServerId } from '../../../shared/protocol/ids'
import type { IpcInput } from '../../../shared/ipc/ipc-contract'
import { request } from '../../bridge/bridge'
import { setNotCalled } from '../../stores/calls/not-called'
import { notify } from '../../stores/window/notices'
import { useSessions } from '../../stores/servers/sessions'
import { showNewestCall } from '../../stores/window/view'

type Wanted = IpcInput<'call.start'> & { readonly serverId: ServerId }

/**
 * Calls a tool and shows what becomes of it. That it runs is told by the next event: what is answered
 * before that is not first shown as running. Resolves with what does not fit, where that is why
 * nothing was sent.
 */
export async function startCall(wanted: Wanted): Promise<Misfit | undefined> {
  setNotCalled(wanted.serverId, wanted.tool, undefined)
  try {
    const started = await request('call.start', wanted)
    showNewestCall(started.serverId, started.tool)
    if (isChanged(started.serverId, started.tool)) markSeen(started.serverId, started.tool)
  } catch (error) {
    const misfit = misfitIn(error)
    if (misfit) return misfit
    // By what the person says or has set: that is said where they made it.
    if (isDismissal(error)) setNotCalled(wanted.serverId, wanted.tool, messageOf(error))
    else notify(error)
  }
  return undefined
}

export function cancelCall(callId: CallId): void {
  request('call.cancel', { callId }).catch(notify)
}

/** The person knows now what a tool is like. */
export function markSeen(serverId: ServerId, tool: string): void {
  request('catalogue.seen', { serverId, kind: 'tools', key: tool }).catch(notify)
}

function isChanged(serverId: ServerId, tool: string): boolean {
  const changes = useSessions.getState().byServer[serverId]?.changes ?? []
  return changes.some(({ kind, key }) => kind === 'tools' && key === tool)
}
