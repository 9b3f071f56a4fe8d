import { isDismissal } from '../../../shared/protocol/errors'
import type { ServerId } from '../../../shared/protocol/ids'
import { request } from '../../bridge/bridge'
import { expectDoctor, forgetDoctor } from '../../stores/servers/examinations'
import { notify } from '../../stores/window/notices'
import { selectServer } from '../../stores/window/view'

/** Finds out step by step why a server cannot be used, and shows it in the server's workspace. */
export function diagnose(serverId: ServerId): void {
  selectServer(serverId)
  expectDoctor(serverId)
  request('doctor.start', { serverId }).catch((error: unknown) => {
    forgetDoctor(serverId)
    if (!isDismissal(error)) notify(error)
  })
}

export function stopDiagnosis(serverId: ServerId): void {
  request('doctor.stop', { serverId }).catch(notify)
}
