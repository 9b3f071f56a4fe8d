/** What a person does to definitions in the list of servers. */
import type { ConfigFileState } from '../../../shared/servers/configuration'
import { isDismissal } from '../../../shared/protocol/errors'
import type { ServerId } from '../../../shared/protocol/ids'
import type { ServerSummary, WritableScope } from '../../../shared/servers/server-config'
import { IDLE, isOpen } from '../../../shared/servers/session-state'
import { request } from '../../bridge/bridge'
import { notify, tell } from '../../stores/window/notices'
import { useServers, whenListed } from '../../stores/servers/servers'
import { useSessions } from '../../stores/servers/sessions'
import { edit, renameInList, selectServer, type EditorMode } from '../../stores/window/view'
import { fileName } from './describe-change'
import { focusRow } from './server-rows'
import { isWritable } from './standing-words'

export function editServer({ id, scope }: ServerSummary, mode?: EditorMode): void {
  if (isWritable(scope)) edit({ serverId: id, scope }, mode)
}

export function addServer(scope: WritableScope = 'user'): void {
  edit({ scope })
}

export function duplicateServer({ id }: ServerSummary): void {
  request('server.duplicate', { serverId: id }).then(showServer).catch(notify)
}

export function copyServer({ id, name }: ServerSummary, scope: WritableScope): void {
  request('server.copy', { serverId: id, scope })
    .then(showServer)
    .then(() => tell(`${name} was copied to the ${scope} servers.`))
    .catch(notify)
}

/** Shows a server that was just made, and puts the cursor on its row. */
export async function showServer(serverId: ServerId): Promise<void> {
  await whenListed(serverId)
  selectServer(serverId)
  focusRow(serverId)
}

/** Keeps the field open when the name is refused, so that nothing typed is lost. */
export async function renameServer({ id, name }: ServerSummary, text: string): Promise<void> {
  const wanted = text.trim()
  if (wanted === '' || wanted === name) return renameInList(undefined)
  await request('server.rename', { serverId: id, name: wanted })
  renameInList(undefined)
  focusRow(id)
}

export function moveServer({ id }: ServerSummary, by: -1 | 1): void {
  request('server.move', { serverId: id, by }).then(() => focusRow(id), notify)
}

export function toggleDisabled({ id, standing }: ServerSummary): void {
  const isDisabled = standing.kind !== 'disabled'
  request('server.disable', { serverId: id, isDisabled }).catch(notify)
}

/** Main shows the definitions in a window of its own, and asks about each. */
export function trustServers(servers: readonly ServerSummary[]): void {
  reviewServers(servers.map(({ id }) => id))
}

export function reviewServers(serverIds: readonly ServerId[]): void {
  request('servers.trust', { serverIds: [...serverIds] }).catch(notifyUnlessDismissed)
}

/** Main asks in a window of its own, so that no value comes here. */
export function askForValues({ id, name }: ServerSummary): void {
  request('server.askValues', { serverId: id }).then(() => {
    const state = useSessions.getState().byServer[id]?.state ?? IDLE
    tell(
      isOpen(state)
        ? `${name} goes on with the values that it has. Restart it to use the new ones.`
        : `${name} gets the new values when it is opened.`
    )
  }, notifyUnlessDismissed)
}

export async function copyAsJson({ id, name }: ServerSummary): Promise<void> {
  try {
    const wanted = { format: 'patchbay' as const, serverIds: [id] }
    await request('export.copy', wanted)
    const { notes } = await request('export.text', wanted)
    tell([`${name} was copied as JSON.`, ...notes].join(' '))
  } catch (error) {
    notify(error)
  }
}

/** Without a folder the person chooses one. */
export function openProject(folder?: string): void {
  request('project.open', folder === undefined ? {} : { folder }).catch(notifyUnlessDismissed)
}

export function closeProject(): void {
  request('project.close').catch(notify)
}

export function showFile(scope: WritableScope): void {
  request('config.show', { scope }).catch(notify)
}

/** Says where the broken file is now. */
export async function restoreFile({ scope, path }: ConfigFileState, mark: string): Promise<void> {
  try {
    const { kept } = await request('config.restore', { scope, mark })
    const where = kept === undefined ? '' : ` The broken file is kept as ${kept}.`
    tell(`Restored the last good copy of ${fileName(path)}.${where}`)
  } catch (error) {
    notify(error)
  }
}

function notifyUnlessDismissed(error: unknown): void {
  if (!isDismissal(error)) notify(error)
}

/** Whether there is a project, without which project and local servers have nowhere to go. */
export function hasProject(): boolean {
  return useServers.getState().config.project !== undefined
}
