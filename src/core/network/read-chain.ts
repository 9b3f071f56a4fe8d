/** Looks at the certificates that a server shows. Nothing is ever sent over the connection that this makes. */
import * as tls from 'node:tls'
import { lookup } from './lookup'
import { urlOf, type Network, type Target } from './network'

export type Chain = {
  /** What the system thinks of it; undefined when it is accepted. */
  readonly refusal?: string
  /** That of the server first. */
  readonly certificates: readonly tls.DetailedPeerCertificate[]
  readonly protocol: string
}

/** Accepts every certificate in order to read it. A session accepts only what is right. */
export async function readChain(
  network: Network,
  target: Target,
  signal: AbortSignal,
  /** Another set of authorities than those that count. */
  context?: tls.SecureContext
): Promise<Chain> {
  const route = network.routeTo(urlOf(target))
  const tunnel = route && (await network.tunnelTo(target, route, signal))
  const { host, port } = target
  const way =
    network.socketPath === undefined ? { host, port, lookup } : { path: network.socketPath }
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      ...network.secured(target),
      ...(tunnel ? { socket: tunnel } : way),
      ...(context && { secureContext: context }),
      rejectUnauthorized: false
    })
    const onAbort = (): void => void socket.destroy(new Error('too late'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('error', reject)
    socket.once('close', () => {
      signal.removeEventListener('abort', onAbort)
      reject(new Error('closed'))
    })
    socket.once('secureConnect', () => {
      // Named as an error by its type, but a code at run time.
      const refusal = socket.authorized ? undefined : String(socket.authorizationError)
      resolve({
        certificates: chainOf(socket.getPeerCertificate(true)),
        protocol: socket.getProtocol() ?? 'TLS',
        ...(refusal !== undefined && { refusal })
      })
      socket.destroy()
    })
  })
}

/** The last one names itself as its issuer, or its issuer was not sent. */
function chainOf(first: tls.DetailedPeerCertificate): readonly tls.DetailedPeerCertificate[] {
  const chain: tls.DetailedPeerCertificate[] = []
  let next: tls.DetailedPeerCertificate | undefined = first
  while (next?.fingerprint256 !== undefined && !chain.includes(next)) {
    chain.push(next)
    next = next.issuerCertificate
  }
  return chain
}

export function targetOf(url: URL): Target {
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:'
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, isSecure }
}
