/** For tests: an authorization server (OAuth 2.1) that is correct by default, and odd where a test says so. */
import { randomUUID } from 'node:crypto'
import {
  FakeSite,
  htmlPage,
  oauthError,
  type Endpoint,
  type Reply,
  type SeenRequest
} from './fake-host'
import { FakeTokens, type FakeClient } from './fake-tokens'

/** Where the metadata of an issuer with a path can be. Without a path, three of them are the same. */
export type MetadataPlace =
  | 'oauth-inserted'
  | 'oauth-appended'
  | 'oauth-root'
  | 'openid-inserted'
  | 'openid-appended'
  | 'openid-root'

/** Can be changed at any time, and holds for the next request. */
export type AuthorizationBehaviour = {
  /** The path of the issuer and of its endpoints, such as /tenant; empty by default. */
  issuerPath: string
  /** Of the token endpoint, below the path of the issuer. */
  tokenPath: string
  /** What the metadata gives as issuer, made from the right one: for wrong ones, and final slashes. */
  issuerOf: (issuer: string) => string
  metadataAt: readonly MetadataPlace[]
  /** Replaces fields of the metadata; undefined takes one away. */
  metadata: Readonly<Record<string, unknown>>
  /** Whether the server redirects with `iss`: the right one, none, or what is made from the right one. */
  iss: 'right' | 'missing' | ((issuer: string) => string)
  state: 'right' | 'missing' | ((state: string) => string)
  /** What the person decides on the page: allow, or the error that the server redirects with. */
  decision: 'allow' | { readonly error: string; readonly description?: string }
  /** Replaces fields of the answer to a registration; undefined takes one away. */
  registered: Readonly<Record<string, unknown>>
  /** Refuses to register anybody. */
  isRegistrationClosed: boolean
  /** Clients that are known without registration. */
  clients: readonly FakeClient[]
  /** Client id metadata documents by their addresses, which are not fetched. */
  clientDocuments: Readonly<Record<string, Omit<FakeClient, 'client_id'>>>
  /** Which scopes are granted for those asked for; undefined leaves `scope` out of the answer. */
  grantedScopes: (asked: string | undefined) => string | undefined
  /** Replaces fields of every token answer; undefined takes one away. */
  tokenFields: Readonly<Record<string, unknown>>
  /** `keep` gives no new refresh token for an old one, `offline` none without offline_access. */
  refresh: 'rotate' | 'keep' | 'offline' | 'never'
  /** Whether access tokens say nothing, or are JWTs with audience, scope and expiry. */
  tokenKind: 'opaque' | 'jwt'
  expiresIn: number
  /** Refuses requests for codes and tokens without `resource`. */
  needsResource: boolean
  /** What each proof of a key has to hold (DPoP). */
  dpopNonce: string | undefined
  /** Takes what it ought to refuse: no PKCE, other redirects, used codes, wrong clients. */
  isLenient: boolean
}

function usualBehaviour(): AuthorizationBehaviour {
  return {
    issuerPath: '',
    tokenPath: '/token',
    issuerOf: (issuer) => issuer,
    metadataAt: ['oauth-inserted'],
    metadata: {},
    iss: 'right',
    state: 'right',
    decision: 'allow',
    registered: {},
    isRegistrationClosed: false,
    clients: [],
    clientDocuments: {},
    grantedScopes: (asked) => asked,
    tokenFields: {},
    refresh: 'rotate',
    tokenKind: 'opaque',
    expiresIn: 3_600,
    needsResource: false,
    dpopNonce: undefined,
    isLenient: false
  }
}

const OAUTH = '/.well-known/oauth-authorization-server'
const OPENID = '/.well-known/openid-configuration'

export class FakeAuthorizationSite extends FakeSite {
  readonly behaviour: AuthorizationBehaviour
  readonly tokens: FakeTokens
  private readonly registrations = new Map<string, FakeClient>()

  constructor(behaviour: Partial<AuthorizationBehaviour>) {
    super()
    this.behaviour = { ...usualBehaviour(), ...behaviour }
    this.tokens = new FakeTokens(this)
  }

  /** The right one, whatever the metadata says. */
  get ownIssuer(): string {
    return this.origin + this.behaviour.issuerPath
  }

  /** As the metadata has it. */
  get issuer(): string {
    return this.behaviour.issuerOf(this.ownIssuer)
  }

  get tokenEndpoint(): string {
    return this.ownIssuer + this.behaviour.tokenPath
  }

  clientCalled(id: string): FakeClient | undefined {
    const document = this.behaviour.clientDocuments[id]
    if (document) return { token_endpoint_auth_method: 'none', ...document, client_id: id }
    return (
      this.registrations.get(id) ?? this.behaviour.clients.find(({ client_id }) => client_id === id)
    )
  }

  override endpointAt(path: string): Endpoint | undefined {
    if (this.behaviour.metadataAt.some((place) => this.pathOf(place) === path)) return 'metadata'
    const { issuerPath, tokenPath } = this.behaviour
    if (!path.startsWith(issuerPath)) return undefined
    switch (path.slice(issuerPath.length)) {
      case tokenPath:
        return 'token'
      case '/register':
        return 'registration'
      case '/authorize':
        return 'authorization'
      case '/revoke':
        return 'revocation'
      default:
        return undefined
    }
  }

  protected override answer(request: SeenRequest): Reply {
    switch (request.endpoint) {
      case 'metadata':
        return { body: this.metadata() }
      case 'registration':
        return this.register(request)
      case 'authorization':
        return this.authorize(request)
      case 'token':
        return this.tokens.answer(request)
      case 'revocation':
        return this.tokens.revoke(request)
      case 'mcp':
      case 'resource-metadata':
      case 'other':
        return { status: 404 }
    }
  }

  private pathOf(place: MetadataPlace): string {
    const { issuerPath } = this.behaviour
    const name = place.startsWith('oauth') ? OAUTH : OPENID
    if (place.endsWith('inserted')) return name + issuerPath
    return place.endsWith('appended') ? issuerPath + name : name
  }

  private metadata(): object {
    const base = this.ownIssuer
    return {
      issuer: this.issuer,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: this.tokenEndpoint,
      registration_endpoint: `${base}/register`,
      revocation_endpoint: `${base}/revoke`,
      jwks_uri: `${base}/keys`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: [
        'none',
        'client_secret_basic',
        'client_secret_post',
        'private_key_jwt'
      ],
      token_endpoint_auth_signing_alg_values_supported: ['ES256', 'RS256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      ...this.behaviour.metadata
    }
  }

  private register({ method, json }: SeenRequest): Reply {
    if (method !== 'POST') return { status: 405 }
    if (this.behaviour.isRegistrationClosed) return oauthError('access_denied', 'Ask ada.', 403)
    const wanted = json as Partial<FakeClient> | undefined
    if (!Array.isArray(wanted?.redirect_uris)) {
      return oauthError('invalid_redirect_uri', 'There is no redirect_uris.')
    }
    const client_id = `client-${randomUUID()}`
    const way = wanted.token_endpoint_auth_method ?? 'client_secret_basic'
    const secret = way.startsWith('client_secret')
      ? { client_secret: `secret-${randomUUID()}` }
      : {}
    const client = { ...wanted, token_endpoint_auth_method: way, ...secret, client_id }
    const told = { ...client, ...this.behaviour.registered }
    this.registrations.set(told.client_id, told)
    return { status: 201, body: told }
  }

  /** What cannot be told to the client by a redirect is told on a page. */
  private authorize({ method, query }: SeenRequest): Reply {
    const { isLenient, decision } = this.behaviour
    if (method !== 'GET') return { status: 405 }
    const { client_id = '', redirect_uri = '', code_challenge_method = 'plain' } = query
    const client = this.clientCalled(client_id)
    if (!client && !isLenient) return htmlPage(400, `The client ${client_id} is not known.`)
    const isKnownRedirect = client?.redirect_uris?.includes(redirect_uri) ?? true
    if (!URL.canParse(redirect_uri) || !(isKnownRedirect || isLenient)) {
      return htmlPage(400, 'The redirect is not one of this client.')
    }
    const fault = isLenient ? undefined : this.faultOf(query)
    if (fault) return this.redirect(query, fault)
    if (decision !== 'allow') {
      const { error, description } = decision
      const told = description === undefined ? {} : { error_description: description }
      return this.redirect(query, { error, ...told })
    }
    const code = this.tokens.codeFor({
      clientId: client_id,
      redirectUri: redirect_uri,
      challenge: query['code_challenge'],
      challengeMethod: code_challenge_method,
      scope: this.behaviour.grantedScopes(query['scope']),
      resource: query['resource']
    })
    return this.redirect(query, { code })
  }

  private faultOf(query: SeenRequest['query']): Readonly<Record<string, string>> | undefined {
    const invalid = (error_description: string) => ({ error: 'invalid_request', error_description })
    if (query['response_type'] !== 'code') return { error: 'unsupported_response_type' }
    if (query['code_challenge'] === undefined) return invalid('PKCE is required.')
    if (query['code_challenge_method'] !== 'S256') return invalid('PKCE has to be S256.')
    if (this.behaviour.needsResource && query['resource'] === undefined) {
      return { error: 'invalid_target', error_description: 'There is no resource.' }
    }
    return undefined
  }

  private redirect(query: SeenRequest['query'], told: Readonly<Record<string, string>>): Reply {
    const { iss, state } = this.behaviour
    const location = new URL(query['redirect_uri'] ?? '')
    for (const [name, value] of Object.entries(told)) location.searchParams.set(name, value)
    if (query['state'] !== undefined && state !== 'missing') {
      const wanted = query['state']
      location.searchParams.set('state', state === 'right' ? wanted : state(wanted))
    }
    if (iss !== 'missing') {
      location.searchParams.set('iss', iss === 'right' ? this.issuer : iss(this.ownIssuer))
    }
    return { status: 302, headers: { location: location.href } }
  }
}
