/** The words for transports, and what an address and its headers have to be like. */
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { isSocketAddress, readSocketAddress } from './socket-address'
import type {
  ConfigFault,
  RemoteTransport,
  TransportName
} from '../../shared/servers/server-config'

/** By every word that people write for them. */
export const TRANSPORT_WORDS = {
  stdio: 'stdio',
  http: 'streamable-http',
  'streamable-http': 'streamable-http',
  sse: 'sse',
  websocket: 'websocket',
  ws: 'websocket',
  'long-poll': 'long-poll',
  auto: 'auto'
} as const satisfies Record<string, TransportName>
export type TransportWord = keyof typeof TRANSPORT_WORDS

/** How an address is reached: as it was said, or as the address itself says. */
export function remoteTransport(
  url: string,
  word?: TransportWord
): { transport: RemoteTransport } | { problem: string } {
  const local = isSocketAddress(url) ? readSocketAddress(url) : undefined
  if (local && 'problem' in local) return local
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  return transportFor(protocol, word)
}

/** The same for an address that holds variables: only how it begins can be known. */
export function unexpandedTransport(
  url: string,
  word?: TransportWord
): { transport: RemoteTransport } | { problem: string } {
  if (!url.includes('${')) return remoteTransport(url, word)
  if (url.startsWith('${')) return transportFor('http:', word)
  return transportFor(/^\s*([a-z]+:)\/\//i.exec(url)?.[1]?.toLowerCase() ?? '', word)
}

function transportFor(
  protocol: string,
  word: TransportWord = 'auto'
): { transport: RemoteTransport } | { problem: string } {
  const isSocket = protocol === 'ws:' || protocol === 'wss:'
  const isLocal = protocol === 'unix:' || protocol === 'pipe:'
  if (!isSocket && !isLocal && protocol !== 'http:' && protocol !== 'https:') {
    const schemes = 'http, https, ws, wss, unix or pipe'
    return { problem: `"url" has to be an address that begins with ${schemes}.` }
  }
  const transport = TRANSPORT_WORDS[word]
  if (transport === 'stdio') return { problem: 'With "url" the transport cannot be stdio.' }
  if (isLocal && transport === 'websocket') {
    return { problem: 'A WebSocket cannot be opened over unix: or pipe:; HTTP can.' }
  }
  if (!isSocket) return { transport }
  return transport === 'auto' || transport === 'websocket'
    ? { transport: 'websocket' }
    : {
        problem: `An address that begins with ${protocol.slice(0, -1)} needs the transport websocket.`
      }
}

/** A whole sentence about the first header that HTTP does not allow. Never shows a value. */
export function headerProblem(headers: Readonly<Record<string, string>>): string | undefined {
  return headerFaults(headers)[0]?.message
}

export function headerFaults(headers: Readonly<Record<string, string>>): readonly ConfigFault[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const message = problemOfHeader(name, value)
    return message === undefined ? [] : [{ message, field: `headers.${name}` }]
  })
}

function problemOfHeader(name: string, value: string): string | undefined {
  try {
    validateHeaderName(name)
  } catch {
    return `"${name}" cannot be the name of a header.`
  }
  try {
    validateHeaderValue(name, value)
  } catch {
    return `The value of the header "${name}" has characters in it that HTTP does not allow.`
  }
  return undefined
}
