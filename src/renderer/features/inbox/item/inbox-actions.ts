import type { ServerId } from '../../../../shared/protocol/ids'
import type { Policy } from '../../../../shared/question/inbox'
import { request } from '../../../bridge/bridge'
import { setGrants } from '../../../stores/calls/inbox'
import { notify } from '../../../stores/window/notices'

/** It may have been approved or given up meanwhile; then there is nothing to take back. */
export function withdraw(id: number): void {
  request('inbox.withdraw', { id }).catch(notify)
}

export function denyAll(serverId: ServerId): void {
  request('inbox.denyAll', { serverId }).catch(notify)
}

export function pauseServer(serverId: ServerId, isPaused: boolean): void {
  request('inbox.pause', { serverId, isPaused }).catch(notify)
}

export function loadGrants(): void {
  request('grants.list').then(setGrants, notify)
}

export function revokeGrants(ids: readonly string[]): void {
  request('grants.revoke', { ids: [...ids] }).catch(notify)
}

/** Of a tool, or of every tool of a server; without a policy what is usual holds again. */
export function setPolicy(
  serverId: ServerId,
  tool: string | undefined,
  policy: Policy | undefined
): void {
  const which = tool === undefined ? {} : { tool }
  request('policies.set', { serverId, ...which, ...(policy && { policy }) }).catch(notify)
}

export function forgetLoss(): void {
  request('policies.forgetLoss').catch(notify)
}
