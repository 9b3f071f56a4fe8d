import type { ServerId } from '../../../shared/ids'
import { request } from '../../bridge'
import { notify } from '../../stores/notices'

/** A server that does not open says why in its own workspace, so the refusal needs no second place. */
export function openServer(serverId: ServerId): void {
  request('session.open', { serverId }).catch(() => undefined)
}

export function restartServer(serverId: ServerId): void {
  request('session.restart', { serverId }).catch(() => undefined)
}

export function closeServer(serverId: ServerId): void {
  request('session.close', { serverId }).catch(notify)
}

/** Reads all lists of an open server anew. */
export function refreshCatalogue(serverId: ServerId): void {
  request('catalogue.refresh', { serverId, isForced: true }).catch(notify)
}

/** Reads what is no longer fresh. A server that has closed meanwhile has nothing to read. */
export function freshenCatalogue(serverId: ServerId): void {
  request('catalogue.refresh', { serverId, isForced: false }).catch(() => undefined)
}
