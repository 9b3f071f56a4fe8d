/** What the tests of the network share: fixtures in processes of their own, and sessions through them. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ServerId } from '../../shared/protocol/ids'
import type { Access } from '../../shared/servers/server-access'
import type { RemoteDefinition, RemoteTransport } from '../../shared/servers/server-config'
import { hurriedClock } from './fault-testing'
import { Workbench } from './workbench'
import { Networks, type NetworksOptions } from '../network/networks'

const FIXTURES = join(import.meta.dirname, '../../../e2e/servers')

export type ConnectProxy = {
  readonly port: number
  readonly url: string
  readonly asked: readonly string[]
  readonly connections: () => number
  readonly close: () => Promise<void>
}

export type Certificates = {
  readonly PASSPHRASE: string
  readonly authority: string
  readonly server: { readonly cert: string; readonly key: string }
  readonly client: { readonly cert: string; readonly key: string; readonly lockedKey: string }
}

async function fixture<T>(name: string): Promise<T> {
  return (await import(/* @vite-ignore */ pathToFileURL(join(FIXTURES, name)).href)) as T
}

const closings: (() => Promise<void>)[] = []

/** Ends everything that the last test has started. */
export async function tidyNetwork(): Promise<void> {
  for (const close of closings.splice(0).reverse()) await close()
}

export async function startProxy(options: object = {}): Promise<ConnectProxy> {
  type Module = { startConnectProxy: (options: object) => Promise<ConnectProxy> }
  const { startConnectProxy } = await fixture<Module>('connect-proxy.mjs')
  const proxy = await startConnectProxy(options)
  closings.push(() => proxy.close())
  return proxy
}

export function readCertificates(): Promise<Certificates> {
  return fixture('private-certificates.mjs')
}

export const SERVER = ServerId.parse('remote')

export function definitionOf(url: string): RemoteDefinition {
  return { id: SERVER, name: 'remote', scope: 'user', transport: 'auto', url, headers: {} }
}

/** A workbench with one server, which is reached as `access` and `options` say. */
export function workbenchTo(
  url: string,
  access: Access = {},
  options: Partial<NetworksOptions> & { readonly transport?: RemoteTransport } = {}
): Workbench {
  const { transport = 'auto', ...more } = options
  const settings = { retry: 'none', maxRestarts: 0 } as const
  const workbench = new Workbench({
    servers: [{ ...definitionOf(url), transport, access, settings }],
    version: '0',
    clock: hurriedClock,
    networks: new Networks({ proxy: () => 'none', environment: {}, ...more })
  })
  closings.push(() => workbench.closeAll())
  return workbench
}

/** Why it cannot be opened; undefined when it can. */
export async function openingFault(workbench: Workbench) {
  await workbench.open(SERVER).catch(() => undefined)
  const { state } = workbench.report(SERVER)
  return state.phase === 'failed' ? state : undefined
}
