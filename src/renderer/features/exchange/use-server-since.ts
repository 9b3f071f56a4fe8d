import type { Circumstances } from '../../../shared/advice/explain'
import type { ServerId } from '../../../shared/protocol/ids'
import { useSessions } from '../../stores/servers/sessions'

/** What has become of a server since something that was asked of it failed. */
export function useServerSince(serverId: ServerId): Circumstances['server'] {
  const phase = useSessions(({ byServer }) => byServer[serverId]?.state.phase)
  if (phase === 'ready') return 'open'
  return phase === 'starting' || phase === 'waiting' ? 'opening' : undefined
}
