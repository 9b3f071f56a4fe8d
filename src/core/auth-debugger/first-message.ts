/** The request that a client begins with, as each revision has it. */
import type { AuthRevision } from '../../shared/auth-debug'
import { MODERN_REVISION } from '../../shared/revisions'
import type { RemoteDefinition, RemoteTransport } from '../../shared/server-config'
import type { AuthRequest } from '../auth/auth-client'
import { modernMeta } from '../session/handshake'
import { messageHeaders } from '../transport/request-headers'

const ID = 'patchbay-authorization'

/** For a server that lets everybody begin, and still protects the rest. */
export function pingRequest(url: URL, revision: AuthRevision): AuthRequest {
  const message = { jsonrpc: '2.0', id: ID, method: 'ping' }
  const headers = messageHeaders(message, { version: revision })
  return { method: 'POST', url, headers, body: JSON.stringify(message) }
}

export function firstRequest(
  url: URL,
  transport: RemoteTransport,
  revision: AuthRevision,
  version: string
): AuthRequest {
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

/** Of the definition, but for a token: the first request has to go without one. */
export function ownHeadersOf({ headers }: RemoteDefinition): Readonly<Record<string, string>> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(lower.filter(([name]) => name !== 'authorization'))
}
