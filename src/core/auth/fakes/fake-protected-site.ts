/** For tests: an MCP server that asks for tokens, as a resource server of OAuth 2.1 does. */
import type { FakeAuthorizationSite } from './fake-authorization-site'
import { FakeSite, type Endpoint, type Reply, type SeenRequest } from './fake-host'
import { proofFault } from './fake-proofs'
import type { GivenToken } from './fake-tokens'

/** `elsewhere` is a place that only the challenge names. */
export type ResourceMetadataPlace = 'path' | 'root' | 'elsewhere'

/** Can be changed at any time, and holds for the next request. */
export type ProtectedBehaviour = {
  /** Of the MCP endpoint. */
  path: string
  resourceMetadataAt: readonly ResourceMetadataPlace[]
  /** Which of them the challenge names. */
  challengeNames: ResourceMetadataPlace | 'none'
  challengeScope: string | undefined
  /** Replaces the whole header `WWW-Authenticate`; an empty text takes it away. */
  challenge: string | undefined
  /** Replaces fields of the resource metadata; undefined takes one away. */
  resourceMetadata: Readonly<Record<string, unknown>>
  /** Which scopes a tool needs, by its name; others need none. */
  toolScopes: Readonly<Record<string, string>>
  /** Methods that are answered without a token, such as initialize. */
  openMethods: readonly string[]
  /** Refuses tokens that are for another resource, or for none. */
  checksAudience: boolean
  /** What each proof of a key has to hold (DPoP). */
  dpopNonce: string | undefined
  protocolVersion: string | undefined
  /** Of the session that `initialize` begins. */
  sessionId: string | undefined
}

function usualBehaviour(): ProtectedBehaviour {
  return {
    path: '/mcp',
    resourceMetadataAt: ['path'],
    challengeNames: 'path',
    challengeScope: 'mcp:tools',
    challenge: undefined,
    resourceMetadata: {},
    toolScopes: { 'admin-report': 'mcp:admin' },
    openMethods: [],
    checksAudience: true,
    dpopNonce: undefined,
    protocolVersion: undefined,
    sessionId: undefined
  }
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

type Message = {
  readonly id?: unknown
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

export class FakeProtectedSite extends FakeSite {
  readonly behaviour: ProtectedBehaviour

  constructor(
    private authorization: FakeAuthorizationSite,
    behaviour: Partial<ProtectedBehaviour>
  ) {
    super()
    this.behaviour = { ...usualBehaviour(), ...behaviour }
  }

  get url(): string {
    return this.origin + this.behaviour.path
  }

  /** From now on only tokens of the other authorization server are valid. */
  moveTo(authorization: FakeAuthorizationSite): void {
    this.authorization = authorization
  }

  override endpointAt(path: string): Endpoint | undefined {
    if (path === this.behaviour.path) return 'mcp'
    const { resourceMetadataAt } = this.behaviour
    const isMetadata = resourceMetadataAt.some((place) => this.pathOf(place) === path)
    return isMetadata ? 'resource-metadata' : undefined
  }

  protected override answer(request: SeenRequest): Reply {
    return request.endpoint === 'mcp' ? this.serve(request) : { body: this.metadata() }
  }

  private pathOf(place: ResourceMetadataPlace): string {
    if (place === 'elsewhere') return '/about-this-resource'
    return place === 'root' ? WELL_KNOWN : WELL_KNOWN + this.behaviour.path
  }

  private metadata(): object {
    return {
      resource: this.url,
      authorization_servers: [this.authorization.issuer],
      scopes_supported: ['mcp:tools', 'mcp:admin'],
      bearer_methods_supported: ['header'],
      ...this.behaviour.resourceMetadata
    }
  }

  private serve(request: SeenRequest): Reply {
    const { method, headers, json } = request
    const message = (json ?? {}) as Message
    const isOpen = this.behaviour.openMethods.includes(message.method ?? '')
    const [, sent] = /^(?:Bearer|DPoP) (.+)$/i.exec(headers.authorization ?? '') ?? []
    const token = sent === undefined ? undefined : this.tokenCalled(sent)
    if (!token && !isOpen) {
      return this.refuse(401, sent === undefined ? undefined : 'invalid_token')
    }
    const fault = headers['dpop'] === undefined ? undefined : this.faultOf(request)
    if (fault) return fault
    if (method !== 'POST') return { status: method === 'DELETE' ? 200 : 405 }
    const missing = this.missingScope(message, token)
    if (missing !== undefined) return this.refuse(403, 'insufficient_scope', missing)
    if (message.id === undefined) return { status: 202 }
    const result = this.resultOf(message, token)
    const error = { code: -32_601, message: 'Method not found' }
    const outcome = result === undefined ? { error } : { result }
    const { sessionId } = this.behaviour
    const begins = message.method === 'initialize' && sessionId !== undefined
    return {
      ...(begins && { headers: { 'mcp-session-id': sessionId } }),
      body: { jsonrpc: '2.0', id: message.id, ...outcome }
    }
  }

  private faultOf(request: SeenRequest): Reply | undefined {
    const { dpopNonce: nonce } = this.behaviour
    const error = proofFault(request, nonce)
    if (error === undefined) return undefined
    const challenge = { 'www-authenticate': `DPoP error="${error}"` }
    return {
      status: 401,
      headers: { ...challenge, ...(nonce !== undefined && { 'dpop-nonce': nonce }) }
    }
  }

  private tokenCalled(text: string): GivenToken | undefined {
    const token = this.authorization.tokens.access.get(text)
    if (token?.isActive !== true) return undefined
    return this.behaviour.checksAudience && token.resource !== this.url ? undefined : token
  }

  private missingScope({ method, params }: Message, token?: GivenToken): string | undefined {
    if (method !== 'tools/call') return undefined
    const needed = this.behaviour.toolScopes[String(params?.['name'])]
    const granted = token?.scope?.split(' ') ?? []
    return needed === undefined || granted.includes(needed) ? undefined : needed
  }

  private refuse(status: number, error?: string, scope = this.behaviour.challengeScope): Reply {
    const { challenge, challengeNames } = this.behaviour
    if (challenge === '') return { status }
    const about = challengeNames === 'none' ? undefined : this.origin + this.pathOf(challengeNames)
    const parts = Object.entries({ error, resource_metadata: about, scope })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}="${value}"`)
    const usual = parts.length === 0 ? 'Bearer' : `Bearer ${parts.join(', ')}`
    return { status, headers: { 'www-authenticate': challenge ?? usual } }
  }

  private resultOf({ method, params = {} }: Message, token?: GivenToken): object | undefined {
    switch (method) {
      case 'initialize':
        return {
          protocolVersion: this.behaviour.protocolVersion ?? params['protocolVersion'],
          capabilities: { tools: {} },
          serverInfo: { name: 'protected', version: '1' }
        }
      case 'ping':
        return {}
      case 'tools/list': {
        const names = ['whoami', ...Object.keys(this.behaviour.toolScopes)]
        return { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) }
      }
      case 'tools/call': {
        const text = `${String(params['name'])}: ${token?.clientId ?? 'nobody'}, ${token?.scope ?? 'no scopes'}`
        return { content: [{ type: 'text', text }] }
      }
      default:
        return undefined
    }
  }
}
