import type { RemoteDefinition, SessionSettings } from '../../shared/servers/server-config'
import type { Clock } from '../time/clock'
import { requestAddress } from '../address/socket-address'
import type { Networks } from '../network/networks'
import { AutoTransport } from './auto'
import { composed, type Credentials } from '../http/credentials'
import { LongPollTransport } from './long-poll'
import { ownCredentials } from '../http/own-credentials'
import { SseTransport } from './sse'
import { StreamableHttpTransport } from './streamable-http'
import type { Tap } from '../wire/tap'
import { WebSocketTransport } from './websocket'
import type { Wire } from '../wire/wire'

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
  readonly networks: Networks
}

/** The wire to a server that is reached by its address, not yet started. */
export function createRemoteWire(
  definition: RemoteDefinition,
  settings: SessionSettings,
  tap: Tap,
  clock: Clock,
  { credentials: given, networks }: RemoteSurroundings
): Wire {
  const { transport, headers } = definition
  const { frameLimitBytes, initializeTimeoutMs: startTimeoutMs, hungAfterMs } = settings
  const options = {
    url: requestAddress(definition.url),
    headers,
    credentials: composed(given, ownCredentials(definition, clock)),
    network: networks.of(definition),
    frameLimitBytes,
    startTimeoutMs,
    patienceMs: hungAfterMs
  }
  return new TRANSPORTS[transport](options, tap, clock)
}
