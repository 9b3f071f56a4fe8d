import { useCallback, useEffect, useState } from 'react'
import type { Vocabulary } from '../../../shared/traffic-query/completions'
import type { TrafficRow } from '../../../shared/traffic-row'
import { useServers } from '../../stores/servers'
import { useSessions } from '../../stores/sessions'
import { useRecordedNames } from './use-recordings'
import { SeenNames } from './vocabulary'

/** What servers are called: those of an earlier recording as they were called then. */
export function useServerNames(earlier: number | undefined): (serverId: string) => string {
  const recorded = useRecordedNames(earlier)
  const current = useServers(({ names }) => names)
  return useCallback(
    (serverId) => recorded?.[serverId] ?? current[serverId] ?? serverId,
    [recorded, current]
  )
}

/** The names that completion offers, as far as they are known when it is asked for. */
export function useVocabulary(
  recording: number | undefined,
  rows: readonly TrafficRow[],
  nameOf: (serverId: string) => string
): () => Vocabulary {
  const [seen, setSeen] = useState(() => ({ recording, names: new SeenNames() }))
  if (seen.recording !== recording) setSeen({ recording, names: new SeenNames() })
  useEffect(() => seen.names.see(rows), [seen, rows])
  return useCallback(() => {
    const { names } = useServers.getState()
    const sessions = Object.values(useSessions.getState().byServer)
    return seen.names.withListed(
      Object.keys(names).map(nameOf),
      sessions.map(({ catalogue }) => catalogue)
    )
  }, [seen, nameOf])
}
