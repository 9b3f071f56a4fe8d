/** The one file that lets events in: whoever asks "who writes this store?" finds the answer here. */
import type { AppCommand } from '../shared/ipc-contract'
import { on, request } from './bridge'
import { groupServers } from './features/servers/group-servers'
import { addServer, openProject } from './features/servers/server-actions'
import { toggleDock } from './features/traffic/dock'
import { notify } from './stores/notices'
import { startCalls, updateCalls } from './stores/calls'
import { updateDoctor, updateTest } from './stores/examinations'
import { setPreferences } from './stores/preferences'
import { startProblems, updateProblems } from './stores/problems'
import { setSecrets } from './stores/secrets'
import { setServers } from './stores/servers'
import { startSessions, updateSession } from './stores/sessions'
import { appendTraffic, startTraffic } from './stores/traffic'
import { setTrust } from './stores/trust'
import { openPalette, selectServer, setApp, showPage } from './stores/view'

const ROWS_AT_START = 20_000

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
  on('servers.changed', setServers)
  on('trust.changed', setTrust)
  on('secrets.changed', setSecrets)
  on('test.changed', updateTest)
  on('doctor.changed', updateDoctor)
  on('session.changed', updateSession)
  on('calls.changed', updateCalls)
  on('traffic.appended', appendTraffic)
  on('problems.changed', updateProblems)
  on('command.invoked', (command) => COMMANDS[command]())

  const [app, preferences, servers, config, sessions, calls, problems, entries] = await Promise.all(
    [
      request('app.describe'),
      request('preferences.get'),
      request('servers.list'),
      request('config.describe'),
      request('sessions.list'),
      request('calls.list'),
      request('problems.list'),
      request('traffic.tail', { count: ROWS_AT_START })
    ]
  )
  setApp(app)
  setPreferences(preferences)
  setServers({ servers, config })
  startSessions(sessions)
  startCalls(calls)
  startProblems(problems)
  startTraffic(entries)
  const listed = groupServers(servers, config).flatMap((group) => group.servers)
  const first =
    servers.find(({ id }) => id === app.openAtStart) ??
    listed.find(({ standing }) => standing.kind === 'usable') ??
    listed[0]
  if (first) selectServer(first.id)
  if (app.openAtStart !== undefined && first?.id !== app.openAtStart) {
    notify(`There is no server "${app.openAtStart}" to open.`)
  }
}
