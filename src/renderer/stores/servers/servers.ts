/** The servers there are, and the files they are written in. */
import { create } from 'zustand'
import type { ConfigDescription, ServersChange } from '../../../shared/servers/configuration'
import type { ServerId } from '../../../shared/protocol/ids'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { namesById, serverNames, type NamedServer } from '../../../shared/servers/server-names'

type ServersState = {
  readonly servers: readonly ServerSummary[]
  readonly config: ConfigDescription
  /** Every server that was ever listed: what it has sent stays when it goes. */
  readonly known: Readonly<Record<string, NamedServer>>
  /** What each of these is called. */
  readonly names: Readonly<Record<string, string>>
  /** What a server is called that need not be one of these. */
  readonly nameOf: (server: NamedServer) => string
}

export const useServers = create<ServersState>()(() => ({
  servers: [],
  config: { files: [], recentProjects: [], changes: [] },
  known: {},
  names: {},
  nameOf: ({ name }) => name
}))

export function setServers({ servers, config }: ServersChange): void {
  const listed = Object.fromEntries(servers.map(({ id, name }) => [id, { id, name }]))
  useServers.setState((before) => {
    const known = { ...before.known, ...listed }
    const all = Object.values(known)
    return { servers, config, known, names: namesById(all), nameOf: serverNames(all) }
  })
}

export function useServerName(serverId: ServerId): string {
  return useServers(({ names }) => names[serverId] ?? serverId)
}

type Recorded = { readonly serverId: string; readonly serverName: string }

/** The server that a record is about, by the name that it had then. */
export function serverOf({ serverId, serverName }: Recorded): NamedServer {
  return { id: serverId, name: serverName }
}

const LISTED_WITHIN_MS = 1_000

/** Main answers before it tells everyone; this waits until the list has the server too. */
export function whenListed(serverId: ServerId): Promise<void> {
  const isListed = (): boolean => useServers.getState().servers.some(({ id }) => id === serverId)
  if (isListed()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      unsubscribe()
      clearTimeout(timer)
      resolve()
    }
    const unsubscribe = useServers.subscribe(() => isListed() && end())
    const timer = setTimeout(end, LISTED_WITHIN_MS)
  })
}

/** Those whose definition is another now. Whether you trust one is no part of its definition. */
export function changedServers(
  before: readonly ServerSummary[],
  after: readonly ServerSummary[]
): readonly ServerId[] {
  const known = new Map(before.map((server) => [server.id, definitionOf(server)]))
  return after.filter((server) => known.get(server.id) !== definitionOf(server)).map(({ id }) => id)
}

function definitionOf({ standing: _standing, isStale: _isStale, ...definition }: ServerSummary) {
  return JSON.stringify(definition)
}
