/** The one file that lets events in: whoever asks "who writes this store?" finds the answer here. */
import { on, request } from './bridge'
import { toggleDock } from './features/traffic/dock'
import { notify } from './stores/notices'
import { startCalls, updateCalls } from './stores/calls'
import { setPreferences } from './stores/preferences'
import { startProblems, updateProblems } from './stores/problems'
import { setServers } from './stores/servers'
import { startSessions, updateSession } from './stores/sessions'
import { appendTraffic, startTraffic } from './stores/traffic'
import { openPalette, selectServer, setApp, showPage } from './stores/view'

const ROWS_AT_START = 20_000

/** Listens first and asks then, so that nothing that happens in between is missed. */
export async function startFeed(): Promise<void> {
  on('session.changed', updateSession)
  on('calls.changed', updateCalls)
  on('traffic.appended', appendTraffic)
  on('problems.changed', updateProblems)
  on('command.invoked', (command) => {
    if (command === 'palette') openPalette(true)
    else if (command === 'toggle-dock') toggleDock()
    else showPage('settings')
  })

  const [app, preferences, servers, sessions, calls, problems, entries] = await Promise.all([
    request('app.describe'),
    request('preferences.get'),
    request('servers.list'),
    request('sessions.list'),
    request('calls.list'),
    request('problems.list'),
    request('traffic.tail', { count: ROWS_AT_START })
  ])
  setApp(app)
  setPreferences(preferences)
  setServers(servers)
  startSessions(sessions)
  startCalls(calls)
  startProblems(problems)
  startTraffic(entries)
  const first = servers.find(({ id }) => id === app.openAtStart) ?? servers[0]
  if (first) selectServer(first.id)
  if (app.openAtStart !== undefined && first?.id !== app.openAtStart) {
    notify(`There is no server "${app.openAtStart}" to open.`)
  }
}
