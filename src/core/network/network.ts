/**
 * The way to an address: directly, through a proxy, or to a socket of this machine, and what proves that
 * the right server answers. All clients of ours take it, so that one setting counts for all of them.
 */
import * as http from 'node:http'
import * as https from 'node:https'
import * as net from 'node:net'
import type { Duplex } from 'node:stream'
import * as tls from 'node:tls'
import type { WireFailure } from '../../shared/protocol/failure'
import type { TlsAccess } from '../../shared/servers/server-access'
import type { Clock } from '../time/clock'
import { hostKind } from '../address/hosts'
import { lookup } from './lookup'
import { codeOf, NetworkError } from './network-error'
import { pinFailure, samePrint } from './pin'
import { bare, portOf, type NoRoute, type Proxy, type Route } from './proxy-choice'
import { contextOf, strangerContextOf } from './tls-files'
import { openTunnel } from './tunnel'

const MAX_IDLE_SOCKETS = 16
/** Shorter than common servers keep idle connections, so that they do not close one as we use it. */
const IDLE_SOCKET_MS = 4_000
/** A program of this machine that is there takes a connection at once. */
const KNOCK_MS = 1_000

export type AgentOptions = {
  readonly maxSockets: number
  /** Which addresses of a name may be used; through a proxy it is the proxy that looks names up. */
  readonly lookup?: net.LookupFunction
}

/** A host without brackets, and a port. */
export type Target = { readonly host: string; readonly port: number; readonly isSecure: boolean }

export type NetworkOptions = {
  readonly clock: Clock
  /** The ways to an address; undefined when it is reached directly, which is known at once. */
  readonly routeTo: (url: URL) => Promise<Route | NoRoute> | undefined
  /** The address of the server that this is the way to. */
  readonly server?: URL
  readonly tls?: TlsAccess | undefined
  /** Where the server listens, if it is not a port. */
  readonly socketPath?: string | undefined
}

export class Network {
  private own?: tls.SecureContext
  private stranger?: tls.SecureContext

  constructor(private readonly options: NetworkOptions) {}

  /** Where the server listens, if it is not a port. */
  get socketPath(): string | undefined {
    return this.options.socketPath
  }

  /** The fingerprint of the only certificate that is accepted, if there is one. */
  get pinned(): string | undefined {
    return this.options.tls?.pinned
  }

  get hasOwnAuthority(): boolean {
    return this.options.tls?.ca !== undefined
  }

  /** Undefined when the address is reached directly whatever is set. */
  routeTo(url: URL): Promise<Route | NoRoute> | undefined {
    return this.socketFor(url) === undefined ? this.options.routeTo(url) : undefined
  }

  /** The socket is the way to the server only, and not to its authorization server. */
  socketFor({ hostname, port, protocol }: URL): string | undefined {
    const { socketPath, server } = this.options
    const isOwn =
      server?.hostname === hostname && server.port === port && server.protocol === protocol
    return isOwn ? socketPath : undefined
  }

  agentFor({ protocol }: URL, options: AgentOptions): http.Agent {
    const isSecure = protocol === 'https:' || protocol === 'wss:'
    const all = {
      lookup,
      keepAlive: true,
      maxFreeSockets: MAX_IDLE_SOCKETS,
      timeout: IDLE_SOCKET_MS,
      ...options
    }
    return isSecure ? new SecureAgent(this, all) : new PlainAgent(this, all)
  }

  /**
   * Nobody listens at an address of this machine any more. Who does listen is told nothing, and so is
   * not asked where a connection without a word would count as a fault.
   */
  async isDeserted(url: URL): Promise<boolean> {
    const host = bare(url.hostname)
    if (url.protocol !== 'http:' || hostKind(host) !== 'loopback') return false
    const path = this.socketFor(url)
    const route = await this.routeTo(url)
    if (route && (!('hops' in route) || route.hops[0]?.kind !== 'direct')) return false
    return refusesToConnect(path === undefined ? { host, port: portOf(url), lookup } : { path })
  }

  /** A connection that a proxy has made; undefined when we have to make it ourselves. */
  async tunnelTo(
    target: Target,
    finding: Promise<Route | NoRoute>,
    signal: AbortSignal
  ): Promise<Duplex | undefined> {
    const route = await finding
    if ('problem' in route) throw new NetworkError(noRoute(route))
    refuseMachineData(target)
    let problem: unknown
    for (const hop of route.hops) {
      if (hop.kind === 'direct') return undefined
      try {
        return await this.through(hop.proxy, target, signal)
      } catch (error) {
        if (!isUnreachable(error) || signal.aborted) throw error
        problem ??= error
      }
    }
    throw problem
  }

  /** Throws a `NetworkError` when the files that it names cannot be used. */
  secured({ host, port }: Target): tls.ConnectionOptions {
    const isOwn = this.isServer({ host, port })
    const { serverName, pinned } = (isOwn ? this.options.tls : undefined) ?? {}
    const name = serverName ?? host
    return {
      secureContext: isOwn ? this.ownContext() : this.strangerContext(),
      rejectUnauthorized: pinned === undefined,
      servername: net.isIP(name) === 0 ? name : '',
      checkServerIdentity: (_host, certificate) => tls.checkServerIdentity(name, certificate)
    }
  }

  /** Ends a connection to a server whose certificate is not the one that the person trusts. */
  watchPin(socket: tls.TLSSocket, target: Target): void {
    const { pinned } = this
    if (pinned === undefined || !this.isServer(target)) return
    socket.prependOnceListener('secureConnect', () => {
      const found = socket.getPeerCertificate().fingerprint256
      if (samePrint(found, pinned)) return
      socket.destroy(new NetworkError(pinFailure(target, pinned, found)))
    })
  }

  /** What the certificates of others are held against. */
  strangerContext(): tls.SecureContext {
    this.stranger ??= strangerContextOf(this.options.tls ?? {})
    return this.stranger
  }

  private ownContext(): tls.SecureContext {
    this.own ??= contextOf(this.options.tls ?? {})
    return this.own
  }

  private through(proxy: Proxy, target: Target, signal: AbortSignal): Promise<Duplex> {
    const { clock } = this.options
    const context = (): tls.SecureContext => this.strangerContext()
    return openTunnel(proxy, placeOf(target), { clock, lookup, context, signal })
  }

  private isServer({ host, port }: Pick<Target, 'host' | 'port'>): boolean {
    const { server } = this.options
    return server !== undefined && bare(server.hostname) === host && portOf(server) === port
  }
}

function refusesToConnect(place: net.NetConnectOpts): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ ...place, timeout: KNOCK_MS })
    socket.once('error', (error) => {
      const code = codeOf(error)
      resolve(code === 'ECONNREFUSED' || code === 'ENOENT')
    })
    socket.once('close', () => resolve(false))
    socket.once('timeout', () => socket.destroy())
    socket.once('connect', () => socket.destroy())
  })
}

/** Told by whatever creates a connection for an agent. */
type OnConnection = ((error: Error | null, socket: Duplex) => void) | undefined

class PlainAgent extends http.Agent {
  private readonly ending = new AbortController()

  constructor(
    private readonly network: Network,
    options: http.AgentOptions
  ) {
    super(options)
  }

  override createConnection(options: http.ClientRequestArgs, callback?: OnConnection) {
    const target = targetOf(options, false)
    const url = urlOf(target)
    const path = this.network.socketFor(url)
    if (path !== undefined) return net.connect({ path })
    const route = this.network.routeTo(url)
    if (!route) return super.createConnection(options, callback)
    const tunnel = this.network.tunnelTo(target, route, this.ending.signal)
    void connected(tunnel, callback, (made) => made ?? net.connect(options as net.NetConnectOpts))
    return undefined
  }

  override destroy(): void {
    this.ending.abort()
    super.destroy()
  }
}

class SecureAgent extends https.Agent {
  private readonly ending = new AbortController()

  constructor(
    private readonly network: Network,
    options: https.AgentOptions
  ) {
    // A session that is taken up again would show no certificate to hold against the one that is trusted.
    super({ ...options, ...(network.pinned !== undefined && { maxCachedSessions: 0 }) })
  }

  override createConnection(options: https.RequestOptions, callback?: OnConnection) {
    const target = targetOf(options, true)
    const secured = { ...options, ...this.network.secured(target) }
    const route = this.network.routeTo(urlOf(target))
    if (!route) return this.secure(secured, target)
    const tunnel = this.network.tunnelTo(target, route, this.ending.signal)
    void connected(tunnel, callback, (made) =>
      this.secure({ ...secured, ...(made && { socket: made }) }, target)
    )
    return undefined
  }

  override destroy(): void {
    this.ending.abort()
    super.destroy()
  }

  private secure(options: https.RequestOptions, target: Target): tls.TLSSocket {
    const socket = super.createConnection(options) as tls.TLSSocket
    this.network.watchPin(socket, target)
    return socket
  }
}

/** Never rejects: what goes wrong is for whoever waits for the connection. */
async function connected(
  tunnel: Promise<Duplex | undefined>,
  callback: OnConnection,
  finish: (tunnel: Duplex | undefined) => Duplex
): Promise<void> {
  try {
    callback?.(null, finish(await tunnel))
  } catch (error) {
    callback?.(error as Error, undefined as never)
  }
}

function targetOf(
  { host, hostname, port, defaultPort }: http.ClientRequestArgs,
  isSecure: boolean
): Target {
  const usual = Number(defaultPort ?? (isSecure ? 443 : 80))
  return { host: bare(String(hostname ?? host ?? '')), port: Number(port ?? usual), isSecure }
}

export function urlOf(target: Target): URL {
  return new URL(`${target.isSecure ? 'https' : 'http'}://${placeOf(target)}/`)
}

function placeOf({ host, port }: Pick<Target, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The next of the ways that a list names may work. */
function isUnreachable(error: unknown): boolean {
  return error instanceof NetworkError && error.failure.status === undefined
}

function noRoute({ problem }: NoRoute): WireFailure {
  return { class: 'proxy', code: 'ERR_PROXY', message: problem, isUnsent: true }
}

/** A proxy would look the name up itself, so only names that are known for it can be refused. */
function refuseMachineData({ host }: Target): void {
  if (net.isIP(host) !== 0 || hostKind(host.toLowerCase()) !== 'metadata') return
  throw new NetworkError({
    class: 'network',
    code: 'ERR_ADDRESS_REFUSED',
    message: `The name ${host} leads to where a machine keeps its own data. Patchbay does not connect there by name.`,
    isUnsent: true
  })
}
