/** For tests: a protected MCP server and its authorization server, in this process, as odd as a test wants. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { FakeAuthorizationSite, type AuthorizationBehaviour } from './fake-authorization-site'
import { hostSites, type Endpoint, type FakeHost, type SeenRequest } from './fake-host'
import { FakeProtectedSite, type ProtectedBehaviour } from './fake-protected-site'

export type OddOptions = {
  readonly server?: Partial<ProtectedBehaviour>
  readonly authorization?: Partial<AuthorizationBehaviour>
  /** Whether both have one origin, as the revision 2025-03-26 has it. */
  readonly isOneOrigin?: boolean
}

export type OddAuthorizationServer = {
  /** Of the MCP server. */
  readonly url: string
  readonly server: FakeProtectedSite
  readonly authorization: FakeAuthorizationSite
  /** Everything that was asked of either, in order. */
  readonly requests: readonly SeenRequest[]
  /** What was asked of one endpoint. */
  readonly asked: (endpoint: Endpoint) => readonly SeenRequest[]
  /** Starts another authorization server, which the MCP server does not know: see `server.moveTo`. */
  readonly startAnother: (
    behaviour?: Partial<AuthorizationBehaviour>
  ) => Promise<FakeAuthorizationSite>
  readonly close: () => Promise<void>
}

export async function startOddAuthorizationServer({
  server: protectedBehaviour = {},
  authorization: behaviour = {},
  isOneOrigin = false
}: OddOptions = {}): Promise<OddAuthorizationServer> {
  const requests: SeenRequest[] = []
  const authorization = new FakeAuthorizationSite(behaviour)
  const server = new FakeProtectedSite(authorization, protectedBehaviour)
  const groups = isOneOrigin ? [[server, authorization]] : [[server], [authorization]]
  const hosts: FakeHost[] = []
  for (const sites of groups) hosts.push(await hostSites(sites, requests))

  return {
    url: server.url,
    server,
    authorization,
    requests,
    asked: (endpoint) => requests.filter((request) => request.endpoint === endpoint),
    startAnother: async (another = {}) => {
      const site = new FakeAuthorizationSite(another)
      hosts.push(await hostSites([site], requests))
      return site
    },
    close: async () => {
      for (const host of hosts) await host.close()
    }
  }
}

/**
 * Follows an authorization URL as a person would who does what `decision` says. Resolves with where the
 * browser is sent, without going there. Rejects with the text of the page if it is sent nowhere.
 */
export async function authorize(url: string | URL): Promise<URL> {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage]
  const page = await text(response)
  const { statusCode, headers } = response
  if (headers.location !== undefined) return new URL(headers.location)
  throw new Error(`The page says ${statusCode}: ${page}`)
}
