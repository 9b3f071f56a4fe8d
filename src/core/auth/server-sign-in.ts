/**
 * Who we are to one server: what is done when it refuses our tokens, and the way to new ones. Never
 * opens a browser by itself: whoever calls `signIn` has asked the person.
 */
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { isObject, parseJson } from '../../shared/json/json'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import { untilAborted } from '../time/until-aborted'
import type { SignInFacts, SignInState } from '../../shared/sign-in/sign-in'
import type { Credentials, RefusalAdvice, RefusedAttempt } from '../http/credentials'
import { AuthError, authErrorOf } from './auth-error'
import { AuthSteps } from './auth-steps'
import { boundedText } from './bounds'
import { challengeIn, type Challenge } from './challenge'
import { revoke } from './revocation'
import { loadSdk } from './sdk'
import { factsOf } from './sign-in-facts'
import { signInAlone, signInByBrowser, type PageOpener } from './sign-in-flow'
import { grantedScope, type SignInRecord } from './sign-in-record'
import { TokenKeeper, type SignInWish, type TokenSurroundings } from './token-keeper'
import { veiledAddress } from './veil'

/** A server wants more than the person has granted so far. */
export type ScopeQuestion = {
  /** What was to be done: a tool, or a method. */
  readonly action: string
  readonly newScopes: readonly string[]
  /** All that will be asked for. */
  readonly allScopes: readonly string[]
  /** The server names more than these. */
  readonly isCut?: boolean
  /** In the words of the server. */
  readonly reason?: string
}

/** Whether the person wants to grant more. The question is withdrawn when the signal says so. */
export type ScopeAsker = (question: ScopeQuestion, signal: AbortSignal) => Promise<boolean>

export type SignInSurroundings = TokenSurroundings & {
  readonly onChange: () => void
  /** Opens the browser of the person; left out where nobody is there to use one. */
  readonly openPage?: PageOpener | undefined
  /** Nobody is asked where this is left out. */
  readonly askForScopes?: ScopeAsker | undefined
}

/** Calls that wait until more is granted. */
type Raising = {
  readonly done: Promise<boolean>
  readonly withdraw: AbortController
  readonly waiting: Set<RefusedAttempt>
}

const MOST_ROUNDS = 3

export class ServerSignIn implements Credentials {
  private readonly keeper: TokenKeeper
  private challenge: Challenge | undefined
  private raising: Raising | undefined
  private readonly rounds = new Map<string, number>()
  private flow: { readonly done: Promise<void>; readonly abort: AbortController } | undefined
  /** Where the browser was sent, with all that is secret in it. */
  private page: string | undefined
  private shown: SignInState = { phase: 'unknown' }

  constructor(
    definition: RemoteDefinition,
    private readonly around: SignInSurroundings
  ) {
    this.keeper = new TokenKeeper(definition, around, () => this.showTokens())
  }

  get state(): SignInState {
    return this.shown
  }

  /** A person could sign in, and nothing works before they have. */
  readonly wantsSignIn = (): boolean =>
    this.keeper.hasPerson && (this.shown.phase === 'needed' || this.shown.phase === 'failed')

  /** A draft that is tried out has no state that anybody sees. */
  readonly explain = (): RefusalAdvice | undefined => {
    const { shown, around } = this
    if (around.isDraft !== true || shown.phase !== 'failed') return undefined
    return { what: shown.why, next: 'Correct how to sign in, and test again.' }
  }

  /** The definition as it is filled in for the session that begins. */
  use(definition: RemoteDefinition): void {
    this.keeper.use(definition)
  }

  /** Reads what is kept, once. */
  load(): Promise<void> {
    return this.keeper.load()
  }

  readonly headersFor: Credentials['headersFor'] = (attempt) => this.keeper.headersFor(attempt)

  readonly answerRefusal: Credentials['answerRefusal'] = async (refused) => {
    const challenge = await challengeIn(refused.status, refused.replied)
    if (this.keeper.takesNonce(refused, challenge) && refused.refusals < MOST_ROUNDS) return true
    if (refused.status === 403) return this.raise(refused, challenge)
    if (!this.keeper.isAskedBy(refused.replied)) return false
    const sent = tokenIn(refused)
    const current = this.keeper.record?.tokens?.access_token
    // Another request has renewed it in the meantime.
    if (sent !== undefined && current !== undefined && sent !== current) return true
    this.challenge = challenge
    try {
      const isRejected = sent !== undefined
      if (isRejected && refused.refusals >= MOST_ROUNDS) {
        if (!this.keeper.hasPerson) throw new AuthError(NOT_ACCEPTED, 'server')
        this.show({ phase: 'needed', why: NOT_ACCEPTED })
        return false
      }
      if (await this.keeper.renew(challenge, isRejected)) return true
      const { fault } = this.keeper
      this.show({ phase: 'needed', why: fault ?? whyNeeded(challenge, isRejected) })
    } catch (error) {
      this.showFailure(error)
    }
    return false
  }

  /** Opens the browser, and resolves with tokens at hand. A second wish joins the first. */
  signIn(wish: SignInWish = {}): Promise<void> {
    if (this.flow) return this.flow.done
    const abort = new AbortController()
    const done = this.runFlow(wish, abort.signal).finally(() => {
      this.flow = undefined
      this.page = undefined
    })
    this.flow = { done, abort }
    return done
  }

  /** The page that waits for the person; whoever gets it may show it to nobody else. */
  expectPage(): string {
    if (this.page !== undefined) return this.page
    const message = 'No page of a sign-in waits for you any more.'
    throw new WorkbenchError(WorkbenchErrorCode.NotFound, message)
  }

  /** What was said of a sign-in that failed has been read. */
  dismiss(): void {
    if (this.shown.phase === 'failed') this.showTokens()
  }

  cancel(): void {
    this.flow?.abort.abort()
  }

  /** Cancels what waits for the person, and resolves when nothing is written any more. */
  async end(): Promise<void> {
    this.cancel()
    this.raising?.withdraw.abort('closed')
    const keeperEnds = this.keeper.end()
    await this.flow?.done.catch(() => undefined)
    await keeperEnds
  }

  /** Renews the tokens now. Throws a sentence where that is not possible. */
  async refreshNow(): Promise<void> {
    await this.load()
    if (await this.keeper.renew(this.challenge, false)) return
    throw new AuthError('The tokens could not be renewed. Sign in again.', 'you')
  }

  /** Forgets the tokens, and says so to the authorization server where it wants to know. */
  async signOut(): Promise<{ readonly isRevoked: boolean }> {
    await this.load()
    await this.keeper.settled()
    const { record, oauth } = this.keeper
    const client = this.keeper.newClient()
    await this.clear()
    return { isRevoked: record ? await revoke(record, oauth, client) : false }
  }

  /** Uses tokens that the person has got in another way, such as with the debugger. */
  async adopt(record: SignInRecord): Promise<void> {
    await this.load()
    await this.keeper.keep(record)
  }

  /** Forgets tokens and registration here, and tells nobody. Returns what puts them back. */
  async clear(): Promise<() => Promise<void>> {
    await this.load()
    const { record } = this.keeper
    this.cancel()
    this.challenge = undefined
    this.rounds.clear()
    await this.keeper.clear()
    this.show({ phase: 'unknown' })
    return async () => {
      // Whoever has signed in meanwhile keeps that.
      if (record && !this.keeper.record) await this.keeper.keep(record)
    }
  }

  private async raise(refused: RefusedAttempt, challenge: Challenge): Promise<boolean> {
    if (challenge.error !== 'insufficient_scope') return false
    if (this.keeper.oauth.onInsufficientScope === 'throw') return false
    this.raising ??= this.beginRaising(refused, challenge)
    const { raising } = this
    const { waiting } = raising
    const { signal } = refused
    waiting.add(refused)
    // The question is for all calls that wait for it, and is over when none does.
    const leave = (): void => {
      waiting.delete(refused)
      if (waiting.size === 0) raising.withdraw.abort('cancelled')
    }
    signal?.addEventListener('abort', leave, { once: true })
    if (signal?.aborted === true) leave()
    return raising.done.finally(() => signal?.removeEventListener('abort', leave))
  }

  private beginRaising(refused: RefusedAttempt, challenge: Challenge): Raising {
    const withdraw = new AbortController()
    const done = this.raiseOnce(refused, challenge, withdraw.signal).finally(
      () => (this.raising = undefined)
    )
    return { done, withdraw, waiting: new Set() }
  }

  private async raiseOnce(
    refused: RefusedAttempt,
    challenge: Challenge,
    signal: AbortSignal
  ): Promise<boolean> {
    const sdk = await loadSdk()
    const { keeper, around } = this
    const granted = keeper.record && grantedScope(keeper.record)
    const scope = sdk.computeScopeUnion(granted, challenge.scope)
    const action = actionOf(refused)
    const round = (this.rounds.get(action) ?? 0) + 1
    if (round > MOST_ROUNDS || !sdk.isStrictScopeSuperset(scope, granted)) return false
    this.rounds.set(action, round)
    if (!keeper.hasPerson) {
      try {
        await keeper.keep(
          await signInAlone(keeper.contextOf({ challenge, scope }, undefined, signal))
        )
        return true
      } catch (error) {
        this.showFailure(error)
        return false
      }
    }
    if (!around.askForScopes || scope === undefined) return false
    const allScopes = scope.split(' ')
    const before = new Set(granted?.split(' '))
    const newScopes = allScopes.filter((each) => !before.has(each))
    const { errorDescription: reason, scopesCutFrom } = challenge
    const question: ScopeQuestion = {
      action,
      newScopes,
      allScopes,
      ...(scopesCutFrom !== undefined && { isCut: true }),
      ...(reason !== undefined && { reason })
    }
    const client = keeper.newClient()
    const asked = client.recordQuestion(action, newScopes)
    // Where it fails the state says why, and the refusal of the server is the answer to the call.
    const isGranted =
      (await around.askForScopes(question, signal)) &&
      (await this.signIn({ scope, challenge }).then(
        () => true,
        () => false
      ))
    client.recordDecision(asked, isGranted)
    const now = keeper.record && grantedScope(keeper.record)
    // Whoever got what was asked for may need more another time.
    if (isGranted && !sdk.isStrictScopeSuperset(scope, now)) this.rounds.delete(action)
    return isGranted
  }

  private async runFlow(wish: SignInWish, signal: AbortSignal): Promise<void> {
    const { openPage, clock } = this.around
    const { keeper } = this
    let isInBrowser = false
    const steps = new AuthSteps(clock, () => {
      const page = isInBrowser && this.page !== undefined && { page: veiledAddress(this.page) }
      this.show({ phase: 'under-way', steps: steps.list(), isInBrowser, ...page })
    })
    try {
      steps.tell()
      await untilAborted(signal, keeper.load())
      const context = keeper.contextOf({ challenge: this.challenge, ...wish }, steps, signal)
      if (keeper.hasPerson && !openPage) {
        throw new AuthError('Nobody is here to sign in with a browser.', 'you')
      }
      const open = async (url: string): Promise<void> => {
        isInBrowser = true
        this.page = url
        await openPage?.(url)
        steps.tell()
      }
      const record = keeper.hasPerson
        ? await signInByBrowser(context, open)
        : await signInAlone(context)
      signal.throwIfAborted()
      this.challenge = undefined
      await keeper.keep(record, signal)
    } catch (error) {
      // Whatever was cut off by it is nobody's fault.
      const why = signal.aborted ? cancelled() : error
      this.showFailure(why, steps)
      throw signal.aborted ? why : authErrorOf(error)
    }
  }

  private showTokens(): void {
    const facts = this.facts()
    this.show(facts ? { phase: 'signed-in', facts } : { phase: 'unknown' })
  }

  private facts(): SignInFacts | undefined {
    const { record, oauth, isKept, whyNotKept } = this.keeper
    return record?.tokens && factsOf(record, oauth, { isKept, whyNotKept })
  }

  private showFailure(error: unknown, steps?: AuthSteps): void {
    const { message: why, blame } = authErrorOf(error)
    const facts = this.facts()
    this.show({
      phase: 'failed',
      why,
      blame,
      steps: steps?.list() ?? [],
      ...(facts && { facts })
    })
  }

  private show(state: SignInState): void {
    this.shown = state
    this.around.onChange()
  }
}

function cancelled(): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.Dismissed, 'The sign-in was cancelled.')
}

function tokenIn({ headers }: RefusedAttempt): string | undefined {
  return /^(?:Bearer|DPoP) (.+)$/.exec(headers['authorization'] ?? '')?.[1]
}

/** What the person wanted to do: the tool that is called, or else the method. */
function actionOf({ rpcMethod = 'a request', body = '' }: RefusedAttempt): string {
  if (rpcMethod !== 'tools/call') return rpcMethod
  const message = parseJson(body)
  const params = isObject(message) ? message['params'] : undefined
  const name = isObject(params) ? params['name'] : undefined
  return typeof name === 'string' ? boundedText(name) : rpcMethod
}

const NOT_ACCEPTED =
  'The server does not accept the tokens that its authorization server gives for it, new ones included.'

function whyNeeded({ errorDescription }: Challenge, isRejected: boolean): string {
  const said = errorDescription === undefined ? '' : ` It says: ${errorDescription}`
  return isRejected
    ? `The server no longer accepts your sign-in.${said}`
    : `The server answers only those who are signed in.${said}`
}
