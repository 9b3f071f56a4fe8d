/** The ways to the page on which the authorization of a server is debugged. */
import type { ServerId } from '../../../shared/protocol/ids'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { debugAuthorization, selectServer } from '../../stores/window/view'

export function openAuthorization(serverId: ServerId): void {
  selectServer(serverId)
  debugAuthorization({ serverId })
}

/** For an address that is not saved. */
export function openAddressAuthorization(url = ''): void {
  debugAuthorization({ url })
}

/** Only what is reached by an address can be signed in to. */
export function hasAuthorization(server: ServerSummary): boolean {
  return (
    server.transport !== 'stdio' &&
    server.transport !== 'unknown' &&
    server.standing.kind !== 'invalid'
  )
}
