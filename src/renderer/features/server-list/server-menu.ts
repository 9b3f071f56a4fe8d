import {
  WRITABLE_SCOPES,
  type ServerSummary,
  type WritableScope
} from '../../../shared/servers/server-config'
import { isOpen, type SessionState } from '../../../shared/servers/session-state'
import { renameInList } from '../../stores/window/view'
import type { MenuEntry } from '../../ui/controls/Menu'
import { hasAuthorization, openAuthorization } from '../server/open-authorization'
import { diagnose } from '../server/diagnose'
import { openExport } from '../export/open-export'
import { removeServer } from './remove-server'
import {
  askForValues,
  copyAsJson,
  copyServer,
  duplicateServer,
  editServer,
  hasProject,
  moveServer,
  toggleDisabled,
  trustServers
} from '../server/server-actions'
import { closeServer, openServer, restartServer } from '../server/session-actions'
import { canBeOpened, isWritable, needsTrust } from '../server/standing-words'

/** Everything that can be done with a server, by what it is and does now. */
export function serverMenu(server: ServerSummary, state: SessionState): readonly MenuEntry[] {
  return [
    ...sessionEntries(server, state),
    {
      label: 'Diagnose',
      isDisabled: server.standing.kind === 'invalid',
      onSelect: () => diagnose(server.id)
    },
    ...(hasAuthorization(server)
      ? [{ label: 'Debug authorization', onSelect: () => openAuthorization(server.id) }]
      : []),
    ...(isWritable(server.scope) ? writtenEntries(server, server.scope) : [])
  ]
}

function sessionEntries(server: ServerSummary, state: SessionState): readonly MenuEntry[] {
  const { id, standing } = server
  const trust: readonly MenuEntry[] = needsTrust(standing)
    ? [
        {
          label: standing.kind === 'refused' ? 'Review again…' : 'Review and trust…',
          onSelect: () => trustServers([server])
        }
      ]
    : []
  const values: readonly MenuEntry[] =
    server.hasInputs === true && standing.kind === 'usable'
      ? [{ label: 'Ask for its values again…', onSelect: () => askForValues(server) }]
      : []
  if (isOpen(state)) {
    return [
      ...trust,
      { label: 'Restart', onSelect: () => restartServer(id) },
      { label: 'Close', onSelect: () => closeServer(id) },
      ...values
    ]
  }
  return [
    ...trust,
    {
      label: 'Open',
      shortcut: '↵',
      isDisabled: !canBeOpened(standing),
      onSelect: () => openServer(id)
    },
    ...values
  ]
}

/** What can be done with its entry in a file; a server that nobody wrote down has none. */
function writtenEntries(server: ServerSummary, scope: WritableScope): readonly MenuEntry[] {
  return [
    'line',
    ...definitionEntries(server),
    'line',
    copyEntry(server, scope),
    { label: 'Copy as JSON', onSelect: () => void copyAsJson(server) },
    { label: 'Export…', onSelect: () => openExport([server.id]) }
  ]
}

function definitionEntries(server: ServerSummary): readonly MenuEntry[] {
  return [
    { label: 'Edit', shortcut: 'F2', onSelect: () => editServer(server) },
    { label: 'Edit as JSON', onSelect: () => editServer(server, 'json') },
    { label: 'Rename', shortcut: 'Shift F2', onSelect: () => renameInList(server.id) },
    { label: 'Duplicate', shortcut: 'Ctrl D', onSelect: () => duplicateServer(server) },
    {
      label: server.standing.kind === 'disabled' ? 'Enable' : 'Disable',
      shortcut: 'Ctrl E',
      onSelect: () => toggleDisabled(server)
    },
    { label: 'Move up', shortcut: 'Alt ↑', onSelect: () => moveServer(server, -1) },
    { label: 'Move down', shortcut: 'Alt ↓', onSelect: () => moveServer(server, 1) },
    { label: 'Remove', shortcut: 'Del', onSelect: () => removeServer(server) }
  ]
}

function copyEntry(server: ServerSummary, from: WritableScope): MenuEntry {
  return {
    label: 'Copy to',
    entries: WRITABLE_SCOPES.filter((scope) => scope !== from).map((scope) => ({
      label: { user: 'User', project: 'Project', local: 'Local' }[scope],
      isDisabled: scope !== 'user' && !hasProject(),
      onSelect: () => copyServer(server, scope)
    }))
  }
}
