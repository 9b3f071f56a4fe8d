/** Tells the window what happens, at most once per tick and kind. */
import type { WebContents } from 'electron'
import type { Workbench } from '../../core/workbench/workbench'
import type { Call } from '../../shared/calls/call-contract'
import type { StaleContents } from '../../shared/calls/exchange'
import type { IpcEvent, IpcEvents, SessionReport } from '../../shared/ipc/ipc-contract'
import { EVENT_CHANNEL } from '../../shared/ipc/ipc-wire'
import type { RepeatedAnswer } from '../../shared/traffic/traffic-row'
import { Batcher } from './batcher'
import { CallFeed } from './call-feed'
import { EventQueue } from './event-queue'
import { SessionFeed } from './session-feed'

const TICK_MS = 16

export type Send = <E extends IpcEvent>(event: E, payload: IpcEvents[E]) => void

export type WindowEvents = {
  readonly send: Send
  /** The page has taken this event, and all before it. */
  readonly taken: (upTo: number) => void
  /** The page does not keep up. */
  readonly isBehind: () => boolean
}

/** A window that is gone misses events; when it is back it asks for everything. */
export function windowEvents(
  contents: () => WebContents | undefined,
  redact: (json: string) => string
): WindowEvents {
  const queues = new WeakMap<WebContents, EventQueue>()
  const queueOf = (): EventQueue | undefined => {
    const target = contents()
    if (!target || target.isDestroyed() || target.isCrashed()) return undefined
    const queue = queues.get(target) ?? queueTo(target)
    queues.set(target, queue)
    return queue
  }
  return {
    send: (event, payload) => queueOf()?.send(event, redact(JSON.stringify(payload))),
    taken: (upTo) => queueOf()?.taken(upTo),
    isBehind: () => queueOf()?.isBehind ?? false
  }
}

function queueTo(contents: WebContents): EventQueue {
  const queue = new EventQueue({
    deliver: (...event) => contents.send(EVENT_CHANNEL, ...event),
    onMissed: () => contents.reload()
  })
  contents.on('did-navigate', () => queue.reset())
  contents.on('render-process-gone', () => queue.reset())
  return queue
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
  const callFeed = new CallFeed((changed) => send('calls.changed', changed))
  const calls = new Batcher<Call>(
    (changed) => callFeed.tell(changed),
    TICK_MS,
    ({ id }) => id
  )
  const repeats = new Batcher<RepeatedAnswer>(
    (repeated) => send('traffic.repeated', repeated),
    TICK_MS,
    ({ request }) => request
  )
  workbench.onTraffic(({ seq, repeats: request }) => {
    if (request !== undefined) repeats.push({ request, seq })
  })
  workbench.onCall((call) => {
    calls.push(call)
    // What you wait for comes first.
    if (call.outcome) calls.hurry()
  })
  const stale = new Batcher<StaleContents>(
    (contents) => send('resources.stale', contents),
    TICK_MS,
    ({ serverId, uri }) => JSON.stringify([serverId, uri])
  )
  workbench.staleNews.onChange((contents) => stale.push(contents))
  const feed = new SessionFeed(
    (session) => send('session.changed', session),
    (update) => send('catalogue.changed', update)
  )
  const sessions = new Batcher<SessionReport>(
    (reports) => {
      for (const report of reports) feed.tell(report)
      feed.keepOnly(workbench.servers().map(({ id }) => id))
    },
    TICK_MS,
    ({ serverId }) => serverId
  )
  workbench.onSession((report) => sessions.push(report))
  const tellProblems = newest(send, 'problems.changed')
  workbench.problems.onChange((problems) => tellProblems(problems))
}
