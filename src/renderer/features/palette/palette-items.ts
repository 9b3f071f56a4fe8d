/** Everything the palette can find: servers and what can be done with them, what they offer, commands. */
import { useMemo } from 'react'
import { titleOf } from '../../../shared/calls/catalogue'
import type { Project } from '../../../shared/servers/configuration'
import type { ServerId } from '../../../shared/protocol/ids'
import type { SessionReport } from '../../../shared/ipc/ipc-contract'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { isOpen, type SessionState } from '../../../shared/servers/session-state'
import type { SignInState } from '../../../shared/sign-in/sign-in'
import { changePreferences } from '../../stores/window/preferences'
import { useServers } from '../../stores/servers/servers'
import { showProblems } from '../../stores/window/problems'
import { useSessions } from '../../stores/servers/sessions'
import { needsSignIn, useSignIns } from '../../stores/servers/sign-ins'
import { goTo, selectServer, showPage, wantArguments } from '../../stores/window/view'
import { chooseWatch } from '../../stores/calls/watch'
import {
  hasAuthorization,
  openAddressAuthorization,
  openAuthorization
} from '../server/open-authorization'
import { diagnose } from '../server/diagnose'
import { openExport } from '../export/open-export'
import {
  addServer,
  closeProject,
  duplicateServer,
  editServer,
  openProject,
  toggleDisabled,
  trustServers
} from '../server/server-actions'
import { focusServerFilter } from '../server-list/ServerFilter'
import { closeServer, openServer, refreshCatalogue, restartServer } from '../server/session-actions'
import { canBeOpened, isWritable, needsTrust } from '../server/standing-words'
import { showSettings } from '../../stores/window/settings-section'
import { signIn, signOut } from '../server/sign-in-actions'
import { openFind } from '../call/result-view'
import { showDock, showTraffic, toggleDock } from '../../stores/records/dock'
import { importTraffic } from '../traffic/actions/export-actions'
import { sendRawFrame } from '../traffic/actions/send-actions'
import { offeredItems } from './offered-items'

export type Item = {
  readonly group: string
  readonly label: string
  /** Tells it from others with the same label. */
  readonly key?: string
  readonly hint?: string
  /** Not shown: what else people call it. */
  readonly otherWords?: string
  readonly run: () => void
  readonly focus?: () => void
}

export function usePaletteItems(): readonly Item[] {
  const servers = useServers((state) => state.servers)
  const nameOf = useServers((state) => state.nameOf)
  const project = useServers(({ config }) => config.project)
  const recent = useServers(({ config }) => config.recentProjects)
  const sessions = useSessions((state) => state.byServer)
  const signIns = useSignIns((state) => state.byServer)
  return useMemo(
    () => [
      ...servers.flatMap((server) =>
        sessionItems(server, nameOf(server), sessions[server.id]?.state)
      ),
      ...servers.flatMap((server) => signInItems(server.id, nameOf(server), signIns[server.id])),
      ...servers.flatMap((server) => toolItems(server.id, nameOf(server), sessions[server.id])),
      ...servers.flatMap((server) => offeredItems(server.id, nameOf(server), sessions[server.id])),
      ...COMMANDS,
      ...projectItems(project, recent),
      ...servers.flatMap((server) => definitionItems(server, nameOf(server)))
    ],
    [servers, nameOf, sessions, signIns, project, recent]
  )
}

function sessionItems(
  { id, standing }: ServerSummary,
  name: string,
  state: SessionState | undefined
): readonly Item[] {
  const group = 'Servers'
  const show: Item = { group, label: name, hint: 'show', run: () => selectServer(id) }
  const refresh: Item = {
    group,
    label: `Refresh ${name}`,
    hint: 'read its lists again',
    run: () => refreshCatalogue(id)
  }
  if (!state || !isOpen(state)) {
    if (!canBeOpened(standing)) return [show]
    return [show, { group, label: `Open ${name}`, run: () => openServer(id) }]
  }
  if (state.phase === 'waiting') {
    return [
      show,
      { group, label: `Open ${name} now`, run: () => openServer(id) },
      { group, label: `Stop ${name}`, run: () => closeServer(id) }
    ]
  }
  return [
    show,
    ...(state.phase === 'ready' ? [refresh] : []),
    {
      group,
      label: `Watch ${name} for changes`,
      hint: 'Ctrl Shift W',
      run: () => selectServer(id),
      focus: () => chooseWatch(id)
    },
    { group, label: `Restart ${name}`, run: () => restartServer(id) },
    { group, label: `Close ${name}`, run: () => closeServer(id) }
  ]
}

function signInItems(id: ServerId, name: string, state: SignInState | undefined): readonly Item[] {
  const group = 'Servers'
  if (!state) return []
  if (needsSignIn(state)) {
    const run = (): void => {
      selectServer(id)
      signIn(id)
    }
    return [{ group, label: `Sign in to ${name}`, hint: 'opens your browser', run }]
  }
  if (state.phase !== 'signed-in') return []
  return [{ group, label: `Sign out of ${name}`, run: () => void signOut(id) }]
}

function definitionItems(server: ServerSummary, name: string): readonly Item[] {
  const { id, standing, scope } = server
  const group = 'Definitions'
  const diagnosis: readonly Item[] =
    standing.kind === 'invalid'
      ? []
      : [{ group, label: `Diagnose ${name}`, otherWords: 'doctor', run: () => diagnose(id) }]
  const authorization: readonly Item[] = hasAuthorization(server)
    ? [
        {
          group,
          label: `Debug authorization of ${name}`,
          hint: 'OAuth, step by step',
          run: () => openAuthorization(id)
        }
      ]
    : []
  if (!isWritable(scope)) return [...diagnosis, ...authorization]
  return [
    ...(needsTrust(standing)
      ? [{ group, label: `Review and trust ${name}`, run: () => trustServers([server]) }]
      : []),
    { group, label: `Edit ${name}`, run: () => editServer(server) },
    ...diagnosis,
    ...authorization,
    { group, label: `Duplicate ${name}`, run: () => duplicateServer(server) },
    {
      group,
      label: `${standing.kind === 'disabled' ? 'Enable' : 'Disable'} ${name}`,
      run: () => toggleDisabled(server)
    },
    { group, label: `Export ${name}`, run: () => openExport([id]) }
  ]
}

function toolItems(id: ServerId, name: string, report: SessionReport | undefined): readonly Item[] {
  return (report?.catalogue.tools ?? []).map((tool) => ({
    group: 'Tools',
    label: `${name} › ${tool.name}`,
    key: `${id} ${tool.name}`,
    ...(titleOf(tool) !== tool.name && { hint: titleOf(tool) }),
    run: () => goTo(id, { tab: 'tools', tool: tool.name }),
    focus: () => wantArguments()
  }))
}

function projectItems(project: Project | undefined, recent: readonly Project[]): readonly Item[] {
  const group = 'Projects'
  return [
    { group, label: 'Open project folder…', run: () => openProject() },
    ...(project ? [{ group, label: `Close project ${project.name}`, run: closeProject }] : []),
    ...recent
      .filter(({ folder }) => folder !== project?.folder)
      .map(({ folder, name }) => ({
        group,
        label: `Open project ${name}`,
        key: folder,
        hint: folder,
        run: () => openProject(folder)
      }))
  ]
}

const group = 'Commands'

const COMMANDS: readonly Item[] = [
  { group, label: 'Add server', run: () => addServer() },
  { group, label: 'Import servers', run: () => showPage('import') },
  {
    group,
    label: 'Debug authorization of an address',
    hint: 'that is not saved',
    run: () => openAddressAuthorization()
  },
  {
    group,
    label: 'Export servers',
    run: () => openExport(useServers.getState().servers.flatMap(exportable))
  },
  {
    group,
    label: 'Filter servers',
    hint: 'Ctrl L',
    run: () => undefined,
    focus: focusServerFilter
  },
  { group, label: 'Trust list', hint: 'in Settings', run: () => showSettings('trust') },
  { group, label: 'Secrets', hint: 'in Settings', run: () => showSettings('secrets') },
  { group, label: 'Find in the result', hint: 'Ctrl F', run: () => undefined, focus: openFind },
  { group, label: 'Show or hide traffic', hint: 'Ctrl J', run: toggleDock },
  { group, label: 'Traffic as a list', run: () => showTraffic('list') },
  {
    group,
    label: 'Timeline',
    hint: 'of the traffic: calls over time',
    run: () => showTraffic('timeline')
  },
  {
    group,
    label: 'Metrics',
    hint: 'of the traffic: how fast servers answer',
    run: () => showTraffic('metrics')
  },
  { group, label: 'Send a raw frame', run: () => undefined, focus: sendRawFrame },
  { group, label: 'Import traffic', hint: 'JSON Lines', run: () => importTraffic() },
  { group, label: 'Traffic at the bottom', run: () => showDock('bottom') },
  { group, label: 'Traffic on the right', run: () => showDock('right') },
  { group, label: 'Light theme', run: () => changePreferences({ theme: 'light' }) },
  { group, label: 'Dark theme', run: () => changePreferences({ theme: 'dark' }) },
  { group, label: 'Theme of the system', run: () => changePreferences({ theme: 'system' }) },
  { group, label: 'Inbox', hint: 'Ctrl I', run: () => showPage('inbox') },
  {
    group,
    label: 'Policies',
    hint: 'what is set about calls',
    otherWords: 'allow ask deny approval',
    run: () => showPage('inbox')
  },
  { group, label: 'Remembered consent', hint: 'to revoke it', run: () => showPage('inbox') },
  { group, label: 'Sampling', hint: 'in Settings: a model', run: () => showSettings('sampling') },
  { group, label: 'Audit', run: () => showPage('audit') },
  { group, label: 'Problems', run: () => showProblems(true) },
  {
    group,
    label: 'Settings',
    hint: 'Ctrl ,',
    otherWords: 'preferences options',
    run: () => showPage('settings')
  }
]

function exportable({ id, scope }: ServerSummary): readonly ServerSummary['id'][] {
  return isWritable(scope) ? [id] : []
}
