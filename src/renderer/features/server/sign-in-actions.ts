import type { ServerId } from '../../../shared/protocol/ids'
import { request } from '../../bridge/bridge'
import { notify, notifyUndo, tell } from '../../stores/window/notices'
import { useServers } from '../../stores/servers/servers'

/** Opens the browser, and then the server. The panel shows how far it is. */
export function signIn(serverId: ServerId): void {
  request('signIn.start', { serverId }).catch(notify)
}

export function cancelSignIn(serverId: ServerId): void {
  request('signIn.cancel', { serverId }).catch(notify)
}

export function dismissSignIn(serverId: ServerId): void {
  request('signIn.dismiss', { serverId }).catch(notify)
}

export function openPageAgain(serverId: ServerId): void {
  request('signIn.openPage', { serverId }).catch(notify)
}

export async function signOut(serverId: ServerId): Promise<void> {
  const name = useServers.getState().names[serverId] ?? serverId
  try {
    const { isRevoked } = await request('signIn.signOut', { serverId })
    tell(
      isRevoked
        ? `You are signed out of ${name}. The authorization server was told, and the tokens are no longer valid.`
        : `You are signed out of ${name} here. The authorization server was not told, so the tokens stay valid until they expire.`
    )
  } catch (error) {
    notify(error)
  }
}

export function clearSignIn(serverId: ServerId): void {
  request('signIn.clear', { serverId }).then(notifyUndo, notify)
}
