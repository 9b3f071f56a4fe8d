/**
 * Speaks HTTP for one wire: one pool of connections, one entry in the traffic for each exchange, no
 * redirect to another origin, and nothing of what is secret in the log.
 */
import * as http from 'node:http'
import * as https from 'node:https'
import type { WireFailure } from '../../shared/protocol/failure'
import { visibleText } from '../../shared/text/visible-text'
import type { Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'
import type { Network } from '../network/network'
import { failureOf } from './certificate'
import { MOST_ATTEMPTS, type Credentials } from './credentials'
import { closedFailure, isMalformed, mediaType, unsendable } from './http-failure'
import { codeOf } from '../network/network-error'
import {
  headerVeil,
  isRedirect,
  recordedHead,
  redirectOf,
  SESSION_HEADER,
  type HeaderVeil
} from './http-head'
import { shownAddress } from '../address/shown-address'
import type { Tap } from '../wire/tap'
import { WireError } from '../wire/wire'

export type HttpRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: URL
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Of the message that is its body. */
  readonly rpcMethod?: string | undefined
  /** It has connections of its own, which requests that wait for long cannot use up. */
  readonly isAnswer?: boolean
  /** The entry of the frame that is its body. */
  readonly belongsTo?: number
  /** Automatic. `while it works`: a failure is shown like any other entry. */
  readonly background?: 'always' | 'while it works' | undefined
}

export type HttpReply = {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  /** In lower case and without parameters; empty if there is none. */
  readonly contentType: string
  readonly incoming: http.IncomingMessage
  /** Its status is not one of success. */
  readonly isRefusal: boolean
  /** When its head came, on the monotonic clock. */
  readonly beganAt: number
  /** The session that the request named, which need not be ours any more. */
  readonly sessionId?: string
  /** The entry of the exchange. */
  readonly seq?: number
  /** Why the rest of it cannot be read, once that is known to be a fault of HTTP. */
  readonly fault: () => string | undefined
}

const MAX_REDIRECTS = 5

export class HttpClient {
  private readonly agent: http.Agent
  private readonly answerAgent: http.Agent
  private readonly open = new Set<HttpExchange>()
  private readonly ownHeaders: Readonly<Record<string, string>>
  private readonly shown: HeaderVeil

  constructor(
    readonly url: URL,
    headers: Readonly<Record<string, string>>,
    private readonly tap: Tap,
    private readonly clock: Clock,
    /** The way to `url`. */
    private readonly network: Network,
    private readonly credentials?: Credentials
  ) {
    this.agent = network.agentFor(url, { maxSockets: LIMITS.connections.most })
    this.answerAgent = network.agentFor(url, { maxSockets: LIMITS.answersInFlight.most })
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
    this.ownHeaders = Object.fromEntries(lower) as Record<string, string>
    this.shown = headerVeil(this.ownHeaders, credentials)
  }

  exchange(request: HttpRequest): HttpExchange {
    const sessionId = request.headers[SESSION_HEADER]
    const exchange: HttpExchange = new HttpExchange(
      {
        ...request,
        headers: this.headersOf(request),
        ...(sessionId !== undefined && { sessionId })
      },
      {
        agent: request.isAnswer ? this.answerAgent : this.agent,
        network: this.network,
        clock: this.clock,
        credentials: this.credentials,
        log: (look) => this.log(look)
      },
      () => this.open.delete(exchange)
    )
    this.open.add(exchange)
    return exchange
  }

  isDeserted(): Promise<boolean> {
    return this.network.isDeserted(this.url)
  }

  /** Ends everything that is under way. */
  destroy(failure: WireFailure = closedFailure()): void {
    for (const exchange of [...this.open]) exchange.abort(failure)
    this.agent.destroy()
    this.answerAgent.destroy()
  }

  private headersOf({ headers, body }: HttpRequest): Record<string, string> {
    const all: Record<string, string> = {
      'accept-encoding': 'identity',
      'user-agent': 'patchbay',
      ...this.ownHeaders,
      ...headers
    }
    if (body !== undefined) all['content-length'] = String(Buffer.byteLength(body))
    return all
  }

  private log({ request, startedAt, outcome }: Look): number {
    const tookMs = this.clock.monotonic() - startedAt
    const { belongsTo, background } = request
    const { text, raw, faults } = recordedHead({ ...request, tookMs, outcome }, this.shown)
    const isFine = typeof outcome !== 'string' && (outcome.statusCode ?? 0) < 400
    const isBackground = background === 'always' || (background !== undefined && isFine)
    return this.tap.lifecycle(text, raw, faults, { belongsTo, isBackground })
  }
}

type SentRequest = HttpRequest & { readonly sessionId?: string }

type Look = {
  readonly request: HttpRequest
  readonly startedAt: number
  readonly outcome: http.IncomingMessage | string
}

type Surroundings = {
  readonly agent: http.Agent
  readonly network: Network
  readonly clock: Clock
  readonly credentials?: Credentials | undefined
  /** Says the number of the entry, where it becomes one. */
  readonly log: (look: Look) => number | undefined
}

/** One request, the redirects and refusals it meets, and the response to its last attempt. */
export class HttpExchange {
  /** Resolves as soon as there is a status; rejects with a `WireError`. */
  readonly reply: Promise<HttpReply>
  /** Resolves when the socket has taken all of it; never, if that does not happen. */
  readonly sent: Promise<void>
  private onSent = (): void => {}
  /** Ends an attempt that has no connection yet: the request itself would not tell that it was ended. */
  private onAbort = (): void => {}
  private current?: http.ClientRequest
  private incoming?: http.IncomingMessage
  private aborted?: WireFailure
  private fault: string | undefined
  private isOver = false
  private hops = 0
  private refusals = 0
  private readonly wanted = new AbortController()

  constructor(
    private readonly request: SentRequest,
    private readonly around: Surroundings,
    private readonly onOver: () => void
  ) {
    this.sent = new Promise((resolve) => (this.onSent = resolve))
    this.reply = this.attempt(request.url)
    this.reply.catch(() => this.finish())
  }

  /** Nobody waits for it any more; an answer that comes all the same is heard. */
  forsake(): void {
    this.wanted.abort()
  }

  /** Ends it at once, whatever it is at. */
  abort(failure: WireFailure): void {
    // Its connection may serve another exchange by now.
    if (this.isOver) return
    this.aborted ??= failure
    this.forsake()
    this.incoming?.destroy()
    this.current?.destroy()
    this.onAbort()
  }

  private finish(): void {
    this.isOver = true
    this.onOver()
  }

  private async attempt(url: URL): Promise<HttpReply> {
    const { credentials } = this.around
    const asked = url === this.request.url ? this.request : { ...this.request, url }
    let startedAt = this.around.clock.monotonic()
    try {
      // Most have their headers at hand, and nobody has to wait for them.
      const given = credentials?.headersFor(asked)
      const added = given instanceof Promise ? await given : given
      const request = added ? { ...asked, headers: { ...asked.headers, ...added } } : asked
      if (this.aborted) throw new WireError(this.aborted)
      startedAt = this.around.clock.monotonic()
      const incoming = await this.start(request)
      const beganAt = this.around.clock.monotonic()
      const seq = this.around.log({ request, startedAt, outcome: incoming })
      const target = redirectOf(incoming)
      if (target !== undefined) return await this.follow(url, incoming, target)
      const isRefused = incoming.statusCode === 401 || incoming.statusCode === 403
      if (credentials && isRefused && (await this.mayTryAgain(request, incoming, credentials))) {
        incoming.destroy()
        return await this.attempt(url)
      }
      incoming.once('close', () => this.finish())
      const { sessionId } = this.request
      return {
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        isRefusal: isRedirect(incoming) || (incoming.statusCode ?? 0) >= 400,
        contentType: mediaType(incoming.headers),
        incoming,
        fault: () => this.fault,
        beganAt,
        ...(sessionId !== undefined && { sessionId }),
        ...(seq !== undefined && { seq })
      }
    } catch (error) {
      if (error instanceof WireError) throw error
      if (this.aborted) throw new WireError(this.aborted)
      const failure = await failureOf(error, url, this.around.clock, this.around.network)
      this.around.log({ request: asked, startedAt, outcome: failure.message })
      throw new WireError(failure)
    }
  }

  private async mayTryAgain(
    request: HttpRequest,
    { statusCode: status = 0, headers: replied }: http.IncomingMessage,
    credentials: Credentials
  ): Promise<boolean> {
    if (this.refusals + 1 >= MOST_ATTEMPTS) return false
    const refusals = ++this.refusals
    const { signal } = this.wanted
    const refused = { ...request, status, replied, refusals, signal }
    const isAgain = await credentials.answerRefusal(refused)
    if (this.aborted) throw new WireError(this.aborted)
    return isAgain
  }

  private start({ method, url, headers, body }: HttpRequest): Promise<http.IncomingMessage> {
    return new Promise((resolve, reject) => {
      this.onAbort = () => reject(new Error('the request was ended'))
      const send = url.protocol === 'https:' ? https.request : http.request
      try {
        this.current = send(url, { method, headers, agent: this.around.agent })
      } catch (error) {
        reject(new WireError(unsendable(error)))
        return
      }
      this.current.once('response', (incoming) => {
        // What breaks off later is told by the end of the body.
        incoming.on('error', () => undefined)
        this.incoming = incoming
        resolve(incoming)
      })
      // Whoever asks for an upgrade wants the status only.
      if (headers['upgrade'] !== undefined) {
        this.current.once('upgrade', (incoming, socket) => {
          socket.destroy()
          resolve(incoming)
        })
      }
      this.current.once('finish', this.onSent)
      this.current.on('error', (error) => {
        const code = codeOf(error)
        if (code !== undefined && isMalformed(code)) this.fault = code
        reject(error)
      })
      this.current.once('close', () => reject(new Error('the connection was closed')))
      this.current.end(body)
    })
  }

  private follow(from: URL, incoming: http.IncomingMessage, target: string): Promise<HttpReply> {
    incoming.destroy()
    const status = incoming.statusCode ?? 0
    const refuse = (why: string): WireError => {
      const shown = visibleText(shownAddress(target).slice(0, 500))
      const message = `The server redirects to ${shown} (${status}), ${why}.`
      return new WireError({ class: 'http', status, message, isUnsent: false })
    }
    const url = URL.canParse(target, from.href) ? new URL(target, from) : undefined
    if (url === undefined) throw refuse('which is no address')
    if (url.origin !== from.origin) throw refuse('which is another origin: nothing was sent there')
    if (this.request.method !== 'GET' && status < 307) {
      throw refuse(`which would lose the ${this.request.method} request`)
    }
    if (++this.hops > MAX_REDIRECTS) throw refuse(`after ${MAX_REDIRECTS} other redirects`)
    if (this.aborted) throw new WireError(this.aborted)
    return this.attempt(url)
  }
}
