/** How a server is removed from its file: with a question where the loss would be large or a slip. */
import { create } from 'zustand'
import type { ServerId } from '../../../shared/protocol/ids'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { IDLE, isOpen } from '../../../shared/servers/session-state'
import { request } from '../../bridge/bridge'
import { notify, notifyUndo } from '../../stores/window/notices'
import { useSessions } from '../../stores/servers/sessions'
import { selectServer, useView } from '../../stores/window/view'
import { hasLandedOn, landOn, neighbourOf } from '../server/server-rows'

/** The server that the person is asked about. */
export const useRemoval = create<{ readonly server?: ServerSummary | undefined }>()(() => ({}))

const beingRemoved = new Set<ServerId>()

export function removeServer(server: ServerSummary): void {
  if (beingRemoved.has(server.id)) return
  const isChosen = !hasLandedOn(server.id)
  if (isChosen && !isRunning(server) && server.scope !== 'project') return remove(server)
  // A menu gives the focus back to its row first; there it has to return when the dialog closes.
  requestAnimationFrame(() => setTimeout(() => useRemoval.setState({ server })))
}

export function cancelRemoval(): void {
  useRemoval.setState({ server: undefined })
}

export function confirmRemoval(server: ServerSummary): void {
  cancelRemoval()
  remove(server)
}

function remove({ id }: ServerSummary): void {
  const neighbour = neighbourOf(id)
  const isShown = useView.getState().serverId === id
  beingRemoved.add(id)
  request('server.remove', { serverId: id })
    .then((undo) => {
      if (isShown && neighbour !== undefined && useView.getState().page === 'workspace') {
        selectServer(neighbour)
      }
      if (neighbour !== undefined) landOn(neighbour)
      notifyUndo(undo)
    }, notify)
    .finally(() => beingRemoved.delete(id))
}

/** What the person has to know before they remove it, in whole sentences. */
export function removalWords(server: ServerSummary): readonly string[] {
  const { name, scope, source = 'its file' } = server
  return [
    ...(isRunning(server) ? [`${name} is running. It will be closed.`] : []),
    scope === 'project'
      ? `Its entry is deleted from ${source}, a file that is shared with everyone who works on this project.`
      : `Its entry is deleted from ${source}.`,
    'You can undo this until you quit Patchbay.'
  ]
}

function isRunning({ id }: ServerSummary): boolean {
  return isOpen(useSessions.getState().byServer[id]?.state ?? IDLE)
}
