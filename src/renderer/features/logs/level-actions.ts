import type { ServerId } from '../../../shared/protocol/ids'
import type { LogLevel } from '../../../shared/protocol/log-level'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'

/** Asks the server for messages from this level on; without one it decides itself. */
export function setLogLevel(serverId: ServerId, level: LogLevel | undefined): void {
  request('logs.setLevel', { serverId, ...(level && { level }) }).catch(notify)
}
