/**
 * Speaks HTTP for a sign-in. Every exchange is two entries of the traffic, paired and without what is
 * secret; nothing is sent to an address that a server may not name, and no redirect leads elsewhere.
 */
import type { FetchLike } from '@modelcontextprotocol/client'
import type * as http from 'node:http'
import type { ServerId } from '../../shared/protocol/ids'
import { ENTRY_TEXT_LIMIT, PERSON_ASKED } from '../../shared/traffic/traffic'
import { visibleText } from '../../shared/text/visible-text'
import type { Clock } from '../time/clock'
import { untilAborted } from '../time/until-aborted'
import { beginningOf } from '../text/long-text'
import type { TrafficLog } from '../traffic/traffic-log'
import { readEvents, type StreamEvent } from '../framing/event-stream'
import { readBody } from '../framing/http-body'
import { HttpExchange } from '../http/http-client'
import { closedFailure, LATE, mediaType } from '../http/http-failure'
import type { Network } from '../network/network'
import { AuthAddresses } from './auth-address'
import type { CallbackAnswer } from './callback'
import { secretsIn, veiledAddress, veiledBody, veiledHeader } from './veil'

export type AuthRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: URL
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type AuthReply = {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
  /** The entries of the request and of the reply. */
  readonly requestSeq: number
  readonly seq: number
}

export type AuthClientOptions = {
  readonly log: TrafficLog
  readonly serverId: ServerId
  readonly serverUrl: URL
  readonly clock: Clock
  /** What must not be shown anywhere from now on. */
  readonly hide: (values: readonly string[]) => void
  readonly signal?: AbortSignal | undefined
  /** The way to the server, which is also the way to its authorization server. */
  readonly network: Network
  /** How much of a header of the person's definition may be shown; undefined for other headers. */
  readonly shownValue?: ((name: string, value: string) => string | undefined) | undefined
  /** Sees each request before it leaves, and may change it, keep it for a while, or refuse it. */
  readonly before?: (request: AuthRequest) => Promise<AuthRequest>
  readonly after?: (request: AuthRequest, reply: AuthReply) => void
  /** The same as `before`, for the page that the browser of the person opens. */
  readonly beforePage?: (url: URL) => Promise<URL>
  /** Told the number of each entry. */
  readonly onEntry?: (seq: number) => void
}

const TIMEOUT_MS = 30_000
const BODY_LIMIT_BYTES = 1024 * 1024
const MAX_SOCKETS = 4

export class AuthClient {
  private readonly addresses: AuthAddresses

  constructor(private readonly options: AuthClientOptions) {
    this.addresses = new AuthAddresses(options.serverUrl)
  }

  /** What must not be shown anywhere from now on. */
  hide(values: readonly string[]): void {
    this.options.hide(values)
  }

  /** Rejects with a sentence that says why the address is not used. */
  checkAddress(url: URL): Promise<void> {
    const { signal } = this.options
    const checked = this.addresses.check(url)
    return signal ? untilAborted(signal, checked) : checked
  }

  /** The page as the browser is to open it; rejects with a sentence where it is not opened. */
  async preparePage(wanted: URL): Promise<URL> {
    const { beforePage } = this.options
    const url = beforePage ? await beforePage(wanted) : wanted
    await this.checkAddress(url)
    return url
  }

  /** The browser of the person is sent to an address. Returns the entry. */
  recordPage(url: URL): number {
    const target = veiledAddress(url.href)
    const text = `GET ${target}`
    // No line of HTTP comes first: what a browser sends is not known, and no exchange of ours.
    const raw = `Opened in your browser: ${target}`
    return this.append({ origin: 'workbench', method: 'GET', target, text, bytes: 0, raw })
  }

  /** The browser has come back with an answer. */
  recordReturn(page: number, redirectUrl: string, answer: CallbackAnswer): void {
    const given = new URLSearchParams()
    const said = [
      ['code', answer.code],
      ['iss', answer.iss],
      ['error', answer.error],
      ['error_description', answer.errorDescription]
    ] as const
    for (const [name, value] of said) if (value !== undefined) given.set(name, value)
    const target = veiledAddress(`${redirectUrl}?${given.toString()}`)
    const text = answer.code === undefined ? 'Came back without a code' : 'Came back with a code'
    const raw = `GET ${target}\n\nYour browser came back to Patchbay.`
    this.append({
      origin: 'server',
      method: 'GET',
      target,
      text,
      bytes: 0,
      raw,
      answers: page,
      status: 302
    })
  }

  /** Nothing came back that could be used, and nobody waits for it any more. */
  recordNoReturn(page: number, why: string): void {
    const text = `Did not come back: ${why}`
    const target = 'Patchbay'
    const rest = { bytes: 0, raw: text, answers: page, status: 0 }
    this.append({ origin: 'server', method: 'GET', target, text, ...rest })
  }

  /** The person is asked whether more may be granted. Returns the entry. */
  recordQuestion(action: string, scopes: readonly string[]): number {
    const text = `Asked you for more access: ${scopes.join(' ')}`
    const raw = `${text}\n\n${action} needs it.`
    const method = PERSON_ASKED
    return this.append({ origin: 'workbench', method, target: action, text, bytes: 0, raw })
  }

  /** What came of the question, the sign-in included. */
  recordDecision(question: number, isGranted: boolean): void {
    const text = isGranted ? 'More access was granted' : 'No more access was granted'
    const method = PERSON_ASKED
    this.append({
      origin: 'server',
      method,
      target: '',
      text,
      bytes: 0,
      raw: text,
      answers: question
    })
  }

  /** Rejects with a sentence for a person when there is no reply. */
  async send(wanted: AuthRequest): Promise<AuthReply> {
    const { before, after, hide } = this.options
    const request = before ? await before(wanted) : wanted
    await this.checkAddress(request.url)
    const { body = '' } = request
    hide([...secretsIn(body, request.headers['content-type'] ?? ''), ...bearerIn(request.headers)])
    const reply = await this.exchange(request)
    after?.(request, reply)
    return reply
  }

  /** For the functions of the SDK, which read the response as they know it. */
  readonly fetch: FetchLike = async (input, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers))
    const body = init.body === undefined || init.body === null ? undefined : bodyText(init.body)
    if (body !== undefined && init.body instanceof URLSearchParams) {
      headers['content-type'] ??= 'application/x-www-form-urlencoded;charset=UTF-8'
    }
    const reply = await this.send({
      method: init.method === 'POST' ? 'POST' : 'GET',
      url: new URL(input),
      headers,
      ...(body !== undefined && { body })
    })
    const hasBody = ![204, 205, 304].includes(reply.status)
    return new Response(hasBody ? reply.text : null, {
      status: reply.status,
      headers: flat(reply.headers)
    })
  }

  private async exchange(request: AuthRequest): Promise<AuthReply> {
    const { clock, signal, network } = this.options
    const startedAt = clock.monotonic()
    const requestSeq = this.record(request)
    const { lookup } = this.addresses
    const agent = network.agentFor(request.url, { maxSockets: MAX_SOCKETS, lookup })
    const exchange = new HttpExchange(
      { ...request, headers: { 'user-agent': 'patchbay', ...withLength(request) } },
      // A redirect within the origin is a hop of the same exchange.
      { agent, network, clock, log: () => undefined },
      () => agent.destroy()
    )
    const stopWaiting = clock.after(TIMEOUT_MS, () => exchange.abort(LATE))
    const onAbort = (): void => exchange.abort(closedFailure())
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    try {
      const { status, headers, incoming } = await exchange.reply
      const { text, bytes } = await readReply(incoming)
      const tookMs = clock.monotonic() - startedAt
      const seq = this.recordReply(request, requestSeq, { incoming, text, bytes, tookMs })
      return { status, headers, text, requestSeq, seq }
    } catch (error) {
      this.recordFailure(request, requestSeq, error, clock.monotonic() - startedAt)
      throw error
    } finally {
      stopWaiting()
      signal?.removeEventListener('abort', onAbort)
    }
  }

  private record({ method, url, headers, body }: AuthRequest): number {
    const target = veiledAddress(url.href)
    const raw = [
      `${method} ${target}`,
      ...Object.entries(headers).map(([name, value]) => this.line(name, value)),
      ...(body === undefined ? [] : ['', veiledBody(body, headers['content-type'] ?? '')])
    ].join('\n')
    return this.append({
      origin: 'workbench',
      method,
      target,
      text: `${method} ${target}`,
      bytes: Buffer.byteLength(body ?? ''),
      raw
    })
  }

  private recordReply(
    { method, url }: AuthRequest,
    answers: number,
    { incoming, text, bytes, tookMs }: Received
  ): number {
    const { statusCode: status = 0, statusMessage = '', rawHeaders, httpVersion } = incoming
    const contentType = incoming.headers['content-type'] ?? ''
    this.options.hide(secretsIn(text, contentType))
    const lines = [`HTTP/${httpVersion} ${status} ${statusMessage}`]
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at] ?? ''
      lines.push(this.line(name, rawHeaders[at + 1] ?? ''))
    }
    return this.append({
      origin: 'server',
      method,
      target: veiledAddress(url.href),
      text: `${status} ${visibleText(statusMessage)}`.trim(),
      bytes,
      raw: [...lines, '', veiledBody(text, contentType)].join('\n'),
      answers,
      tookMs,
      status
    })
  }

  private line(name: string, value: string): string {
    return `${name}: ${this.options.shownValue?.(name, value) ?? veiledHeader(name, value)}`
  }

  private recordFailure(
    { method, url }: AuthRequest,
    answers: number,
    error: unknown,
    tookMs: number
  ): void {
    const why = error instanceof Error ? error.message : String(error)
    const target = veiledAddress(url.href)
    const text = `No response: ${why}`
    this.append({
      origin: 'server',
      method,
      target,
      text,
      bytes: 0,
      raw: text,
      answers,
      tookMs,
      status: 0
    })
  }

  private append({ raw, text, ...rest }: Written): number {
    const { log, serverId, clock } = this.options
    const seq = log.nextSeq
    const entry = { seq, time: clock.wall(), serverId, kind: 'auth' as const, ...rest }
    log.append({ ...entry, text: beginningOf(text, ENTRY_TEXT_LIMIT) }, raw)
    this.options.onEntry?.(seq)
    return seq
  }
}

type Received = {
  readonly incoming: http.IncomingMessage
  readonly text: string
  readonly bytes: number
  readonly tookMs: number
}

type Written = {
  readonly origin: 'workbench' | 'server'
  readonly method: string
  readonly target: string
  readonly text: string
  readonly bytes: number
  readonly raw: string
  readonly answers?: number
  readonly tookMs?: number
  readonly status?: number
}

/** A stream of events may never end, so its first event is enough. */
async function readReply(
  incoming: http.IncomingMessage
): Promise<{ readonly text: string; readonly bytes: number }> {
  if (mediaType(incoming.headers) !== 'text/event-stream') {
    return readBody(incoming, BODY_LIMIT_BYTES)
  }
  let first: string | undefined
  const onEvent = ({ data }: StreamEvent): void => {
    first ??= data
    incoming.destroy()
  }
  await readEvents(incoming, BODY_LIMIT_BYTES, { onBytes: () => 0, onEvent }, BODY_LIMIT_BYTES)
  const text = first ?? ''
  return { text, bytes: Buffer.byteLength(text) }
}

function bearerIn(headers: AuthRequest['headers']): readonly string[] {
  const [, credentials] = /^\S+ +(\S{4,})$/.exec(headers['authorization'] ?? '') ?? []
  return credentials === undefined ? [] : [credentials]
}

function bodyText(body: RequestInit['body']): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new Error('A sign-in sends texts and forms only.')
}

function withLength({ headers, body }: AuthRequest): Record<string, string> {
  if (body === undefined) return { ...headers, 'accept-encoding': 'identity' }
  const length = String(Buffer.byteLength(body))
  return { ...headers, 'accept-encoding': 'identity', 'content-length': length }
}

function flat(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]]
    )
  )
}
