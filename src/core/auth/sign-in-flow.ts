/** The whole way from the refusal of a server to tokens, with a person or without one. */
import { randomBytes } from 'node:crypto'
import type { OAuthTokens } from '@modelcontextprotocol/client'
import type { OAuthAccess } from '../../shared/servers/server-access'
import type { Clock } from '../time/clock'
import { untilAborted } from '../time/until-aborted'
import type { AuthClient, AuthRequest } from './auth-client'
import { AuthError } from './auth-error'
import type { AuthSteps } from './auth-steps'
import { authorize, refuseWithoutPkce } from './authorization'
import { boundedScopes } from './bounds'
import { Callback } from './callback'
import { challengeIn, type Challenge } from './challenge'
import { describeClient, identify, isRegistration, type ClientIdentity } from './client-identity'
import { clientAskedFor, isClientRefused, type ClientConfirmation } from './client-question'
import { discover, OFFLINE, type Discovery, type DiscoveryRules } from './discovery'
import { newKey, type BoundKey } from './dpop'
import { loadSdk } from './sdk'
import { type SignInRecord, type StoredTokens } from './sign-in-record'
import { grantByCompany, grantToClient, grantToWorkload, redeem, type TokenContext } from './tokens'

/** The question is withdrawn when the signal says so. */
export type IssuerConfirmation = (issuer: string, signal: AbortSignal) => Promise<boolean>

export type FlowContext = {
  /** Where the server is asked by HTTP, and what its metadata is about. */
  readonly serverUrl: URL
  /** The address of the definition, which tokens are kept for; by default the same. */
  readonly address?: URL | undefined
  readonly oauth: OAuthAccess
  readonly client: AuthClient
  readonly steps: AuthSteps
  readonly clock: Clock
  readonly signal: AbortSignal
  /** What the server said when it refused; it is asked where nobody knows. */
  readonly challenge?: Challenge | undefined
  /** Instead of what the server says; more of them than before, when it wants more. */
  readonly scope?: string | undefined
  readonly rules?: DiscoveryRules | undefined
  /** The authorization server that what is secret in the definition has been sent to before. */
  readonly boundIssuer?: string | undefined
  /** Whether it may be sent to this one. Without it, nobody can say so. */
  readonly confirmIssuer?: IssuerConfirmation | undefined
  /** What is kept of earlier sign-ins at an authorization server. */
  readonly knownAt: (issuer: string) => Promise<SignInRecord | undefined>
  /** Which client to be where there is no other way. Without it, nobody can say so. */
  readonly askForClient?: ClientConfirmation | undefined
  /** Keeps a registration that has not led to tokens yet. */
  readonly keepClient?: ((record: SignInRecord, signal: AbortSignal) => Promise<void>) | undefined
  /** The authorization server does not know the client that is kept. */
  readonly doubtClient?: ((issuer: string) => void) | undefined
}

export type PageOpener = (url: string) => Promise<void>

/** What both ways need: where to ask, for what, and with which key. */
export type Prepared = {
  readonly discovery: Discovery
  readonly resource?: string | undefined
  readonly scope?: string | undefined
  readonly key?: BoundKey | undefined
}

const REFRESHED = 'refresh_token'

export async function signInByBrowser(
  context: FlowContext,
  openPage: PageOpener
): Promise<SignInRecord> {
  const { oauth, client, steps, signal } = context
  const prepared = await prepare(context, true)
  const { discovery, resource, scope } = prepared
  refuseWithoutPkce(discovery.metadata)
  const known = await knownClient(context, discovery)
  const callback = await openCallback(context, known)
  const cancel = (): void => callback.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    signal.throwIfAborted() // no browser opens for whoever does not want it any more
    const { redirectUrl } = callback
    const ask = clientAskedFor(context, discovery, callback)
    const identity = await steps.run(
      'client',
      () => identify({ oauth, discovery, client, redirectUrl, scope, known, ask }),
      describeClient
    )
    client.hide([identity.information.client_secret ?? ''])
    if (isRegistration(identity) && identity !== known) {
      const record = recordOf(context, prepared, identity, undefined, redirectUrl)
      await untilAborted(signal, context.keepClient?.(record, signal) ?? Promise.resolve())
    }
    const authorized = await steps.run('authorization', () =>
      authorize({ oauth, discovery, identity, callback, client, scope, resource, openPage })
    )
    const tokens = await steps.run('token', () =>
      redeem(tokenContext(context, prepared), identity, authorized, redirectUrl)
    )
    return recordOf(context, prepared, identity, tokens, redirectUrl)
  } catch (error) {
    if (isClientRefused(error)) context.doubtClient?.(discovery.issuer)
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
    callback.cancel()
  }
}

/** For grants that need no person. */
export async function signInAlone(context: FlowContext): Promise<SignInRecord> {
  const { oauth, client, steps } = context
  const prepared = await prepare(context, false)
  const { discovery, scope } = prepared
  const asks = tokenContext(context, prepared)
  if (oauth.grant === 'workload') {
    const tokens = await steps.run('token', () => grantToWorkload(asks))
    return recordOf(context, prepared, NOBODY, tokens)
  }
  const identity = await steps.run(
    'client',
    () => identify({ oauth, discovery, client, scope }),
    describeClient
  )
  const grant = oauth.grant === 'enterprise' ? grantByCompany : grantToClient
  const tokens = await steps.run('token', () => grant(asks, identity))
  return recordOf(context, prepared, identity, tokens)
}

/** The token of the platform says who asks. */
export const NOBODY: ClientIdentity = { information: { client_id: '' }, source: 'preregistered' }

async function prepare(context: FlowContext, hasPerson: boolean): Promise<Prepared> {
  const { serverUrl, oauth, client, steps, rules } = context
  const challenge = await challengeOf(context)
  const discovery = await discover({ serverUrl, challenge, oauth, client, steps, rules })
  await admitIssuer(context, discovery)
  const resource = await resourceOf(context, discovery)
  const scope = scopeOf(context, challenge, discovery, hasPerson)
  const key = oauth.dpop === true ? await newKey() : undefined
  return { discovery, resource, scope, key }
}

/**
 * A secret or an assertion is for one authorization server, whatever others the server names. Which one
 * that is, the definition says or a person has confirmed.
 */
export async function admitIssuer(
  {
    oauth,
    boundIssuer,
    confirmIssuer,
    signal
  }: Pick<FlowContext, 'oauth' | 'boundIssuer' | 'confirmIssuer' | 'signal'>,
  { issuer }: Discovery
): Promise<void> {
  if (oauth.issuer === undefined && !hasSecret(oauth)) return
  const wanted = oauth.issuer ?? boundIssuer
  if (wanted === undefined) {
    if (!confirmIssuer) throw unconfirmed(issuer)
    const isConfirmed = await untilAborted(signal, confirmIssuer(issuer, signal))
    if (!isConfirmed) throw declined(issuer)
    return
  }
  if (wanted === issuer) return
  const whose = oauth.issuer === undefined ? 'it named before' : 'your definition has'
  const next =
    oauth.issuer === undefined
      ? ' If you trust the new one, set "oauth.issuer" in the definition to it.'
      : ''
  throw new AuthError(
    `The server names the authorization server ${issuer}, and not ${wanted}, which ${whose}. What proves who you are was not sent there.${next}`,
    'server'
  )
}

function unconfirmed(issuer: string): AuthError {
  return new AuthError(
    `The server names the authorization server ${issuer}, which the definition does not. What proves who you are was not sent there. If your client is registered there, set "oauth.issuer" in the definition to ${issuer}.`,
    'definition'
  )
}

function declined(issuer: string): AuthError {
  return new AuthError(
    `What proves who you are was not sent to ${issuer}, because you did not allow it.`,
    'you'
  )
}

export function hasSecret({
  clientSecret,
  privateKey,
  assertion,
  enterprise
}: OAuthAccess): boolean {
  return [clientSecret, privateKey, assertion, enterprise].some((each) => each !== undefined)
}

async function challengeOf(context: FlowContext): Promise<Challenge> {
  const { steps, challenge: known } = context
  if (known) {
    steps.skip('challenge', describeChallenge(known))
    return known
  }
  return steps.run('challenge', () => askWithoutToken(context), describeChallenge)
}

/** Only its refusal is of interest, so nothing is said that the server would have to remember. */
async function askWithoutToken(context: FlowContext): Promise<Challenge> {
  const { serverUrl: url, address, client } = context
  const isSocket = address?.protocol === 'ws:' || address?.protocol === 'wss:'
  const { status, headers } = await client.send(isSocket ? upgradeAt(url) : pingAt(url))
  return challengeIn(status, headers)
}

function pingAt(url: URL): AuthRequest {
  return {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream'
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'sign-in', method: 'ping' })
  }
}

/** A server of WebSockets may know no other request (RFC 6455, 4.1). */
export function upgradeAt(url: URL): AuthRequest {
  return {
    method: 'GET',
    url,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      'sec-websocket-protocol': 'mcp'
    }
  }
}

export function describeChallenge(challenge: Challenge): string {
  const { status, scope, scopesCutFrom, resourceMetadataUrl } = challenge
  if (status !== 401 && status !== 403) {
    return `The server answers with ${status}, so it may not need a sign-in for this.`
  }
  const taken = scope === undefined ? 0 : scope.split(' ').length
  const asks =
    scopesCutFrom === undefined
      ? 'It asks for these permissions (scopes):'
      : `Patchbay takes the first ${taken} of ${scopesCutFrom} permissions (scopes) that it asks for:`
  const wants = scope === undefined ? '' : ` ${asks} ${scope}.`
  const where =
    resourceMetadataUrl === undefined ? '' : ` Its metadata is at ${resourceMetadataUrl}.`
  return `The server wants ${status === 403 ? 'more permissions' : 'a sign-in'} (${status}).${wants}${where}`
}

/** What the tokens are for (RFC 8707). The server names it itself, and may not name a stranger. */
export async function resourceOf(
  { oauth, serverUrl }: Pick<FlowContext, 'oauth' | 'serverUrl'>,
  { resourceMetadata }: Discovery
): Promise<string | undefined> {
  if (oauth.omitResource === true) return undefined
  if (oauth.resource !== undefined) return oauth.resource
  if (!resourceMetadata) return undefined
  const sdk = await loadSdk()
  const requestedResource = sdk.resourceUrlFromServerUrl(serverUrl)
  const configuredResource = resourceMetadata.resource
  if (sdk.checkResourceAllowed({ requestedResource, configuredResource })) return configuredResource
  throw new AuthError(
    `The metadata of the server is about ${configuredResource}, and not about ${requestedResource.href}. A token for that could be used by somebody else.`,
    'server'
  )
}

/** The challenge goes before the metadata; where neither says anything, nothing is asked for. */
export function scopeOf(
  { oauth, scope }: Pick<FlowContext, 'oauth' | 'scope'>,
  challenge: Challenge,
  { resourceMetadata, metadata }: Discovery,
  hasPerson: boolean
): string | undefined {
  const wanted =
    scope ??
    oauth.scopes?.join(' ') ??
    challenge.scope ??
    resourceMetadata?.scopes_supported?.join(' ')
  if (wanted === undefined || wanted === '') return undefined
  const canStay = hasPerson && metadata?.scopes_supported?.includes(OFFLINE) === true
  return canStay && !wanted.split(' ').includes(OFFLINE) ? `${wanted} ${OFFLINE}` : wanted
}

async function knownClient(
  { knownAt, signal }: FlowContext,
  { issuer }: Discovery
): Promise<ClientIdentity | undefined> {
  const record = await untilAborted(signal, knownAt(issuer))
  return record && identityIn(record)
}

export function identityIn(record: SignInRecord): ClientIdentity {
  const { client: information, clientSource: source, redirectUrl } = record
  return { information, source, ...(redirectUrl !== undefined && { redirectUrl }) }
}

/** A registration is for one address, so that address is used again while it is free. */
export async function openCallback(
  { oauth, clock }: Pick<FlowContext, 'oauth' | 'clock'>,
  known: ClientIdentity | undefined,
  onStranger?: () => void
): Promise<Callback> {
  const { redirectUrl, callbackPort: port } = oauth
  const common = { clock, ...(onStranger && { onStranger }) }
  if (redirectUrl !== undefined || port !== undefined) {
    return Callback.open({ ...common, redirectUrl, port })
  }
  const registered = known && isRegistration(known) ? known.redirectUrl : undefined
  if (registered !== undefined) {
    const again = await Callback.open({ ...common, redirectUrl: registered }).catch(() => undefined)
    if (again) return again
  }
  return Callback.open(common)
}

export function tokenContext(
  { oauth, client }: Pick<FlowContext, 'oauth' | 'client'>,
  { discovery, resource, scope, key }: Prepared
): TokenContext {
  const { issuer, metadata } = discovery
  return { oauth, issuer, metadata, client, resource, scope, dpop: key?.session }
}

export function recordOf(
  { serverUrl, address = serverUrl, clock }: Pick<FlowContext, 'serverUrl' | 'address' | 'clock'>,
  { discovery, resource, scope, key }: Prepared,
  { information, source }: ClientIdentity,
  tokens: OAuthTokens | undefined,
  redirectUrl?: string
): SignInRecord {
  const { issuer, metadata } = discovery
  return {
    version: 1,
    serverUrl: address.href,
    issuer,
    client: information,
    clientSource: source,
    ...(redirectUrl !== undefined && { redirectUrl }),
    ...(resource !== undefined && { resource }),
    ...(scope !== undefined && { requestedScope: scope }),
    ...(metadata && { metadata }),
    ...(key && { dpopKey: { ...key.jwk } }),
    ...(tokens && { tokens: storedTokens(tokens, clock) })
  }
}

const LONGEST_LIFE_S = 10 * 365 * 24 * 60 * 60

/** Of what is over at once nobody knows anything. */
function isLifetime(seconds: number | undefined): seconds is number {
  return seconds !== undefined && Number.isFinite(seconds) && seconds > 0
}

function grantedBy(scope: string): Pick<StoredTokens, 'scope' | 'scopesCutFrom'> {
  const { scopes, cutFrom } = boundedScopes(scope.split(' '))
  return { scope: scopes.join(' '), ...(cutFrom !== undefined && { scopesCutFrom: cutFrom }) }
}

/** Tokens as they are kept: with the time of their end instead of a time to live. */
export function storedTokens(
  { expires_in: livesS, ...tokens }: OAuthTokens,
  clock: Clock,
  before?: StoredTokens
): StoredTokens {
  const obtainedAt = clock.wall()
  const refreshToken = tokens[REFRESHED] ?? before?.refresh_token
  const granted = tokens.scope === undefined ? before : grantedBy(tokens.scope)
  return {
    ...tokens,
    obtainedAt,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(granted?.scope !== undefined && { scope: granted.scope }),
    ...(granted?.scopesCutFrom !== undefined && { scopesCutFrom: granted.scopesCutFrom }),
    ...(isLifetime(livesS) && { expiresAt: obtainedAt + Math.min(livesS, LONGEST_LIFE_S) * 1_000 })
  }
}
