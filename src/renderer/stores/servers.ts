import { create } from 'zustand'
import type { ServerSummary } from '../../shared/server-config'

type ServersState = { readonly servers: readonly ServerSummary[] }

export const useServers = create<ServersState>()(() => ({ servers: [] }))

export function setServers(servers: readonly ServerSummary[]): void {
  useServers.setState({ servers })
}
