/** The request that a client begins with, as each revision has it. */
import type { AuthRevision } from '../../shared/sign-in/auth-debug'
import { MODERN_REVISION } from '../../shared/protocol/revisions'
import type { RemoteTransport } from '../../shared/servers/server-config'
import type { AuthRequest } from '../auth/auth-client'
import { upgradeAt } from '../auth/sign-in-flow'
import { modernMeta } from '../conversation/handshake'
import { messageHeaders } from '../http/request-headers'

const ID = 'patchbay-authorization'

/** For a server that lets everybody begin, and still protects the rest. */
export function pingRequest(url: URL, revision: AuthRevision): AuthRequest {
  const message = { jsonrpc: '2.0', id: ID, method: 'ping' }
  const headers = messageHeaders(message, { version: revision })
  return { method: 'POST', url, headers, body: JSON.stringify(message) }
}

/** `websocket`: the upgrade, which is the only request of such a server. */
export function firstRequest(
  url: URL,
  transport: RemoteTransport,
  revision: AuthRevision,
  version: string
): AuthRequest {
  if (transport === 'websocket') return upgradeAt(url)
  // The older transport begins with a stream.
  if (transport === 'sse') return { method: 'GET', url, headers: { accept: 'text/event-stream' } }
  const client = { name: 'patchbay', title: 'Patchbay', version }
  const message =
    revision === MODERN_REVISION
      ? {
          jsonrpc: '2.0',
          id: ID,
          method: 'server/discover',
          params: { _meta: modernMeta({ client, clientCapabilities: {} }) }
        }
      : {
          jsonrpc: '2.0',
          id: ID,
          method: 'initialize',
          params: { protocolVersion: revision, capabilities: {}, clientInfo: client }
        }
  const headers = messageHeaders(message, { version: revision })
  return { method: 'POST', url, headers, body: JSON.stringify(message) }
}
