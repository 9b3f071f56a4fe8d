/**
 * The tokens of one server: reads them, sends them along, renews them, and writes new ones down before
 * they are used. Never asks a person.
 */
import { messageOf } from '../../shared/protocol/errors'
import type { IncomingHttpHeaders } from 'node:http'
import type { OAuthAccess } from '../../shared/servers/server-access'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import type { Clock } from '../time/clock'
import { untilAborted } from '../time/until-aborted'
import { webAddress } from '../address/socket-address'
import type { TrafficLog } from '../traffic/traffic-log'
import type { Attempt, RefusedAttempt } from '../http/credentials'
import type { Networks } from '../network/networks'
import { asksForToken } from '../http/signing'
import { AuthClient } from './auth-client'
import { AuthSteps } from './auth-steps'
import type { IssuerAsker } from './bound-issuers'
import type { Challenge } from './challenge'
import type { ClientAsker } from './client-question'
import { keptKey, takesNonce, type BoundKey } from './dpop'
import { Registrations } from './registrations'
import { renewed } from './renewal'
import { hasSecret, signInAlone, type FlowContext } from './sign-in-flow'
import { isNearEnd, secretsOf, type SignInRecord } from './sign-in-record'
import { keyringIsSilent, type SignInStore } from './sign-in-store'
import { headersWith, type HeaderValues } from './token-headers'

export type TokenSurroundings = {
  readonly log: TrafficLog
  readonly clock: Clock
  readonly store: SignInStore
  readonly hide: (values: readonly string[]) => void
  readonly networks: Networks
  readonly isDraft?: boolean
  /** Nobody is asked where this is left out. */
  readonly confirmIssuer?: IssuerAsker | undefined
  /** The same. */
  readonly askForClient?: ClientAsker | undefined
}

/** What is asked for, and what the server said lately, unless it is to be asked anew. */
export type SignInWish = {
  readonly scope?: string | undefined
  readonly challenge?: Challenge | undefined
}

type RenewalWish = {
  readonly challenge: Challenge | undefined
  /** The server refuses the token that there is. */
  readonly isRejected: boolean
}

/** After a renewal that failed, tokens that still hold are used for this long before the next. */
const RENEWAL_PAUSE_MS = 60_000
/** A lock is taken for forgotten after 60 s. */
const LONGEST_RENEWAL_MS = 45_000

/** So long nobody is asked again to unlock a keyring. */
const FAULT_HOLDS_MS = 5_000

export class TokenKeeper {
  record: SignInRecord | undefined
  /** Why what is kept could not be read: whole sentences. */
  fault: string | undefined
  private faultAt = 0
  private key: BoundKey | undefined
  private readonly registrations: Registrations
  /** The only one that the tokens are sent to. */
  private host = ''
  private loading: Promise<void> | undefined
  private isLoaded = false
  private renewal: Promise<boolean> | undefined
  /** Aborted when the server is removed. */
  private readonly ended = new AbortController()
  /** Of the newest record: an older one that is not yet written down never is. */
  private writing = new AbortController()
  /** When tokens could last not be renewed before their end. */
  private failedAt: number | undefined
  /** Why the newest tokens could not be written down. */
  private unkept: string | undefined

  constructor(
    private definition: RemoteDefinition,
    private readonly around: TokenSurroundings,
    /** There are other tokens than before, or none. */
    private readonly onChange: () => void
  ) {
    this.registrations = new Registrations(around.store, definition.id)
  }

  /** The definition as it is filled in for the session that begins. */
  use(definition: RemoteDefinition): void {
    if (definition.url !== this.definition.url) this.forget()
    this.definition = definition
  }

  get oauth(): OAuthAccess {
    return this.definition.access?.oauth ?? {}
  }

  get hasPerson(): boolean {
    return (this.oauth.grant ?? 'authorization-code') === 'authorization-code'
  }

  /** Whether a refusal is about tokens. Some servers do not say so, and some want a signature instead. */
  isAskedBy(headers: IncomingHttpHeaders): boolean {
    if (headers['www-authenticate'] !== undefined) return asksForToken(headers)
    return this.definition.access?.signing === undefined
  }

  /** Still there after Patchbay has ended. What can be had without a person is not written down. */
  get isKept(): boolean {
    return this.hasPerson && this.whyNotKept === undefined
  }

  /** Why a sign-in of a person is gone when Patchbay ends: whole sentences. */
  get whyNotKept(): string | undefined {
    const { store } = this.around
    if (!this.hasPerson) return undefined
    return this.unkept ?? (store.isKept ? undefined : store.explanation)
  }

  /** Reads what is kept, once. */
  async load(): Promise<void> {
    this.loading ??= this.read()
    return this.loading
  }

  headersFor(attempt: Attempt): HeaderValues | Promise<HeaderValues> {
    if (this.isFaultOld) this.forget()
    if (this.isLoaded && !this.isRenewalDue) return this.tokenHeaders(attempt)
    return this.lateHeaders(attempt)
  }

  takesNonce(refused: RefusedAttempt, challenge: Challenge): boolean {
    return takesNonce(this.key, refused, challenge)
  }

  /**
   * One at a time, for everyone who waits. Resolves with whether there are other tokens now; rejects
   * where the authorization server could not be asked.
   */
  renew(challenge: Challenge | undefined, isRejected: boolean): Promise<boolean> {
    this.renewal ??= this.renewOnce({ challenge, isRejected }).finally(
      () => (this.renewal = undefined)
    )
    return this.renewal
  }

  /** Written down before it is used: a refresh token that was replaced is of no use any more. */
  async keep(record: SignInRecord, signal?: AbortSignal, inTime?: AbortSignal): Promise<void> {
    this.around.hide(secretsOf(record))
    // What cannot be written is used all the same: the refresh token before it is used up.
    if (this.hasPerson) await this.write(record, signal, inTime)
    this.registrations.prove(record.issuer)
    // The definition may name another server by now, which must not get these tokens.
    if (record.serverUrl === new URL(this.definition.url).href) await this.take(record)
  }

  /** Resolves when no renewal is under way. */
  async settled(): Promise<void> {
    await this.renewal?.catch(() => undefined)
  }

  /** Ends a renewal, for good. Nothing is written any more when it resolves. */
  async end(): Promise<void> {
    this.ended.abort()
    await this.settled()
  }

  /** Forgets tokens and registration. */
  async clear(): Promise<void> {
    this.writing.abort()
    await this.around.store.remove(this.definition.id)
    this.registrations.clear()
    this.forget()
    this.isLoaded = true
    this.loading = Promise.resolve()
  }

  contextOf(
    { scope, challenge }: SignInWish,
    steps = new AuthSteps(this.around.clock),
    signal: AbortSignal = new AbortController().signal
  ): FlowContext {
    const { around, definition, oauth } = this
    const { confirmIssuer, askForClient } = around
    return {
      serverUrl: this.webUrl,
      address: new URL(definition.url),
      oauth,
      client: this.newClient(steps, signal),
      steps,
      clock: around.clock,
      signal,
      scope,
      challenge,
      boundIssuer: around.store.boundIssuer(definition.id, definition.url),
      confirmIssuer: confirmIssuer && ((...asked) => confirmIssuer(definition, ...asked)),
      askForClient: askForClient && ((...asked) => askForClient(definition, ...asked)),
      knownAt: (issuer) => this.registrations.at(issuer),
      keepClient: (...kept) => this.registrations.keep(...kept),
      doubtClient: (issuer) => this.registrations.doubt(issuer)
    }
  }

  newClient(steps?: AuthSteps, signal?: AbortSignal): AuthClient {
    const { log, clock, hide, networks } = this.around
    const { id: serverId } = this.definition
    return new AuthClient({
      log,
      serverId,
      serverUrl: this.webUrl,
      clock,
      hide,
      signal,
      network: networks.of(this.definition),
      onEntry: (seq) => steps?.addFrames(seq)
    })
  }

  /** Where the server is asked by HTTP. */
  private get webUrl(): URL {
    return new URL(webAddress(this.definition.url))
  }

  private get isRenewalDue(): boolean {
    const { tokens } = this.record ?? {}
    return tokens !== undefined && this.canRenew && isNearEnd(tokens, this.around.clock.wall())
  }

  /** A keyring that was locked may be open by now. */
  private get isFaultOld(): boolean {
    if (this.fault === undefined) return false
    return this.around.clock.monotonic() - this.faultAt > FAULT_HOLDS_MS
  }

  private get hasJustFailed(): boolean {
    const { failedAt, around } = this
    return failedAt !== undefined && around.clock.monotonic() - failedAt < RENEWAL_PAUSE_MS
  }

  /**
   * Waits until `inTime` is aborted, and goes on alone: the keyring may ask for its password. Once
   * `signal` is aborted, nothing is written.
   */
  private async write(
    record: SignInRecord,
    signal: AbortSignal = this.ended.signal,
    inTime: AbortSignal = signal
  ): Promise<void> {
    this.writing.abort()
    const writing = (this.writing = new AbortController())
    const mayWrite = AbortSignal.any([signal, writing.signal])
    const written = this.around.store.write(this.definition.id, record, mayWrite).then(() => {
      this.unkept = undefined
      if (this.record === record) this.onChange()
    })
    try {
      await untilAborted(inTime, written, keyringIsSilent)
    } catch (error) {
      signal.throwIfAborted()
      if (this.writing === writing) this.unkept = messageOf(error)
    }
  }

  private get canRenew(): boolean {
    return !this.hasPerson || this.record?.tokens?.refresh_token !== undefined
  }

  private forget(): void {
    this.record = undefined
    this.fault = undefined
    this.key = undefined
    this.isLoaded = false
    this.loading = undefined
    this.onChange()
  }

  /** What cannot be read is not sent, and the server says whether it needs it. */
  private async read(): Promise<void> {
    const { store } = this.around
    const { id, url } = this.definition
    const record = this.hasPerson
      ? await store.read(id, new URL(url).href).catch((error: unknown) => {
          this.fault = messageOf(error)
          this.faultAt = this.around.clock.monotonic()
          return undefined
        })
      : undefined
    if (record && this.isOurs(record)) await this.take(record)
    this.isLoaded = true
  }

  private async take(record: SignInRecord): Promise<void> {
    this.around.hide(secretsOf(record))
    this.key = record.dpopKey ? await keptKey(record.dpopKey) : undefined
    this.record = record
    const { id, url } = this.definition
    if (hasSecret(this.oauth)) this.around.store.bindIssuer(id, url, record.issuer)
    this.host = new URL(webAddress(record.serverUrl)).host
    this.onChange()
  }

  private async lateHeaders(attempt: Attempt): Promise<HeaderValues> {
    await this.load()
    // What cannot be renewed is sent as it is, and the server says what it thinks of it.
    if (this.isRenewalDue && !this.hasJustFailed) {
      await this.renew(undefined, false).catch(() => {
        this.failedAt = this.around.clock.monotonic()
      })
    }
    return this.tokenHeaders(attempt)
  }

  private tokenHeaders(attempt: Attempt): HeaderValues | Promise<HeaderValues> {
    const { tokens } = this.record ?? {}
    if (!tokens || attempt.url.host !== this.host) return {}
    return headersWith(tokens, this.key, attempt)
  }

  private async renewOnce(wish: RenewalWish): Promise<boolean> {
    const { signal } = this.ended
    if (this.hasPerson) {
      return this.around.store.alone(this.definition.id, () => this.refreshInTime(wish), signal)
    }
    const { challenge } = wish
    await this.keep(await signInAlone(this.contextOf({ challenge }, undefined, signal)))
    return true
  }

  /** Ends before another Patchbay would take us for dead, and renew the same tokens. */
  private async refreshInTime(wish: RenewalWish): Promise<boolean> {
    const late = new AbortController()
    const stopWaiting = this.around.clock.after(LONGEST_RENEWAL_MS, () => late.abort())
    try {
      return await this.refreshOnce(wish, AbortSignal.any([this.ended.signal, late.signal]))
    } finally {
      stopWaiting()
    }
  }

  private async refreshOnce(
    { challenge, isRejected }: RenewalWish,
    inTime: AbortSignal
  ): Promise<boolean> {
    if (await untilAborted(inTime, this.takeNewer())) return true
    const { record, key } = this
    if (record?.tokens?.refresh_token === undefined) return false
    const context = this.contextOf({ challenge }, undefined, inTime)
    const next = await renewed(record, context, { key, isRejected })
    // Somebody may have signed out meanwhile, and that holds.
    if (this.record !== record) return false
    if (next) await this.keep(next, this.ended.signal, inTime)
    else await this.dropTokens(inTime)
    return next !== undefined
  }

  /**
   * Another Patchbay may have signed in, or renewed the same tokens, and then ours can no longer be
   * used. Resolves with whether it has.
   */
  private async takeNewer(): Promise<boolean> {
    const { record, around, definition } = this
    if (this.fault !== undefined) return false
    const kept = record
      ? await around.store.readFrom(definition.id, record.issuer)
      : await around.store.read(definition.id, new URL(definition.url).href)
    const own = record?.tokens
    if (!kept?.tokens || kept.tokens.access_token === own?.access_token) return false
    // Ours could not be written down, and what is kept is used up.
    if (own && kept.tokens.obtainedAt < own.obtainedAt) return false
    if (!this.isOurs(kept)) return false
    this.writing.abort()
    this.unkept = undefined
    await this.take(kept)
    return true
  }

  /** Of the client and for the address that the definition has now. */
  private isOurs({ client, serverUrl }: SignInRecord): boolean {
    const { clientId } = this.oauth
    const isSameClient = clientId === undefined || clientId === client.client_id
    return isSameClient && serverUrl === new URL(this.definition.url).href
  }

  private async dropTokens(inTime: AbortSignal): Promise<void> {
    const { record } = this
    if (!record) return
    const { tokens: _over, ...rest } = record
    if (this.around.isDraft !== true) await this.write(rest, this.ended.signal, inTime)
    this.record = rest
    this.onChange()
  }
}
