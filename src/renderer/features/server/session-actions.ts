import { WorkbenchError, WorkbenchErrorCode } from '../../../shared/protocol/errors'
import type { ServerId } from '../../../shared/protocol/ids'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { setRefusal } from '../../stores/servers/refusals'
import { useView } from '../../stores/window/view'

export function openServer(serverId: ServerId): void {
  setRefusal(serverId, undefined)
  request('session.open', { serverId }).catch((error: unknown) => explain(serverId, error))
}

export function restartServer(serverId: ServerId): void {
  setRefusal(serverId, undefined)
  request('session.restart', { serverId }).catch((error: unknown) => explain(serverId, error))
}

/** What went wrong before there was a session, so that no workspace could tell of it. */
const UNTOLD: readonly WorkbenchErrorCode[] = [
  WorkbenchErrorCode.InvalidInput,
  WorkbenchErrorCode.NotFound,
  WorkbenchErrorCode.Storage,
  WorkbenchErrorCode.Internal
]

/** A server that does not open says why in its own workspace; the rest is said here. */
function explain(serverId: ServerId, error: unknown): void {
  if (!(error instanceof WorkbenchError)) return notify(error)
  if (error.code === WorkbenchErrorCode.ValueMissing) {
    return setRefusal(serverId, { message: error.message, secrets: missingSecrets(error.details) })
  }
  const { page, serverId: shownId } = useView.getState()
  const isInView = page === 'workspace' && shownId === serverId
  const isTrust = error.code === WorkbenchErrorCode.TrustRequired
  if (UNTOLD.includes(error.code) || (isTrust && !isInView)) notify(error)
}

type Missing = { readonly kind: string; readonly name: string }

function missingSecrets(details: unknown): readonly string[] {
  const { missing = [] } = details as { readonly missing?: readonly Missing[] }
  return [...new Set(missing.filter(({ kind }) => kind === 'secret').map(({ name }) => name))]
}

export function closeServer(serverId: ServerId): void {
  request('session.close', { serverId }).catch(notify)
}

/** Reads all lists of an open server anew. */
export function refreshCatalogue(serverId: ServerId): void {
  request('catalogue.refresh', { serverId, isForced: true }).catch(notify)
}

/** Reads what is no longer fresh. A server that has closed meanwhile has nothing to read. */
export function freshenCatalogue(serverId: ServerId): void {
  request('catalogue.refresh', { serverId, isForced: false }).catch(() => undefined)
}
