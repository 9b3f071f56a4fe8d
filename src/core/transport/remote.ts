import type { RemoteDefinition, SessionSettings } from '../../shared/server-config'
import type { Clock } from '../clock'
import { requestAddress } from '../config/socket-address'
import { PLAIN_NETWORKS, type Networks } from '../network/networks'
import { AutoTransport } from './auto'
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

/** The wire to a server that is reached by its address, not yet started. */
export function createRemoteWire(
  definition: RemoteDefinition,
  settings: SessionSettings,
  tap: Tap,
  clock: Clock,
  networks: Networks = PLAIN_NETWORKS
): Wire {
  const { transport, headers } = definition
  const { frameLimitBytes, initializeTimeoutMs: startTimeoutMs, hungAfterMs } = settings
  const options = {
    url: requestAddress(definition.url),
    headers,
    frameLimitBytes,
    startTimeoutMs,
    patienceMs: hungAfterMs,
    network: networks.of(definition)
  }
  return new TRANSPORTS[transport](options, tap, clock)
}
