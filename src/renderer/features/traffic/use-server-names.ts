import { useCallback } from 'react'
import { useServers } from '../../stores/servers/servers'
import { useRecordedNames } from './use-recordings'

/** What servers are called: those of an earlier recording as they were called then. */
export function useServerNames(earlier: number | undefined): (serverId: string) => string {
  const recorded = useRecordedNames(earlier)
  const current = useServers(({ names }) => names)
  return useCallback(
    (serverId) => recorded?.[serverId] ?? current[serverId] ?? serverId,
    [recorded, current]
  )
}
