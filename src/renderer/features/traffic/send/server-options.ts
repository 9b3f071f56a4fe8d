import type { ServerId } from '../../../../shared/protocol/ids'
import type { ServerSummary } from '../../../../shared/servers/server-config'

type Named = Pick<ServerSummary, 'id' | 'name'>

/** Those that can be sent to come first. The others can still be chosen, and opened from here. */
export function serverOptions(
  servers: readonly Named[],
  openIds: readonly ServerId[],
  nameOf: (server: Named) => string
): readonly { readonly value: string; readonly label: string }[] {
  const isOpen = ({ id }: Named): boolean => openIds.includes(id)
  const open = servers.filter(isOpen)
  const closed = servers.filter((server) => !isOpen(server))
  return [
    ...open.map((server) => ({ value: server.id, label: nameOf(server) })),
    ...closed.map((server) => ({ value: server.id, label: `${nameOf(server)} (not open)` }))
  ]
}
