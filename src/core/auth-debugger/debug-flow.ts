/**
 * One way from the first request without a token to the first one with it, step by step. The work is
 * done by the functions that a sign-in uses; a mistake is made by changing requests on their way.
 */
import type { OAuthTokens } from '@modelcontextprotocol/client'
import type { AuthDebugWish, DecodedToken } from '../../shared/sign-in/auth-debug'
import type { OAuthAccess } from '../../shared/servers/server-access'
import type { RemoteTransport } from '../../shared/servers/server-config'
import type { AuthClient, AuthReply } from '../auth/auth-client'
import { AuthError } from '../auth/auth-error'
import { refuseWithoutPkce, type Authorized } from '../auth/authorization'
import { Callback, type CallbackAnswer } from '../auth/callback'
import { challengeIn, type Challenge } from '../auth/challenge'
import { describeClient, identify, type ClientIdentity } from '../auth/client-identity'
import { discover, type Discovery } from '../auth/discovery'
import { newKey, takesNonce, type BoundKey } from '../auth/dpop'
import {
  admitIssuer,
  describeChallenge,
  NOBODY,
  openCallback,
  recordOf,
  resourceOf,
  scopeOf,
  tokenContext,
  type IssuerConfirmation,
  type Prepared
} from '../auth/sign-in-flow'
import type { SignInRecord } from '../auth/sign-in-record'
import { headersWith, type HeaderValues } from '../auth/token-headers'
import { grantByCompany, grantToClient, grantToWorkload, redeem, refresh } from '../auth/tokens'
import type { Clock } from '../time/clock'
import { SESSION_HEADER } from '../http/http-head'
import { authorizeInTwoSteps } from './authorize-steps'
import { decodeToken } from './decode-token'
import { isAccepted } from './finding'
import type { DebugSteps } from './debug-steps'
import { firstRequest, pingRequest } from './first-message'
import { FOREIGN_PATH, MADE_UP_TOKEN, type Tampering } from './mistakes'
import { NOT_ASKED } from './judge-token'
import type { RevisionRules } from './revision-rules'

export type DebugContext = {
  /** Where the server is asked by HTTP. */
  readonly serverUrl: URL
  /** The address of the definition, which tokens are kept for. */
  readonly address: URL
  readonly transport: RemoteTransport
  /** Of the definition, with names in lower case. They go to the server alone. */
  readonly ownHeaders: Readonly<Record<string, string>>
  readonly oauth: OAuthAccess
  readonly wish: AuthDebugWish
  readonly rules: RevisionRules
  readonly version: string
  readonly clock: Clock
  readonly client: AuthClient
  readonly steps: DebugSteps
  readonly signal: AbortSignal
  readonly tampering: Tampering
  /** The only authorization server that what is secret in the definition is sent to. */
  readonly boundIssuer?: string | undefined
  /** Whether it may be sent to this one, where there is none yet. */
  readonly confirmIssuer?: IssuerConfirmation | undefined
  /** A client that was registered there before, so that not every run registers another. */
  readonly knownAt?: ((issuer: string) => Promise<ClientIdentity | undefined>) | undefined
  readonly openPage: (url: string, callback: Pick<Callback, 'redirectUrl'>) => Promise<void>
  /** The browser has come back. */
  readonly onReturn: () => void
  /** Rejects when the person says that the page shows an error. */
  readonly pageFailed: Promise<never>
}

export class DebugFlow {
  challenge: Challenge = { status: NOT_ASKED }
  discovery: Discovery | undefined
  resource: string | undefined
  scope: string | undefined
  identity: ClientIdentity | undefined
  answer: CallbackAnswer | undefined
  tokens: OAuthTokens | undefined
  token: DecodedToken | undefined
  record: SignInRecord | undefined
  /** What the server made of the token. */
  judged: Challenge = { status: NOT_ASKED }
  requestStatus: number | undefined
  isForeignRedirectUsed = false
  /** Something came back whose `state` was not ours. */
  hasStranger = false
  /** Whoever begins needs no token, so the beginning says nothing about tokens. */
  private isBeginningOpen = false
  private key: BoundKey | undefined
  private redeemable: { readonly authorized: Authorized; readonly redirectUrl: string } | undefined

  constructor(private readonly context: DebugContext) {}

  get hasPerson(): boolean {
    return (this.context.oauth.grant ?? 'authorization-code') === 'authorization-code'
  }

  async run(): Promise<void> {
    await this.askFirst()
    await this.discover()
    if (this.hasPerson) await this.byBrowser()
    else await this.alone()
    await this.lookAtToken()
    await this.askAgain()
    await this.refresh()
  }

  /** Whether the same code is refused the second time, and what became of the first token. */
  async redeemAgain(): Promise<{ isReuseRefused: boolean; isFirstStillValid: boolean }> {
    const { redeemable, identity } = this
    if (!redeemable || !identity) throw new AuthError('There is no code to use twice.', 'patchbay')
    const context = tokenContext(this.context, this.prepared())
    const { authorized, redirectUrl } = redeemable
    try {
      await redeem(context, identity, authorized, redirectUrl)
    } catch (error) {
      if (this.context.signal.aborted) throw error
      const { status } = await this.askWithToken()
      return { isReuseRefused: true, isFirstStillValid: isAccepted(status) }
    }
    return { isReuseRefused: false, isFirstStillValid: true }
  }

  /** What the server answers to a token that nobody has issued. */
  async askWithMadeUpToken(): Promise<number> {
    const { status } = await this.ask({ authorization: `Bearer ${MADE_UP_TOKEN}` })
    return status
  }

  private async askFirst(): Promise<void> {
    const { steps } = this.context
    this.challenge = await steps.run(
      'first-request',
      async () => {
        const first = await this.ask({})
        this.isBeginningOpen = first.status >= 200 && first.status < 300
        const { status, headers } = this.isBeginningOpen ? await this.ask({}) : first
        return challengeIn(status, headers)
      },
      describeChallenge
    )
    if (this.challenge.status === 401) {
      await steps.run(
        'challenge',
        async () => undefined,
        () => describeChallenge(this.challenge)
      )
    } else steps.skip('challenge', 'The server does not ask for a token here.')
  }

  private async discover(): Promise<void> {
    const { serverUrl, oauth, client, steps, rules, wish } = this.context
    const { challenge } = this
    if (rules.discovery === 'host only') {
      steps.skip('resource-metadata', `${rules.revision} has no such document.`)
    }
    const discovery = await discover({
      serverUrl,
      challenge,
      oauth,
      client,
      steps,
      rules: rules.discovery
    }).catch((error: unknown) => {
      // What is thrown between its steps is about the first document.
      if (steps.failure) throw error
      return steps.run('resource-metadata', (): Promise<Discovery> => {
        throw error
      })
    })
    this.discovery = discovery
    await steps.run('server-metadata', () => admitIssuer(this.context, discovery))
    if (rules.needsResource) {
      const find = (): Promise<string | undefined> => resourceOf({ oauth, serverUrl }, discovery)
      this.resource = await steps.run('resource-metadata', find)
    }
    this.scope = scopeOf({ oauth, scope: undefined }, challenge, discovery, this.hasPerson)
    const mustHavePkce = this.hasPerson && rules.refusesWithoutPkce && wish.mistake === undefined
    if (mustHavePkce) {
      await steps.run('server-metadata', async () => refuseWithoutPkce(discovery.metadata))
    }
    this.key = oauth.dpop === true ? await newKey() : undefined
  }

  private async byBrowser(): Promise<void> {
    const { steps, oauth, client, signal, clock, wish } = this.context
    const known = await this.context.knownAt?.(this.found().issuer)
    const registered = await openCallback({ oauth, clock }, known, () => this.noteStranger())
    // Differs in its path: ports on this machine may differ, paths may not.
    const foreign =
      wish.mistake === 'wrong-redirect'
        ? await Callback.open({ clock, path: FOREIGN_PATH })
        : undefined
    const used = foreign ?? registered
    const cancel = (): void => [registered, used].forEach((each) => each.cancel())
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
    try {
      const { redirectUrl } = registered
      const identity = await steps.run(
        'client',
        () => this.identify({ redirectUrl, known }),
        describeClient
      )
      const authorized = await this.authorize(identity, used)
      this.redeemable = { authorized, redirectUrl: used.redirectUrl }
      const context = tokenContext(this.context, this.prepared())
      client.hide([authorized.code, authorized.codeVerifier])
      const tokens = await steps.run(
        'token',
        () => redeem(context, identity, authorized, used.redirectUrl),
        describeTokens
      )
      this.take(identity, tokens, redirectUrl)
    } finally {
      signal.removeEventListener('abort', cancel)
      cancel()
    }
  }

  /** Nobody is kept from coming back with the right one. */
  private noteStranger(): void {
    const text = 'Something came back with another state than was sent. Patchbay ignored it.'
    this.hasStranger = true
    this.context.steps.change('return', { text })
  }

  private authorize(identity: ClientIdentity, callback: Callback): Promise<Authorized> {
    const { scope, resource } = this
    return authorizeInTwoSteps(this.context, {
      discovery: this.found(),
      identity,
      callback,
      scope,
      resource,
      onAnswer: (answer) => {
        this.isForeignRedirectUsed = callback.redirectUrl.endsWith(FOREIGN_PATH)
        this.answer = this.context.tampering.answer(answer)
        return this.answer
      }
    })
  }

  private async alone(): Promise<void> {
    const { steps, oauth } = this.context
    const asks = tokenContext(this.context, this.prepared())
    if (oauth.grant === 'workload') {
      steps.skip('client', 'The token of the platform says who asks.')
      this.take(NOBODY, await steps.run('token', () => grantToWorkload(asks), describeTokens))
      return
    }
    const identity = await steps.run('client', () => this.identify({}), describeClient)
    const grant = oauth.grant === 'enterprise' ? grantByCompany : grantToClient
    this.take(identity, await steps.run('token', () => grant(asks, identity), describeTokens))
  }

  private async identify(given: {
    readonly redirectUrl?: string
    readonly known?: ClientIdentity | undefined
  }): Promise<ClientIdentity> {
    const { oauth, client } = this.context
    const { registration } = oauth
    const missing =
      registration === 'preregistered' && oauth.clientId === undefined
        ? '"oauth.clientId"'
        : registration === 'document' && oauth.clientMetadataUrl === undefined
          ? '"oauth.clientMetadataUrl"'
          : undefined
    if (missing !== undefined) {
      throw new AuthError(
        `The definition has no ${missing}, which this registration needs.`,
        'definition'
      )
    }
    const discovery = this.found()
    this.identity = await identify({ oauth, discovery, client, scope: this.scope, ...given })
    return this.identity
  }

  private async lookAtToken(): Promise<void> {
    const { steps } = this.context
    const { access_token: text = '' } = this.tokens ?? {}
    await steps.run(
      'token-content',
      async () => {
        this.token = decodeToken(text)
        if (this.token) steps.setToken('token-content', this.token)
      },
      () =>
        this.token
          ? 'The token is a JWT. Patchbay has read it and has not checked its signature.'
          : 'The token is opaque: only the authorization server can read it.'
    )
  }

  private async askAgain(): Promise<void> {
    const { steps } = this.context
    await steps.run(
      'request',
      async () => {
        const reply = await this.askWithToken()
        this.requestStatus = reply.status
        this.judged = await challengeIn(reply.status, reply.headers)
        await this.endSession(reply)
        return reply.status
      },
      (status) => `The server answers ${status}.`
    )
  }

  /** Nobody goes on in the session that the request began. */
  private async endSession({ status, headers }: AuthReply): Promise<void> {
    const session = headers[SESSION_HEADER]
    if (status >= 300 || typeof session !== 'string') return
    const { client, serverUrl: url, signal, ownHeaders } = this.context
    try {
      const token = await this.tokenHeaders('DELETE')
      const all = { ...ownHeaders, ...token, [SESSION_HEADER]: session }
      await client.send({ method: 'DELETE', url, headers: all })
    } catch (error) {
      if (signal.aborted) throw error // otherwise the server ends it by itself
    }
  }

  private async refresh(): Promise<void> {
    const { steps, wish } = this.context
    const { tokens, identity } = this
    const { refresh_token: refreshToken } = tokens ?? {}
    if (!this.hasPerson || wish.mistake !== undefined) return
    if (!identity || refreshToken === undefined) {
      steps.skip('refresh', 'There is no refresh token: you sign in again when the token ends.')
      return
    }
    const context = tokenContext(this.context, this.prepared())
    const renewed = await steps.run(
      'refresh',
      () => refresh(context, identity.information, refreshToken),
      ({ expires_in: livesS }) => `The new token lives ${lifeOf(livesS)}.`
    )
    this.take(identity, { ...tokens, ...renewed }, this.record?.redirectUrl)
  }

  private take(identity: ClientIdentity, tokens: OAuthTokens, redirectUrl?: string): void {
    this.tokens = tokens
    this.record = recordOf(this.context, this.prepared(), identity, tokens, redirectUrl)
  }

  private prepared(): Prepared {
    const { resource, scope, key } = this
    return { discovery: this.found(), resource, scope, key }
  }

  private found(): Discovery {
    if (this.discovery) return this.discovery
    throw new AuthError('Nobody knows where to sign in.', 'patchbay')
  }

  private ask(headers: Readonly<Record<string, string>>): Promise<AuthReply> {
    const { client, serverUrl, transport, wish, version, ownHeaders } = this.context
    const request = this.isBeginningOpen
      ? pingRequest(serverUrl, wish.revision)
      : firstRequest(serverUrl, transport, wish.revision, version)
    return client.send({ ...request, headers: { ...ownHeaders, ...request.headers, ...headers } })
  }

  /** Once more where the server wants a nonce in the proof of the key. */
  private async askWithToken(): Promise<AuthReply> {
    const { serverUrl: url, transport } = this.context
    const method = transport === 'sse' || transport === 'websocket' ? 'GET' : 'POST'
    const reply = await this.ask(await this.tokenHeaders(method))
    const { status, headers: replied } = reply
    const challenge = await challengeIn(status, replied)
    if (!takesNonce(this.key, { url, status, replied }, challenge)) return reply
    return this.ask(await this.tokenHeaders(method))
  }

  private async tokenHeaders(method: string): Promise<HeaderValues> {
    const { access_token = '', token_type = '' } = this.tokens ?? {}
    const { serverUrl: url } = this.context
    return headersWith({ access_token, token_type }, this.key, { method, url })
  }
}

function describeTokens({ expires_in: livesS, refresh_token: refreshToken }: OAuthTokens): string {
  const more = refreshToken === undefined ? '' : ', and there is a refresh token'
  return `The token lives ${lifeOf(livesS)}${more}.`
}

function lifeOf(seconds: number | undefined): string {
  return seconds === undefined ? 'for an unknown time' : `${seconds} seconds`
}
