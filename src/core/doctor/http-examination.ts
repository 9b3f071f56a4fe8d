/** What comes between a connection and a session over HTTP. */
import type { SigningAccess } from '../../shared/servers/server-access'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import type { Network } from '../network/network'
import { readChain } from '../network/read-chain'
import { composed } from '../http/credentials'
import { HttpClient } from '../http/http-client'
import { ownCredentials } from '../http/own-credentials'
import { asksForToken } from '../http/signing'
import type { Agreement } from '../http/request-headers'
import { Tap } from '../wire/tap'
import type { Place } from './address-checks'
import { authVerdict, namesSent, type Refused } from './auth-check'
import { failed, ok, warning, type Verdict } from './check-list'
import type { Examination } from './examination'
import { endSession, pingMessage, post, type Answer } from './http-probe'
import { limited, otherPath, survey, type Survey } from './http-survey'
import { contentVerdict, failureVerdict, isAuthStatus, statusVerdict } from './http-verdicts'
import type { Ready } from './opening'
import { signingVerdict } from './signing-check'
import { readDocuments } from './well-known'

const STATUS_LIMIT_MS = 20_000
/** For the answer itself; what is left of the limit is for finding out more about a bad one. */
const ANSWER_WAIT_MS = 12_000
const TLS_WAIT_MS = 3_000
const WELL_KNOWN_LIMIT_MS = 15_000
const DOCUMENT_WAIT_MS = 5_000
const SESSION_LIMIT_MS = 10_000
const FAREWELL_WAIT_MS = 2_000
const SETTLED_LIMIT_MS = 1_000
const AUTH_LIMIT_MS = 15_000

export class HttpExamination {
  private readonly client: HttpClient
  private readonly tap: Tap
  /** Has no credentials. */
  private readonly stranger: HttpClient
  private readonly network: Network
  /** The one that the very first request began. */
  private session?: Agreement | undefined

  constructor(
    private readonly definition: RemoteDefinition,
    private readonly examination: Examination,
    private readonly place: Place
  ) {
    const { workbench, clock, credentials } = examination
    const tap = new Tap(workbench.log, definition.id, clock, definition.transport)
    this.network = workbench.networks.of(definition)
    const { url } = place
    const own = composed(credentials, ownCredentials(definition, clock))
    this.client = new HttpClient(url, definition.headers, tap, clock, this.network, own)
    this.stranger = new HttpClient(url, {}, tap, clock, this.network)
    this.tap = tap
  }

  /** True when a session can be tried. */
  async run(): Promise<boolean> {
    const { list } = this.examination
    let found: Survey | undefined
    const hasStatus = await list.run('status', STATUS_LIMIT_MS, async (signal) => {
      found = await this.survey(signal)
      return this.statusVerdict(found, signal)
    })
    if (!hasStatus || !found) return false
    const { probe, isWaiting } = found
    const answer = 'failure' in probe ? undefined : probe
    const isRight = await list.run('content-type', SETTLED_LIMIT_MS, async () => {
      if (!answer || isWaiting) return ok('There is nothing to hear yet, so it waits.')
      if (this.definition.transport === 'long-poll') return ok('It can be asked for news.')
      return contentVerdict(answer)
    })
    if (!isRight) return false
    return this.checkAuth(answer)
  }

  async checkSession({ era }: Ready): Promise<void> {
    const { list } = this.examination
    await list.run('session', SESSION_LIMIT_MS, async (signal) => {
      if (era === 'modern') return ok('Servers of the modern era need none.')
      const { session } = this
      if (!session) return ok('The server issues no session id, and needs none.')
      return this.sessionVerdict(session, signal)
    })
  }

  /** Leaves nothing open at the server. */
  async end(): Promise<void> {
    const { session } = this
    if (session) {
      const never = new AbortController()
      const within = limited(this.examination.clock, FAREWELL_WAIT_MS, never.signal)
      this.session = undefined
      await endSession(this.client, this.place.url, session, within)
      never.abort()
    }
    this.client.destroy()
    this.stranger.destroy()
  }

  private async survey(signal: AbortSignal): Promise<Survey> {
    const { clock } = this.examination
    const found = await survey(this.surveyor(limited(clock, ANSWER_WAIT_MS, signal)))
    if (!('failure' in found.probe)) this.session = found.probe.session
    return found
  }

  private surveyor(signal: AbortSignal) {
    const { client, definition, examination } = this
    const { version, clock } = examination
    return { client, url: this.place.url, definition, version, clock, signal }
  }

  private async statusVerdict({ probe, isWaiting }: Survey, signal: AbortSignal): Promise<Verdict> {
    if (isWaiting) return ok('It holds the request until there is news, as it should.')
    if ('failure' in probe) {
      return failureVerdict(probe.failure, await this.speaksTls(signal))
    }
    const isElsewhere = [400, 404, 405].includes(probe.status) && !probe.isRpc
    const other = isElsewhere ? await otherPath(this.surveyor(signal)) : undefined
    return statusVerdict(probe, other, this.examination.clock.wall())
  }

  private async speaksTls(signal: AbortSignal): Promise<boolean> {
    if (this.place.isSecure) return false
    try {
      const target = { ...this.place, isSecure: true }
      await readChain(this.network, target, limited(this.examination.clock, TLS_WAIT_MS, signal))
      return true
    } catch {
      return false // whatever it is, it is not that
    }
  }

  private async checkAuth(answer: Answer | undefined): Promise<boolean> {
    const { list, clock, credentials } = this.examination
    const refused = answer && isAuthStatus(answer.status) ? answer : undefined
    const { signing } = this.definition.access ?? {}
    const isAboutSignature = refused && signing && !asksForToken(refused.headers)
    let signIn: readonly string[] = []
    await list.run('well-known', WELL_KNOWN_LIMIT_MS, async (signal) => {
      const found = await readDocuments(
        this.stranger,
        this.place.url,
        refused?.headers['www-authenticate'],
        refused !== undefined && !isAboutSignature,
        () => limited(clock, DOCUMENT_WAIT_MS, signal)
      )
      signIn = found.signIn
      return found.verdict
    })
    return list.run('auth', AUTH_LIMIT_MS, async (signal) => {
      if (isAboutSignature) return this.signingVerdict(signing, refused, signal)
      const attempt = { method: 'POST', url: this.place.url, headers: {} }
      const sent = await namesSent(this.definition, credentials, attempt)
      return authVerdict(sent, refused, signIn, credentials !== undefined)
    })
  }

  private signingVerdict(
    signing: SigningAccess,
    refused: Refused,
    signal: AbortSignal
  ): Promise<Verdict> {
    const { definition, tap, examination, place, network } = this
    const { version, clock } = examination
    const trial = { definition, url: place.url, version, clock, tap, network, signal }
    return signingVerdict(trial, signing, refused)
  }

  /** That of the workbench is at work. */
  private async sessionVerdict(session: Agreement, signal: AbortSignal): Promise<Verdict> {
    const { client } = this
    const { url } = this.place
    const ping = await post(client, url, pingMessage(), signal, session)
    if ('failure' in ping) {
      return failed(
        `The server issues a session id, but a request in that session has no answer. ${ping.failure.message}`,
        'Let the server keep a session for as long as nobody ends it.'
      )
    }
    if (!ping.isRpc) {
      return failed(
        `The server issues a session id, and does not accept it in the next request (status ${ping.status}).`,
        'If several servers answer at this address, let all requests of a session (Mcp-Session-Id) reach the same one.'
      )
    }
    this.session = undefined
    const ended = await endSession(client, url, session, signal)
    const works = 'A session id is issued, and works.'
    if (typeof ended !== 'number') {
      return warning(`${works} It could not be ended. ${ended.message}`, LET_END)
    }
    if (ended === 405) return ok(`${works} The server does not let clients end sessions.`)
    if (ended < 300) return ok(`${works} It can be ended.`)
    return warning(`${works} Ending it (DELETE) is answered with status ${ended}.`, LET_END)
  }
}

const LET_END = 'Let the server answer DELETE with status 200, or 405 if it does not allow that.'
