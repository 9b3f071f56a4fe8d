/** Tells the window what happens, at most once per tick and kind. */
import type { WebContents } from 'electron'
import type { Workbench } from '../../core/workbench'
import type { IpcEvent, IpcEvents } from '../../shared/ipc-contract'
import { EVENT_CHANNEL } from '../../shared/ipc-wire'
import { Batcher } from './batcher'

const TICK_MS = 16

export type Send = <E extends IpcEvent>(event: E, payload: IpcEvents[E]) => void

/** A window that is gone misses events; when it is back it asks for everything. */
export function sender(
  contents: () => WebContents | undefined,
  redact: (json: string) => string
): Send {
  return (event, payload) => {
    const target = contents()
    if (!target || target.isDestroyed() || target.isCrashed()) return
    target.send(EVENT_CHANNEL, event, redact(JSON.stringify(payload)))
  }
}

/** What is told whole, again and again: only the newest one of a tick is worth telling. */
export function newest<E extends IpcEvent>(
  send: Send,
  event: E,
  keyOf: (payload: IpcEvents[E]) => string = () => event
): (payload: IpcEvents[E]) => void {
  const batcher = new Batcher<IpcEvents[E]>(
    (payloads) => payloads.forEach((payload) => send(event, payload)),
    TICK_MS,
    keyOf
  )
  return (payload) => batcher.push(payload)
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
  workbench.onTraffic((entry) => traffic.push(entry))
  workbench.onCall((call) => {
    calls.push(call)
    if (!call.outcome) return
    // The frames first: a result must not refer to a row that is not there yet.
    traffic.flush()
    calls.flush()
  })
  workbench.onSession(newest(send, 'session.changed', ({ serverId }) => serverId))
  workbench.onProblems(newest(send, 'problems.changed'))
}
