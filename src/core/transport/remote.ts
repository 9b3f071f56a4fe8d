import type { RemoteDefinition, SessionSettings } from '../../shared/server-config'
import type { Clock } from '../clock'
import { AutoTransport } from './auto'
import { LongPollTransport } from './long-poll'
import { ownCredentials } from './own-credentials'
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

/** The wire to a server that is reached by its address, not yet started. */
export function createRemoteWire(
  definition: RemoteDefinition,
  settings: SessionSettings,
  tap: Tap,
  clock: Clock
): Wire {
  const { frameLimitBytes, initializeTimeoutMs: startTimeoutMs, hungAfterMs } = settings
  const { transport, url, headers } = definition
  const options = {
    url,
    headers,
    frameLimitBytes,
    startTimeoutMs,
    patienceMs: hungAfterMs,
    credentials: ownCredentials(definition, clock)
  }
  return new TRANSPORTS[transport](options, tap, clock)
}
