/**
 * What a definition adds to the requests that go to the server itself: its headers, but for a token,
 * and its signature. Nothing of it goes to an authorization server.
 */
import { isObject, parseJson } from '../../shared/json/json'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import type { AuthRequest } from '../auth/auth-client'
import { webAddress } from '../address/socket-address'
import type { Clock } from '../time/clock'
import { HIDDEN } from '../address/shown-address'
import { signingCredentials } from '../http/signing'
import type { Credentials } from '../http/credentials'

export class ServerRequests {
  /** Where the server is asked by HTTP. */
  readonly url: URL
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  private readonly signing: Credentials | undefined
  /** Of headers that only signing adds. */
  private signatureNames: readonly string[] = []

  constructor(definition: RemoteDefinition, clock: Pick<Clock, 'wall'>) {
    this.url = new URL(webAddress(definition.url))
    this.headers = ownHeadersOf(definition)
    const { signing } = definition.access ?? {}
    this.signing = signing && signingCredentials(signing, clock)
  }

  /** Names, in lower case, of headers that hold what is secret. */
  get secretNames(): ReadonlySet<string> {
    return new Set([...Object.keys(this.headers), ...this.signatureNames])
  }

  isFor({ url }: AuthRequest): boolean {
    return url.origin === this.url.origin && url.pathname === this.url.pathname
  }

  async signed(request: AuthRequest): Promise<AuthRequest> {
    if (!this.signing) return request
    const message = parseJson(request.body ?? '')
    const method = isObject(message) ? message['method'] : undefined
    const rpcMethod = typeof method === 'string' ? method : undefined
    const added = await this.signing.headersFor({ ...request, rpcMethod })
    this.signatureNames = Object.keys(added)
    return { ...request, headers: { ...request.headers, ...added } }
  }

  /** The request as it leaves: signed anew, unless somebody has changed its signature. */
  async signedAgain(request: AuthRequest, before: AuthRequest): Promise<AuthRequest> {
    if (request === before) return request
    const isOurs = this.signatureNames.every(
      (name) => request.headers[name] === before.headers[name]
    )
    return isOurs ? this.signed(request) : request
  }

  get isSigned(): boolean {
    return this.signing !== undefined
  }

  /** How much of a header may be shown; undefined for the headers of others. */
  shownValue(anyCase: string, value: string): string | undefined {
    const name = anyCase.toLowerCase()
    return this.signing?.shownValue?.(name, value) ?? (name in this.headers ? HIDDEN : undefined)
  }
}

/** A token is left out: the first request has to go without one. */
function ownHeadersOf({ headers }: RemoteDefinition): Readonly<Record<string, string>> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(lower.filter(([name]) => name !== 'authorization'))
}
