/** Finds out how an address answers, in the ways in which the transport of its definition would ask. */
import type { RemoteDefinition } from '../../shared/servers/server-config'
import type { HttpClient } from '../http/http-client'
import type { Clock } from '../time/clock'
import { discoverMessage, endSession, get, initializeMessage, post, type Probe } from './http-probe'

export type Surveyor = {
  readonly client: HttpClient
  readonly url: URL
  readonly definition: RemoteDefinition
  readonly version: string
  readonly clock: Clock
  readonly signal: AbortSignal
}

const EVENTS = 'text/event-stream'
/** How long a server that makes us wait for news is waited for: that it does is a good sign. */
const POLL_WAIT_MS = 2_000
const GUESS_WAIT_MS = 3_000
const FAREWELL_WAIT_MS = 2_000
/** Where servers of this kind are found, other than where we looked. */
const USUAL_PATHS = ['/mcp', '/sse', '/mcp/', '/api/mcp', '/']
/** An answer that another way of asking may change. */
const OTHER_WAY = [400, 404, 405, 406]

export type Survey = {
  readonly probe: Probe
  /** It holds the request until there is news, as it should. */
  readonly isWaiting?: boolean
}

export async function survey(surveyor: Surveyor): Promise<Survey> {
  const { client, url, definition, version, clock, signal } = surveyor
  const { transport, settings } = definition
  if (transport === 'sse') return { probe: await get(client, url, EVENTS, signal) }
  if (transport === 'long-poll') {
    const probe = await get(client, url, 'application/json', limited(clock, POLL_WAIT_MS, signal))
    const isWaiting = 'failure' in probe && probe.failure.code === 'ETIMEDOUT' && !signal.aborted
    return { probe, isWaiting }
  }
  if (settings?.era === 'modern') {
    return { probe: await post(client, url, discoverMessage(version), signal) }
  }
  const first = await post(client, url, initializeMessage(version, definition), signal)
  if ('failure' in first || first.isRpc || !OTHER_WAY.includes(first.status)) {
    return { probe: first }
  }
  const modern = await post(client, url, discoverMessage(version), signal)
  if (isGood(modern)) return { probe: modern }
  if (transport !== 'auto') return { probe: first }
  const older = await get(client, url, EVENTS, limited(clock, GUESS_WAIT_MS, signal))
  return { probe: isGood(older) ? older : first }
}

/** Another path on the same host where such a server answers. */
export async function otherPath(surveyor: Surveyor): Promise<string | undefined> {
  const { url, client, clock, signal } = surveyor
  const guesses = USUAL_PATHS.filter((path) => path !== url.pathname)
  const found = await Promise.all(
    guesses.map(async (path) => {
      const isOlder = path === '/sse'
      const within = limited(clock, GUESS_WAIT_MS, signal)
      const place = new URL(path, url.origin)
      const message = initializeMessage(surveyor.version, surveyor.definition)
      const probe = isOlder
        ? await get(client, place, EVENTS, within)
        : await post(client, place, message, within)
      if ('session' in probe && probe.session !== undefined) {
        const farewell = limited(clock, FAREWELL_WAIT_MS, signal)
        await endSession(client, place, probe.session, farewell)
      }
      return isGood(probe)
    })
  )
  return guesses.find((_path, index) => found[index])
}

function isGood(probe: Probe): boolean {
  if ('failure' in probe) return false
  return probe.method === 'GET' ? probe.status === 200 && probe.contentType === EVENTS : probe.isRpc
}

/** Ends with the other signal, or by itself after some time. */
export function limited(clock: Clock, ms: number, signal: AbortSignal): AbortSignal {
  const limit = new AbortController()
  const stopWaiting = clock.after(ms, () => limit.abort())
  signal.addEventListener('abort', stopWaiting, { once: true })
  return AbortSignal.any([signal, limit.signal])
}
