import { isDismissal } from '../../../shared/protocol/errors'
import type { ServerId } from '../../../shared/protocol/ids'
import { request } from '../../bridge/bridge'
import { notify, notifyUndo } from '../../stores/window/notices'
import { openServer } from './session-actions'

/** Main shows the certificate in a window of its own; a server that is trusted is opened at once. */
export function lookAtCertificate(serverId: ServerId): void {
  request('server.trustCertificate', { serverId }).then(
    (undo) => {
      notifyUndo(undo)
      openServer(serverId)
    },
    (error: unknown) => {
      if (!isDismissal(error)) notify(error)
    }
  )
}
