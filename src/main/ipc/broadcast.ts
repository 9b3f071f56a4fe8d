/** Tells the window what happens, at most once per tick and kind. */
import type { WebContents } from 'electron'
import type { Workbench } from '../../core/workbench'
import type { IpcEvent, IpcEvents } from '../../shared/ipc-contract'
import { EVENT_CHANNEL } from '../../shared/ipc-wire'
import { Batcher } from './batcher'

const TICK_MS = 16

export type Send = <E extends IpcEvent>(event: E, payload: IpcEvents[E]) => void

/** A window that is gone misses events; when it is back it asks for everything. */
export function sender(contents: () => WebContents | undefined): Send {
  return (event, payload) => {
    const target = contents()
    if (!target || target.isDestroyed() || target.isCrashed()) return
    target.send(EVENT_CHANNEL, event, JSON.stringify(payload))
  }
}

export function broadcast(workbench: Workbench, send: Send): void {
  const traffic = new Batcher<IpcEvents['traffic.appended'][number]>(
    (entries) => send('traffic.appended', entries),
    TICK_MS
  )
  const calls = new Batcher<IpcEvents['calls.changed'][number]>(
    (changed) => send('calls.changed', changed),
    TICK_MS,
    ({ id }) => id
  )
  const sessions = new Batcher<IpcEvents['session.changed']>(
    (reports) => reports.forEach((report) => send('session.changed', report)),
    TICK_MS,
    ({ serverId }) => serverId
  )
  const problems = new Batcher<IpcEvents['problems.changed']>(
    (lists) => lists.forEach((list) => send('problems.changed', list)),
    TICK_MS,
    () => 'all'
  )
  workbench.onTraffic((entry) => traffic.push(entry))
  workbench.onCall((call) => {
    calls.push(call)
    if (!call.outcome) return
    // The frames first: a result must not refer to a row that is not there yet.
    traffic.flush()
    calls.flush()
  })
  workbench.onSession((report) => sessions.push(report))
  workbench.onProblems((list) => problems.push(list))
}
