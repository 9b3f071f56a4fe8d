import { useCallback, useEffect, useState } from 'react'
import type { KnownNames } from '../../../shared/query/vocabulary'
import { useServers } from '../../stores/servers/servers'
import { useSessions } from '../../stores/servers/sessions'
import { SeenNames, type NamedRecord } from './seen-names'

/** The names that completion offers, as far as they are known when it is asked for. */
export function useKnownNames(
  /** Other records have other names. */
  source: unknown,
  rows: readonly NamedRecord[],
  nameOf: (serverId: string) => string
): () => KnownNames {
  const [seen, setSeen] = useState(() => ({ source, names: new SeenNames() }))
  if (seen.source !== source) setSeen({ source, names: new SeenNames() })
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
