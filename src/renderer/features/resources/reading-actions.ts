/** Reads resources and has their changes told. What comes of it is in the stores. */
import { messageOf } from '../../../shared/protocol/errors'
import type { ServerId } from '../../../shared/protocol/ids'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { changeReadings, readingsOf, withReading, withRefusal } from '../../stores/calls/readings'
import { useSessions } from '../../stores/servers/sessions'

let lastKey = 0

/** One reading of a resource at a time: asking while one goes on changes nothing. */
export async function readResource(
  serverId: ServerId,
  uri: string,
  isForced: boolean
): Promise<void> {
  if (readingsOf(serverId, uri).runningKey !== undefined) return
  const key = `resource ${++lastKey}`
  const updatesRead = updatesOf(serverId, uri)
  changeReadings(serverId, uri, (readings) => ({
    ...readings,
    runningKey: key,
    startedAt: Date.now(),
    updatesRead
  }))
  try {
    const reading = await request('resource.read', { serverId, uri, isForced, key })
    changeReadings(serverId, uri, (readings) => withReading(readings, reading))
  } catch (error) {
    changeReadings(serverId, uri, (readings) => withRefusal(readings, messageOf(error)))
  }
}

export function cancelReading(serverId: ServerId, uri: string): void {
  const { runningKey } = readingsOf(serverId, uri)
  if (runningKey !== undefined) request('exchange.cancel', { key: runningKey }).catch(notify)
}

/** What it will be compared with is read now, even by somebody who looks elsewhere right after. */
export function subscribe(serverId: ServerId, uri: string): void {
  request('resource.subscribe', { serverId, uri }).catch(notify)
  if (readingsOf(serverId, uri).startedAt === undefined) void readResource(serverId, uri, false) // never rejects
}

export function unsubscribe(serverId: ServerId, uri: string): void {
  request('resource.unsubscribe', { serverId, uri }).catch(notify)
}

function updatesOf(serverId: ServerId, uri: string): number {
  const subscriptions = useSessions.getState().byServer[serverId]?.subscriptions ?? []
  return subscriptions.find((subscription) => subscription.uri === uri)?.updates ?? 0
}
