/**
 * One run of the authorization debugger. It belongs to no session, keeps nothing unless it is told to,
 * and what it tells of itself holds nothing that is secret.
 */
import type {
  AuthDebugReport,
  AuthDebugState,
  AuthDebugWish,
  AuthExchange,
  AuthMistake,
  FieldEdit
} from '../../shared/sign-in/auth-debug'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { OAuthAccess } from '../../shared/servers/server-access'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import { AuthClient, type AuthRequest } from '../auth/auth-client'
import { AuthError } from '../auth/auth-error'
import type { Callback } from '../auth/callback'
import type { ClientIdentity } from '../auth/client-identity'
import { secretsOf, type SignInRecord } from '../auth/sign-in-record'
import { veiledAddress } from '../auth/veil'
import type { Clock } from '../time/clock'
import type { Networks } from '../network/networks'
import type { TrafficLog } from '../traffic/traffic-log'
import { WireError } from '../wire/wire'
import { DebugFlow, type DebugContext } from './debug-flow'
import { DebugSteps, verdictOf } from './debug-steps'
import { differencesIn } from './differences'
import { judgeMistake, type MistakeOutcome } from './judge-mistake'
import { judgesOf } from './judges'
import { FOREIGN_RESOURCE, MADE_UP_TOKEN, tamperingFor, type Tampering } from './mistakes'
import { editedRequest, pausedRequest } from './paused-request'
import { rulesOf } from './revision-rules'
import { plannedSteps } from './run-plan'
import { ServerRequests } from './server-requests'

export type DebugRunOptions = {
  readonly runId: number
  readonly definition: RemoteDefinition
  readonly isSaved: boolean
  readonly wish: AuthDebugWish
  readonly log: TrafficLog
  readonly clock: Clock
  readonly version: string
  readonly networks: Networks
  readonly hide: (values: readonly string[]) => void
  /** Opens the browser of the person, or stands in for it. */
  readonly openPage: (url: string, callback: Pick<Callback, 'redirectUrl'>) => Promise<void>
  readonly onChange: (report: AuthDebugReport) => void
  readonly knownAt?: DebugContext['knownAt']
  /** The only authorization server that what is secret in the definition is sent to. */
  readonly boundIssuer?: string | undefined
  readonly confirmIssuer?: DebugContext['confirmIssuer']
  /** Uses the tokens of the run from now on. Without it, nobody can. */
  readonly keep?: ((record: SignInRecord) => Promise<void>) | undefined
}

export type DebugClient = { readonly identity: ClientIdentity; readonly issuer: string }

type Pause = {
  readonly id: number
  readonly request: AuthRequest
  readonly go: (request: AuthRequest) => void
}

const NEEDS_PERSON = 'needs_person'
const STOPPED = 'Not reached: the run was stopped.'
const NOT_REACHED = 'Not reached.'

/** A page that only a person can use. */
export function needsPersonError(message: string): AuthError {
  return new AuthError(message, 'you', NEEDS_PERSON)
}

export class AuthDebugRun {
  /** Settles when nothing more will happen. Never rejects. */
  readonly done: Promise<void>
  private readonly steps: DebugSteps
  private readonly flow: DebugFlow
  private readonly oauth: OAuthAccess
  private readonly ownRequests: ServerRequests
  private readonly tampering: Tampering
  private readonly abort = new AbortController()
  private readonly pageFailing = Promise.withResolvers<never>()
  private readonly startedAt: number
  private state: AuthDebugState = { phase: 'running' }
  private pause: Pause | undefined
  private pauses = 0
  /** The request whose entry is written next. */
  private leaving: Pick<AuthExchange, 'method' | 'target'> | undefined
  private page: number | undefined
  private isKept = false
  private isUnreachable = false

  constructor(private readonly options: DebugRunOptions) {
    const { definition, wish, clock, version } = options
    const { registration } = wish
    const given = definition.access?.oauth ?? {}
    this.oauth = registration === 'auto' ? given : { ...given, registration }
    this.ownRequests = new ServerRequests(definition, clock)
    const { url: serverUrl, headers: ownHeaders } = this.ownRequests
    this.tampering = tamperingFor(wish.mistake)
    this.startedAt = clock.wall()
    this.pageFailing.promise.catch(() => undefined) // whoever waits for it hears of it
    this.steps = new DebugSteps(
      plannedSteps(this.oauth, wish),
      clock,
      judgesOf({
        flow: () => this.flow,
        steps: () => this.steps,
        serverUrl,
        oauth: this.oauth,
        wish,
        clock
      }),
      () => this.tell()
    )
    this.flow = new DebugFlow({
      serverUrl,
      address: new URL(definition.url),
      transport: definition.transport,
      ownHeaders,
      oauth: this.oauth,
      wish,
      rules: rulesOf(wish.revision),
      version,
      clock,
      client: this.newClient(serverUrl),
      steps: this.steps,
      signal: this.abort.signal,
      tampering: this.tampering,
      knownAt: options.knownAt,
      boundIssuer: options.boundIssuer,
      confirmIssuer: options.confirmIssuer,
      openPage: (url, callback) => this.openPage(url, callback),
      onReturn: () => this.show({ phase: 'running' }),
      pageFailed: this.pageFailing.promise
    })
    this.done = this.run()
  }

  get report(): AuthDebugReport {
    const { runId, definition, isSaved, wish } = this.options
    const { id: serverId, name, url } = definition
    const { flow } = this
    const failure = this.steps.failure
    return {
      runId,
      ...(isSaved && { serverId }),
      name,
      url: veiledAddress(url),
      wish,
      startedAt: this.startedAt,
      state: this.state,
      steps: this.steps.list(),
      differences: differencesIn({
        challenge: flow.challenge,
        discovery: flow.discovery,
        resource: askedResource(wish.mistake, flow.resource),
        scope: flow.scope,
        iss: flow.answer?.iss,
        grantedScope: flow.tokens?.scope,
        hasRefreshToken: flow.tokens?.refresh_token !== undefined,
        token: flow.token
      }),
      canKeep: this.isKeepable,
      isKept: this.isKept,
      isUnreachable: this.isUnreachable,
      needsPerson: failure?.error.oauthCode === NEEDS_PERSON
    }
  }

  /** The client of this run, for the next one at the same authorization server. */
  get client(): DebugClient | undefined {
    const { identity, discovery } = this.flow
    return identity && discovery && { identity, issuer: discovery.issuer }
  }

  get definition(): RemoteDefinition {
    return this.options.definition
  }

  async stop(): Promise<void> {
    this.abort.abort()
    this.pageFailing.reject(new AuthError(STOPPED, 'you'))
    await this.done
  }

  /** Sends the request that waits, as it was or with changes. */
  send(pauseId: number, edits: readonly FieldEdit[]): void {
    const { pause } = this
    if (pause?.id !== pauseId) return // another one waits by now
    const request = editedRequest(pause.request, edits)
    this.pause = undefined
    this.show({ phase: 'running' })
    pause.go(request)
  }

  /** The person sees an error on the page, and will not come back. */
  reportPageFailure(): void {
    if (this.state.phase !== 'in-browser') return
    this.pageFailing.reject(
      new AuthError('The page of the authorization server shows an error.', 'authorization-server')
    )
  }

  /** Uses the tokens of this run from now on. */
  async keep(): Promise<void> {
    const { record } = this.flow
    const { keep } = this.options
    if (!record || !keep || !this.isKeepable) {
      const message = 'There is nothing to keep: this run has no tokens that could be used.'
      throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
    }
    await keep(record)
    this.isKept = true
    this.tell()
  }

  private get isKeepable(): boolean {
    const { isSaved, keep, wish } = this.options
    const isOver = this.state.phase === 'done'
    return isOver && isSaved && keep !== undefined && wish.mistake === undefined && this.hasTokens
  }

  private get hasTokens(): boolean {
    return this.flow.record !== undefined && (this.flow.requestStatus ?? 401) < 400
  }

  private async run(): Promise<void> {
    const { mistake } = this.options.wish
    await Promise.resolve() // the fields are there when the first step begins
    try {
      await this.flow.run()
    } catch (error) {
      const hasBegun = this.steps.seenIn('first-request').length > 0
      const isStopped = this.abort.signal.aborted
      this.isUnreachable = error instanceof WireError && !hasBegun && !isStopped
    }
    if (mistake !== undefined && !this.abort.signal.aborted) await this.judgeMistake(mistake)
    const isStopped = this.abort.signal.aborted
    if (isStopped && this.steps.failure) {
      const { step } = this.steps.failure
      this.steps.change(step, { verdict: 'skipped', text: 'Stopped here.' })
    }
    this.steps.skipRest(isStopped ? STOPPED : NOT_REACHED)
    if (this.flow.record) this.options.hide(secretsOf(this.flow.record))
    this.show({ phase: isStopped ? 'stopped' : 'done' })
  }

  private async judgeMistake(mistake: AuthMistake): Promise<void> {
    const { flow, steps } = this
    const { failure } = steps
    const before: MistakeOutcome = {
      ...(failure && { refusal: failure }),
      isOpen: flow.challenge.status !== 401 && flow.challenge.status !== 403,
      token: flow.token,
      isForeignRedirectUsed: flow.isForeignRedirectUsed,
      isPlainOffered:
        flow.discovery?.metadata?.code_challenge_methods_supported?.includes('plain') === true,
      ...(flow.requestStatus !== undefined && { requestStatus: flow.requestStatus })
    }
    try {
      await steps
        .run('mistake', async () => {
          const outcome = { ...before, ...(await this.tryMistake(mistake, failure !== undefined)) }
          const { wish } = this.options
          const judgement = judgeMistake(mistake, outcome, rulesOf(wish.revision), flow.resource)
          return { judgement }
        })
        .then(({ judgement: { text, findings, isRefusalRight, isUnclear } }) => {
          const verdict = isUnclear ? 'skipped' : verdictOf(findings)
          steps.change('mistake', { text, findings, verdict })
          if (isRefusalRight && failure) steps.change(failure.step, { verdict: 'ok', findings: [] })
        })
    } catch {
      // The step says why.
    }
  }

  /** What is sent only because of the mistake. */
  private async tryMistake(
    mistake: AuthMistake,
    hasFailed: boolean
  ): Promise<Partial<MistakeOutcome>> {
    if (mistake === 'reused-code' && !hasFailed) return this.flow.redeemAgain()
    if (mistake !== 'foreign-token') return {}
    return { madeUpStatus: await this.flow.askWithMadeUpToken() }
  }

  private newClient(serverUrl: URL): AuthClient {
    const { log, definition, clock, hide, wish, networks } = this.options
    return new AuthClient({
      log,
      serverId: definition.id,
      serverUrl,
      clock,
      network: networks.of(definition),
      shownValue: (name, value) => this.ownRequests.shownValue(name, value),
      hide: (values) => hide(values.filter((value) => value !== MADE_UP_TOKEN)),
      signal: this.abort.signal,
      before: async (wanted) => {
        const request = await this.letLeave(this.tampering.request(ofRevision(wanted, wish)))
        this.leaving = { method: request.method, target: veiledAddress(request.url.href) }
        return request
      },
      beforePage: async (wanted) => {
        const url = this.tampering.page(wanted)
        const page = await this.letPass('page', { method: 'GET', url, headers: {} })
        this.leaving = { method: 'GET', target: veiledAddress(page.url.href) }
        this.page = log.nextSeq
        return page.url
      },
      onEntry: (seq) => this.note(seq),
      after: (request, reply) => {
        const { requestSeq, seq, status } = reply
        this.steps.see({ request, reply })
        this.steps.replied(requestSeq, { reply: seq, status })
      }
    })
  }

  /** The next entry is that of the request that leaves; the one after it, that of its reply. */
  private note(seq: number): void {
    const { leaving, page } = this
    this.leaving = undefined
    if (leaving) return this.steps.began({ ...leaving, request: seq })
    const isReturn = page !== undefined && this.state.phase === 'running'
    if (!isReturn) return
    this.page = undefined
    this.steps.began({ method: 'GET', target: 'Patchbay', request: page, reply: seq, status: 302 })
  }

  private async letLeave(wanted: AuthRequest): Promise<AuthRequest> {
    const { ownRequests } = this
    if (!ownRequests.isFor(wanted)) return this.letPass('request', wanted)
    const signed = await ownRequests.signed(wanted)
    return ownRequests.signedAgain(await this.letPass('request', signed), signed)
  }

  private async letPass(kind: 'request' | 'page', request: AuthRequest): Promise<AuthRequest> {
    const { signal } = this.abort
    if (this.options.wish.isStepwise !== true) return request
    const id = ++this.pauses
    const passing = Promise.withResolvers<AuthRequest>()
    const stop = (): void => passing.reject(new AuthError(STOPPED, 'you'))
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    this.pause = { id, request, go: passing.resolve }
    this.show({ phase: 'paused', request: pausedRequest(id, kind, request, this.ownRequests) })
    try {
      return await passing.promise
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  private async openPage(url: string, callback: Pick<Callback, 'redirectUrl'>): Promise<void> {
    this.show({ phase: 'in-browser' })
    await this.options.openPage(url, callback)
  }

  private show(state: AuthDebugState): void {
    this.state = state
    this.tell()
  }

  private tell(): void {
    this.options.onChange(this.report)
  }
}

/** A mistake may have been to ask for something else. */
function askedResource(mistake: AuthMistake | undefined, resource: string | undefined) {
  if (mistake === 'missing-resource') return undefined
  return mistake === 'foreign-token' ? FOREIGN_RESOURCE : resource
}

/** What the SDK says of the revision is its own newest one. */
function ofRevision(request: AuthRequest, { revision }: AuthDebugWish): AuthRequest {
  const { headers } = request
  if (headers['mcp-protocol-version'] === undefined) return request
  return { ...request, headers: { ...headers, 'mcp-protocol-version': revision } }
}
