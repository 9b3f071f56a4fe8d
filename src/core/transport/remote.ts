import type { RemoteDefinition, SessionSettings } from '../../shared/server-config'
import type { Clock } from '../clock'
import { AutoTransport } from './auto'
import type { Credentials } from './credentials'
import { LongPollTransport } from './long-poll'
import { SseTransport } from './sse'
import { StreamableHttpTransport } from './streamable-http'
import type { Tap } from './tap'
import { WebSocketTransport } from './websocket'
import type { Wire } from './wire'

const TRANSPORTS = {
  auto: AutoTransport,
  'long-poll': LongPollTransport,
  sse: SseTransport,
  'streamable-http': StreamableHttpTransport,
  websocket: WebSocketTransport
}

/** What outlives a wire to a server, and is used by it. */
export type RemoteSurroundings = {
  readonly credentials?: Credentials | undefined
}

/** The wire to a server that is reached by its address, not yet started. */
export function createRemoteWire(
  { transport, url, headers }: RemoteDefinition,
  settings: SessionSettings,
  tap: Tap,
  clock: Clock,
  { credentials }: RemoteSurroundings = {}
): Wire {
  const { frameLimitBytes, initializeTimeoutMs: startTimeoutMs, hungAfterMs } = settings
  const limits = { frameLimitBytes, startTimeoutMs, patienceMs: hungAfterMs }
  const options = { url, headers, credentials, ...limits }
  return new TRANSPORTS[transport](options, tap, clock)
}
