/** For tests: the token endpoint of the fake authorization server, and all tokens that it gave. */
import { createHash, createHmac, randomUUID, verify } from 'node:crypto'
import { fromJson } from '../../../shared/json/json'
import type { FakeAuthorizationSite } from './fake-authorization-site'
import { proofFault } from './fake-proofs'
import { oauthError, type Reply, type SeenRequest } from './fake-host'

export type FakeClient = {
  readonly client_id: string
  readonly client_secret?: string
  /** client_secret_basic by default, as RFC 7591 has it. */
  readonly token_endpoint_auth_method?: string
  /** Without them, the client may use any. */
  readonly redirect_uris?: readonly string[]
  /** In PEM, for private_key_jwt. */
  readonly public_key?: string
}

export type GivenToken = {
  readonly token: string
  readonly clientId: string
  readonly scope: string | undefined
  /** The audience of the token. */
  readonly resource: string | undefined
  isActive: boolean
}

type Grant = Pick<GivenToken, 'clientId' | 'scope' | 'resource'>

type Code = Grant & {
  readonly redirectUri: string
  readonly challenge: string | undefined
  readonly challengeMethod: string
}

const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag'
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Assumes that nobody waits for a token to expire: tests end tokens by `expireTokens`. */
export class FakeTokens {
  readonly access = new Map<string, GivenToken>()
  readonly refresh = new Map<string, GivenToken>()
  private readonly codes = new Map<string, Code & { isUsed: boolean }>()
  private readonly signingKey = randomUUID()

  constructor(private readonly site: FakeAuthorizationSite) {}

  codeFor(code: Code): string {
    const text = `code-${randomUUID()}`
    this.codes.set(text, { ...code, isUsed: false })
    return text
  }

  /** From now on no access token given so far is valid. */
  expireTokens(): void {
    for (const token of this.access.values()) token.isActive = false
  }

  /** From now on no refresh token given so far is valid. */
  expireRefreshTokens(): void {
    for (const token of this.refresh.values()) token.isActive = false
  }

  answer(request: SeenRequest): Reply {
    if (request.method !== 'POST') return { status: 405 }
    const { form } = request
    const client = this.clientOf(request)
    if (!client) return this.unknownClient(request)
    const { needsResource, dpopNonce } = this.site.behaviour
    const fault = request.headers['dpop'] === undefined ? undefined : proofFault(request, dpopNonce)
    if (fault) {
      const refusal = oauthError(fault)
      const nonce = dpopNonce !== undefined && { 'dpop-nonce': dpopNonce }
      return { ...refusal, headers: { ...refusal.headers, ...nonce } }
    }
    if (needsResource && form['resource'] === undefined) {
      return oauthError('invalid_target', 'There is no resource.')
    }
    switch (form['grant_type']) {
      case 'authorization_code':
        return this.exchangeCode(client, form)
      case 'refresh_token':
        return this.renew(client, form)
      case 'client_credentials':
        return this.give(this.grantFor(client, form), false)
      case 'urn:ietf:params:oauth:grant-type:jwt-bearer':
        if (form['assertion'] === undefined) return oauthError('invalid_request', 'No assertion.')
        return this.give(this.grantFor(client, form), false)
      case 'urn:ietf:params:oauth:grant-type:token-exchange':
        return this.exchangeToken(form)
      default:
        return oauthError('unsupported_grant_type')
    }
  }

  /** RFC 7009: a token that is not known is as good as revoked. */
  revoke(request: SeenRequest): Reply {
    if (request.method !== 'POST') return { status: 405 }
    if (!this.clientOf(request)) return this.unknownClient(request)
    const { token = '' } = request.form
    const given = this.access.get(token) ?? this.refresh.get(token)
    if (given) given.isActive = false
    return { status: 200 }
  }

  private exchangeCode(client: FakeClient, form: SeenRequest['form']): Reply {
    const { isLenient } = this.site.behaviour
    const code = this.codes.get(form['code'] ?? '')
    if (!code) return oauthError('invalid_grant', 'The code is not known.')
    const why = isLenient ? undefined : whyNotExchanged(code, client, form)
    if (why !== undefined) return oauthError('invalid_grant', why)
    code.isUsed = true
    const { resource = code.resource } = form
    if (code.resource !== undefined && resource !== code.resource && !isLenient) {
      return oauthError('invalid_target', 'The resource is not the one of the authorization.')
    }
    return this.give({ clientId: code.clientId, scope: code.scope, resource }, true)
  }

  private renew(client: FakeClient, form: SeenRequest['form']): Reply {
    const given = this.refresh.get(form['refresh_token'] ?? '')
    if (given?.isActive !== true)
      return oauthError('invalid_grant', 'The refresh token is not valid.')
    if (given.clientId !== client.client_id) {
      return oauthError('invalid_grant', 'The refresh token belongs to another client.')
    }
    const { scope = given.scope, resource = given.resource } = form
    const isRotated = this.site.behaviour.refresh !== 'keep'
    if (isRotated) given.isActive = false
    return this.give({ clientId: given.clientId, scope, resource }, isRotated)
  }

  private exchangeToken(form: SeenRequest['form']): Reply {
    if (form['requested_token_type'] !== ID_JAG || form['subject_token'] === undefined) {
      return oauthError('invalid_request', 'Only an ID-JAG can be had for a subject token.')
    }
    const { audience: aud, resource, client_id } = form
    const access_token = this.jwt({ aud, resource, client_id }, 'oauth-id-jag+jwt')
    return {
      body: { access_token, issued_token_type: ID_JAG, token_type: 'N_A', expires_in: 300 }
    }
  }

  private grantFor({ client_id }: FakeClient, { scope, resource }: SeenRequest['form']): Grant {
    return { clientId: client_id, scope: this.site.behaviour.grantedScopes(scope), resource }
  }

  private give(grant: Grant, withRefresh: boolean): Reply {
    const { refresh, expiresIn, tokenFields } = this.site.behaviour
    const access = this.add(this.access, grant, this.accessToken(grant))
    const isOffline = grant.scope?.split(' ').includes('offline_access') === true
    const canRefresh = withRefresh && refresh !== 'never' && (refresh !== 'offline' || isOffline)
    const body = {
      access_token: access,
      token_type: 'Bearer',
      expires_in: expiresIn,
      ...(grant.scope !== undefined && { scope: grant.scope }),
      ...(canRefresh && {
        refresh_token: this.add(this.refresh, grant, `refresh-${randomUUID()}`)
      }),
      ...tokenFields
    }
    return { headers: { 'cache-control': 'no-store' }, body }
  }

  private add(tokens: Map<string, GivenToken>, grant: Grant, token: string): string {
    tokens.set(token, { ...grant, token, isActive: true })
    return token
  }

  private accessToken({ clientId, scope, resource }: Grant): string {
    const { tokenKind } = this.site.behaviour
    if (tokenKind === 'opaque') return `access-${randomUUID()}`
    return this.jwt({ aud: resource, scope, client_id: clientId }, 'at+jwt')
  }

  private jwt(claims: object, typ: string): string {
    const iat = Math.floor(Date.now() / 1_000)
    const { expiresIn } = this.site.behaviour
    const body = { iss: this.site.issuer, sub: 'ada', jti: randomUUID(), iat, exp: iat + expiresIn }
    const signed = `${encoded({ alg: 'HS256', typ })}.${encoded({ ...body, ...claims })}`
    return `${signed}.${createHmac('sha256', this.signingKey).update(signed).digest('base64url')}`
  }

  private unknownClient({ headers }: SeenRequest): Reply {
    const challenge = headers.authorization === undefined ? {} : { 'www-authenticate': 'Basic' }
    const reply = oauthError('invalid_client', 'The client did not prove who it is.', 401)
    return { ...reply, headers: { ...reply.headers, ...challenge } }
  }

  private clientOf({ form, headers }: SeenRequest): FakeClient | undefined {
    const basic = basicIn(headers.authorization)
    const assertion = form['client_assertion']
    const id = basic?.id ?? form['client_id'] ?? subjectOf(assertion)
    // The platform's own token is all that a workload has.
    if (id === undefined)
      return form['assertion'] === undefined ? undefined : { client_id: 'workload' }
    const client = this.site.clientCalled(id)
    if (this.site.behaviour.isLenient) return client ?? { client_id: id }
    if (!client) return undefined
    return this.isProven(client, basic, form) ? client : undefined
  }

  private isProven(
    { token_endpoint_auth_method: way = 'client_secret_basic', ...client }: FakeClient,
    basic: { readonly secret: string } | undefined,
    form: SeenRequest['form']
  ): boolean {
    switch (way) {
      case 'none':
        return basic === undefined && form['client_secret'] === undefined
      case 'client_secret_basic':
        return basic?.secret === client.client_secret && form['client_secret'] === undefined
      case 'client_secret_post':
        return form['client_secret'] === client.client_secret && basic === undefined
      case 'private_key_jwt':
        return (
          form['client_assertion_type'] === ASSERTION &&
          this.isSigned(client, form['client_assertion'])
        )
      default:
        return false
    }
  }

  private isSigned({ client_id, public_key }: FakeClient, assertion = ''): boolean {
    const [head = '', body = '', signature = ''] = assertion.split('.')
    const { iss, sub, aud, exp } = decoded(body)
    const audiences = [aud].flat()
    const isForUs = [this.site.issuer, this.site.tokenEndpoint].some((one) =>
      audiences.includes(one)
    )
    const isCurrent = typeof exp === 'number' && exp > Date.now() / 1_000
    if (public_key === undefined || !isForUs || !isCurrent) return false
    if (iss !== client_id || sub !== client_id) return false
    const key = { key: public_key, dsaEncoding: 'ieee-p1363' as const }
    return verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      key,
      Buffer.from(signature, 'base64url')
    )
  }
}

function whyNotExchanged(
  code: Code & { readonly isUsed: boolean },
  { client_id }: FakeClient,
  form: SeenRequest['form']
): string | undefined {
  if (code.isUsed) return 'The code was used before.'
  if (code.clientId !== client_id) return 'The code belongs to another client.'
  if (code.redirectUri !== form['redirect_uri']) return 'The redirect is another one.'
  const verifier = form['code_verifier'] ?? ''
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return challenge === code.challenge ? undefined : 'The verifier does not fit the challenge.'
}

/** RFC 6749, section 2.3.1: both parts are encoded as in a form. */
function basicIn(header = ''): { readonly id: string; readonly secret: string } | undefined {
  const [, text] = /^Basic (.+)$/i.exec(header) ?? []
  if (text === undefined) return undefined
  const both = Buffer.from(text, 'base64').toString()
  const colon = both.indexOf(':')
  const decode = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '))
  return { id: decode(both.slice(0, colon)), secret: decode(both.slice(colon + 1)) }
}

function subjectOf(assertion: string | undefined): string | undefined {
  const { sub } = decoded(assertion?.split('.')[1] ?? '')
  return typeof sub === 'string' ? sub : undefined
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decoded(part: string): Readonly<Record<string, unknown>> {
  try {
    return fromJson(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  } catch {
    // What is not JSON has no claims.
    return {}
  }
}
