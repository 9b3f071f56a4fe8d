/** Makes the ways to servers out of what is set for all of them and what each definition says. */
import type { Access } from '../../shared/servers/server-access'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { systemClock, type Clock } from '../time/clock'
import { piecesOf } from '../references/references'
import { isSocketAddress, readSocketAddress, requestAddress } from '../address/socket-address'
import { Network } from './network'
import {
  environmentRoute,
  isThisMachine,
  readProxy,
  shownProxy,
  systemRoute,
  type Environment,
  type NoRoute,
  type Route
} from './proxy-choice'

export type NetworksOptions = {
  readonly clock?: Clock
  /** As it is set for all servers: `system`, `environment`, `none`, or an address with references. */
  readonly proxy: () => string
  readonly environment: Environment
  /** Asks the system, and answers as a PAC file does. Without it the environment counts. */
  readonly system?: (url: string) => Promise<string>
  readonly secret?: (name: string) => Promise<string | undefined>
}

export class Networks {
  /** For what belongs to no server, such as the model for sampling. */
  readonly own: Network
  private readonly clock: Clock

  constructor(private readonly options: NetworksOptions) {
    this.clock = options.clock ?? systemClock
    const routeTo = (url: URL) => this.routeTo(url, undefined)
    this.own = new Network({ clock: this.clock, routeTo })
  }

  /** The definition has to be filled in. Files that it names are read when they are needed. */
  of(definition: ServerDefinition): Network {
    if (definition.transport === 'stdio') return this.own
    const { url: address, access } = definition
    const socket = isSocketAddress(address) ? readSocketAddress(address) : undefined
    const server = URL.parse(requestAddress(address))
    return new Network({
      clock: this.clock,
      routeTo: (url) => this.routeTo(url, access),
      ...(server && { server }),
      tls: access?.tls,
      socketPath: socket && 'path' in socket ? socket.path : undefined
    })
  }

  private routeTo(url: URL, access: Access | undefined): Promise<Route | NoRoute> | undefined {
    const named = access?.proxy
    const chosen = named ?? this.options.proxy()
    if (chosen === 'none') return undefined
    if (chosen !== 'environment' && chosen !== 'system') {
      return named === undefined ? this.givenRoute(chosen) : Promise.resolve(ownRoute(named))
    }
    if (isThisMachine(url)) return undefined
    return chosen === 'system' ? this.systemRoute(url) : this.environmentRoute(url)
  }

  private async systemRoute(url: URL): Promise<Route | NoRoute> {
    const { system, environment } = this.options
    if (system) {
      return system(url.href).then(systemRoute, () => ({
        problem: 'The system could not say which proxy leads there.'
      }))
    }
    const route = environmentRoute(url, environment)
    if ('problem' in route) return route
    return { ...route, why: `${route.why} ${ENVIRONMENT_INSTEAD}` }
  }

  private async environmentRoute(url: URL): Promise<Route | NoRoute> {
    return environmentRoute(url, this.options.environment)
  }

  /** As it is in the settings: the password comes from the secrets. */
  private async givenRoute(template: string): Promise<Route | NoRoute> {
    const parts = await Promise.all(
      piecesOf(template).map(async (piece) => {
        if (piece.kind !== 'reference') return piece.text
        const { kind, name } = piece.reference
        const value = kind === 'secret' ? await this.options.secret?.(name) : undefined
        return value === undefined ? { missing: piece.reference.text } : encodeURIComponent(value)
      })
    )
    const gap = parts.find((part) => typeof part !== 'string')
    if (gap) return { problem: `The proxy in the settings needs ${gap.missing}, which is not set.` }
    const proxy = readProxy(parts.filter((part) => typeof part === 'string').join(''))
    if (!proxy) return { problem: 'The proxy in the settings is no address.' }
    const why = `The settings name the proxy ${shownProxy(proxy)}.`
    return { hops: [{ kind: 'proxy', proxy }], why }
  }
}

const ENVIRONMENT_INSTEAD =
  'The command line cannot ask the system for its proxy, so the variables of the environment count.'

function ownRoute(address: string): Route | NoRoute {
  const proxy = readProxy(address)
  if (!proxy) return { problem: 'The proxy of the definition is no address.' }
  const why = `The definition names the proxy ${shownProxy(proxy)}.`
  return { hops: [{ kind: 'proxy', proxy }], why }
}

/** Where nothing is set, everything is reached directly. */
export const PLAIN_NETWORKS = new Networks({ proxy: () => 'none', environment: {} })
