/** The one file that lets events in: whoever asks "who writes this store?" finds the answer here. */
import type { ServerId } from '../../shared/protocol/ids'
import type { AppCommand } from '../../shared/ipc/ipc-contract'
import { on, request } from '../bridge/bridge'
import { groupServers } from '../features/server-list/group-servers'
import { addServer, openProject } from '../features/server/server-actions'
import { toggleDock } from '../stores/records/dock'
import { receiveWatch } from '../features/watch/watch-actions'
import { notify, startUndos } from '../stores/window/notices'
import { setStanding } from '../stores/records/audit'
import { updateAuthDebug } from '../stores/servers/auth-debug'
import { markKept, startCalls, updateCalls } from '../stores/calls/calls'
import { startDrafts } from '../stores/kept/drafts'
import { updateDoctor, updateTest } from '../stores/servers/examinations'
import { setGrants, showItem, startInbox, updateInbox } from '../stores/calls/inbox'
import { keepBeforeLeaving } from '../stores/kept/keep-text'
import { keepPlace, lastPlacesOf, startLastPlaces } from '../stores/kept/last-places'
import { setPolicies, startPolicies } from '../stores/calls/policies'
import { setPreferences } from '../stores/window/preferences'
import { startProblems, updateProblems } from '../stores/window/problems'
import { startPromptDrafts } from '../stores/kept/prompt-drafts'
import { startTreeViews } from '../stores/kept/resource-tree'
import { markStale } from '../stores/calls/readings'
import { updateRoots } from '../stores/servers/roots'
import { setSecrets } from '../stores/servers/secrets'
import { dropRefusals } from '../stores/servers/refusals'
import { startSignIns, updateSignIn } from '../stores/servers/sign-ins'
import { changedServers, setServers, useServers } from '../stores/servers/servers'
import { startSessions, updateCatalogue, updateSession } from '../stores/servers/sessions'
import { startTemplateDrafts } from '../stores/kept/template-drafts'
import { startTextViews } from '../stores/kept/text-views'
import { startGroupings } from '../stores/kept/tool-groups'
import { noteRepeats, setTrafficCount } from '../stores/records/traffic'
import { setTrust } from '../stores/servers/trust'
import {
  onToolChosen,
  openPalette,
  selectServer,
  setApp,
  showPage,
  startTools,
  useView
} from '../stores/window/view'
import { startWatches } from '../stores/calls/watch'
import { growAudit } from '../records/audit-list'
import { growCalls } from '../records/call-list'
import { growViews } from '../records/traffic-list'

const COMMANDS: Readonly<Record<AppCommand, () => void>> = {
  palette: () => openPalette(true),
  'toggle-dock': toggleDock,
  settings: () => showPage('settings'),
  'add-server': () => addServer(),
  'import-servers': () => showPage('import'),
  'open-project': () => openProject()
}

/** Listens first and asks then, so that nothing that happens in between is missed. */
export async function startFeed(): Promise<void> {
  on('servers.changed', (change) => {
    dropRefusals(changedServers(useServers.getState().servers, change.servers))
    setServers(change)
  })
  on('trust.changed', setTrust)
  on('secrets.changed', setSecrets)
  on('test.changed', updateTest)
  on('doctor.changed', updateDoctor)
  on('authDebug.changed', updateAuthDebug)
  on('session.changed', updateSession)
  on('catalogue.changed', updateCatalogue)
  on('resources.stale', markStale)
  on('watch.changed', receiveWatch)
  on('calls.changed', updateCalls)
  on('calls.kept', (growth) => {
    growCalls(growth)
    markKept(growth.kept)
  })
  on('traffic.counted', setTrafficCount)
  on('traffic.grew', growViews)
  on('traffic.repeated', noteRepeats)
  on('inbox.changed', updateInbox)
  on('inbox.wanted', ({ id }) => showItem(id))
  on('grants.changed', setGrants)
  on('policies.changed', setPolicies)
  on('roots.changed', updateRoots)
  on('audit.changed', setStanding)
  on('audit.grew', growAudit)
  on('signIn.changed', updateSignIn)
  on('problems.changed', updateProblems)
  on('command.invoked', (command) => COMMANDS[command]())
  keepBeforeLeaving()

  const [app, preferences, servers, config, sessions, calls, problems] = await Promise.all([
    request('app.describe'),
    request('preferences.get'),
    request('servers.list'),
    request('config.describe'),
    request('sessions.list'),
    request('calls.list'),
    request('problems.list')
  ])
  setApp(app)
  setPreferences(preferences)
  setServers({ servers, config })
  startSessions(sessions)
  startCalls(calls)
  startProblems(problems)
  // Nothing that is seen first depends on it.
  request('traffic.count').then(setTrafficCount, notify)
  request('audit.standing').then(setStanding, notify)
  request('watch.list').then(startWatches, notify)
  request('inbox.list').then(startInbox, notify)
  request('signIn.list').then(startSignIns, notify)
  request('policies.list').then(startPolicies, notify)
  request('undo.list').then(startUndos, notify)
  const listed = groupServers(servers, config).flatMap((group) => group.servers)
  const first =
    servers.find(({ id }) => id === app.openAtStart) ??
    listed.find(({ standing }) => standing.kind === 'usable') ??
    listed[0]
  if (first) selectServer(first.id)
  request('arguments.list').then((kept) => {
    startDrafts(kept)
    startPromptDrafts(kept)
    startTemplateDrafts(kept)
    startGroupings(kept)
    startTreeViews(kept)
    startTextViews(kept)
    startLastPlaces(kept)
    returnToLastPlace(app.openAtStart === undefined ? first?.id : undefined)
  }, notify)
  if (app.openAtStart !== undefined && first?.id !== app.openAtStart) {
    notify(`There is no server "${app.openAtStart}" to open.`)
  }
}

/** To the tools of last time, and from where the window starts to the last server, unless you have left. */
function returnToLastPlace(from: ServerId | undefined): void {
  const places = lastPlacesOf(useServers.getState().servers.map(({ id }) => id))
  startTools(places)
  const [last] = places
  const { serverId, page } = useView.getState()
  if (last && from !== undefined && serverId === from && page === 'workspace') {
    selectServer(last.serverId)
  }
  onToolChosen((id, tool) => keepPlace(id, tool, Date.now()))
}
