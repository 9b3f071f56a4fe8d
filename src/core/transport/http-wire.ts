/** What the transports over HTTP have in common: a client, one end, and a way to look after health. */
import { isObject, parseJson } from '../../shared/json/json'
import { shapeOf, type FrameShape, type RpcId } from '../../shared/protocol/json-rpc'
import type { WireFailure } from '../../shared/protocol/failure'
import type { Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'
import type { Arrival } from '../traffic/timing'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { withoutEnd } from '../../shared/text/without-end'
import { Asked, AskedRequests } from '../http/asked'
import type { Credentials } from '../http/credentials'
import type { LongEvent } from '../framing/event-stream'
import { endless, skipped, tooLongFailure, type LongMessage } from '../framing/frame-limit'
import { readBody, type Body } from '../framing/http-body'
import { HttpClient, type HttpExchange, type HttpReply } from '../http/http-client'
import { closedFailure, cutFailure, LATE, statusFailure } from '../http/http-failure'
import { preview } from '../text/preview'
import { missingHeader } from '../http/http-head'
import type { Network } from '../network/network'
import { Outbox } from '../wire/outbox'
import { answeredId, isAnswerStart } from '../framing/partial-frame'
import { RefusalBodies } from '../http/refusal-bodies'
import { shownAddress } from '../address/shown-address'
import type { Sighting, Tap } from '../wire/tap'
import { Wire, WireError, type SendOptions, type WireEnd } from '../wire/wire'

export type RemoteOptions = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly frameLimitBytes: number
  /** A message that is longer ends the connection or the stream that it comes on. */
  readonly endlessBytes?: number
  /** How long it may take until the server is there. */
  readonly startTimeoutMs?: number
  /** How long the server may take none of our answers. */
  readonly patienceMs?: number
  readonly credentials?: Credentials | undefined
  /** The way to the server. */
  readonly network: Network
}

/** Something that is no request has reached the server. */
export type Told = {
  /** Resolves when all that the server says to it was read, but for what is a stream. */
  readonly read: Promise<void>
}

/** What a message that is no request is, besides its text. */
export type Aside = {
  /** What a person wrote, to which anything may be said. */
  readonly raw?: FrameShape
  readonly waitMs?: number
}

export type TimedBody = Body & { readonly arrival: Arrival; readonly cameIn: number | undefined }

export const START_TIMEOUT_MS = 30_000

const CLOSE_WAIT_MS = 2_000
const HEALTH_WAIT_MS = 10_000
const METHOD_NOT_FOUND = -32601
const GIVEN_UP = cutFailure('Nobody has waited for this for a long time.')
const NO_TYPE = missingHeader(
  'An answer with a body',
  'Content-Type',
  'Transports, Streamable HTTP'
)

export abstract class HttpWire extends Wire {
  protected isOver = false
  protected readonly asked = new AskedRequests()
  protected readonly outbox: Outbox
  private readonly refusals: RefusalBodies
  private readonly client?: HttpClient
  private closing?: Promise<void>

  constructor(
    protected readonly options: RemoteOptions,
    tap: Tap,
    clock: Clock
  ) {
    super(tap, clock)
    this.outbox = new Outbox({
      clock,
      patienceMs: options.patienceMs,
      mostInFlight: LIMITS.answersInFlight.most,
      congestion: () => this.tap.congestion,
      onUntaken: (failure) => this.fail(failure)
    })
    this.refusals = new RefusalBodies(clock, options.frameLimitBytes)
    const url = httpUrl(options.url)
    const { headers, credentials, network } = options
    if (url) this.client = new HttpClient(url, headers, tap, clock, network, credentials)
  }

  close(graceMs = CLOSE_WAIT_MS): Promise<void> {
    this.closing ??= this.shutDown(graceMs)
    return this.closing
  }

  kill(): void {
    this.finish('Closed.')
  }

  override hold(): () => void {
    return this.outbox.hold()
  }

  override endRefusal(id: RpcId): boolean {
    return this.refusals.end(id)
  }

  /** `GET <url>/health` where the server has it; where not, that it says so is a sign of life. */
  async healthCheck(): Promise<boolean> {
    if (this.isOver || !this.client) return false
    const url = joinPath(this.client.url, 'health')
    const headers = { accept: '*/*' }
    const background = 'while it works'
    const probe = this.client.exchange({ method: 'GET', url, headers, background })
    const stopWaiting = this.clock.after(HEALTH_WAIT_MS, () => probe.abort(LATE))
    try {
      const { status, incoming } = await probe.reply
      incoming.destroy() // what is there may never end
      return !this.isOver && status < 500
    } catch (error) {
      const isAnswered = error instanceof WireError && error.failure.class === 'http'
      return isAnswered && !this.isOver
    } finally {
      stopWaiting()
    }
  }

  override async isDeserted(): Promise<boolean> {
    return this.client !== undefined && this.client.isDeserted()
  }

  protected override get room(): Promise<void> | undefined {
    return this.outbox.congestion
  }

  protected get endlessBytes(): number {
    return this.options.endlessBytes ?? LIMITS.endlessMessageBytes.most
  }

  /** Nothing can be sent any more. */
  protected get isShut(): boolean {
    return this.isOver || this.closing !== undefined
  }

  protected get http(): HttpClient {
    if (this.client) return this.client
    const message = `${preview(shownAddress(this.options.url))} is not an address that starts with http: or https:.`
    throw new WireError({ class: 'network', code: 'ERR_INVALID_URL', message, isUnsent: true })
  }

  /** What is left to say before the end. Must come to an end by itself. */
  protected async sayFarewell(_graceMs: number): Promise<void> {}

  /** The wire is over, and not because anyone wanted it. */
  protected fail(failure: WireFailure, end: WireEnd = { kind: 'failed', failure }): void {
    if (this.isOver) return
    if (!this.closing) this.end ??= end
    this.finish(failure.message)
  }

  protected finish(text: string): void {
    if (this.isOver) return
    this.isOver = true
    this.outbox.end()
    this.client?.destroy()
    this.onFinish()
    this.tap.end(text)
    this.onclose?.()
  }

  /** Sends a request, and takes what is said to it. Rejects when there will be no answer. */
  protected abstract ask(asked: Asked, method: string): Promise<void>

  /** Sends what is no request, and resolves when the server has replied to it. */
  protected abstract tell(exchange: HttpExchange, aside?: Aside): Promise<Told>

  /** Answers take turns, so that a server that asks a lot cannot use up the connections. */
  protected postAnswer(
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: string,
    options: SendOptions | undefined
  ): Promise<void> {
    const waitMs = this.outbox.patienceMs
    return this.outbox.answer(Buffer.byteLength(body), async (onTaken) => {
      if (this.isShut) throw closed()
      const sighting = this.recordText(body, false, options)
      const exchange = this.post(url, headers, body, sighting)
      exchange.reply.then(onTaken, () => undefined) // `tell` rejects too
      const { read } = await this.tell(exchange, { waitMs })
      await read
    })
  }

  protected post(
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: string,
    sighting: Sighting
  ): HttpExchange {
    const { entry, shape } = sighting
    const exchange = this.http.exchange({
      method: 'POST',
      url,
      headers,
      body,
      rpcMethod: 'method' in shape ? shape.method : undefined,
      isAnswer: shape.kind === 'result' || shape.kind === 'error',
      belongsTo: entry.seq,
      ...(entry.isBackground === true && { background: 'while it works' })
    })
    void exchange.sent.then(() => this.tap.sent(sighting)) // it never rejects
    return exchange
  }

  protected async postRaw(
    url: URL,
    headers: Readonly<Record<string, string>>,
    text: string
  ): Promise<TrafficEntry> {
    const sighting = this.recordText(text, true)
    const { shape, entry } = sighting
    const exchange = this.post(url, headers, text, sighting)
    const taken: Promise<unknown> =
      shape.kind === 'request'
        ? this.ask(new Asked(shape.id, exchange, this.clock, true), shape.method)
        : this.tell(exchange, { raw: shape })
    taken.catch(() => undefined) // what goes wrong once it has left is in the traffic
    await Promise.race([exchange.sent, exchange.reply])
    return entry
  }

  /** For what a transport has to stop of its own. */
  protected onFinish(): void {
    this.asked.clear()
  }

  /** A request is out from now on. */
  protected noteAsked(asked: Asked, method: string): void {
    const givenUp = this.asked.add(asked, method)
    if (!givenUp) return
    this.lose(givenUp, GIVEN_UP)
    givenUp.exchange.abort(GIVEN_UP)
  }

  /** A message that is too long ends the request that it answers, and no other. */
  protected override loseLong(id: RpcId, long: LongMessage): void {
    const asked = this.asked.get(id)
    if (!asked) return super.loseLong(id, long)
    this.lose(asked, tooLongFailure(long))
    asked.linger()
  }

  /** A body that is too long. Rejects where it answers the request that was posted. */
  protected takeLong(body: Body, asked?: Asked): void {
    const { text: start, bytes, tail, violations = [], original, isPart } = body
    const long = { bytes, limitBytes: this.options.frameLimitBytes, start, isPart }
    const id = answeredId(start, tail) ?? asked?.id
    const why = skipped(long, id !== undefined)
    this.tap.noise(start, bytes, [...violations, why], { original, repliesTo: id })
    if (asked && id === asked.id) throw new WireError(tooLongFailure(long))
    if (id !== undefined) this.loseLong(id, long)
  }

  /** An event that is too long. On the stream of a request, an answer without an id is its answer. */
  protected skip(event: LongEvent, asked?: Asked): void {
    if (this.isOver) return
    const { data: start, bytes, end, original, isEndless } = event
    this.lastHeardAt = this.clock.monotonic()
    const long = { bytes, limitBytes: this.options.frameLimitBytes, start, isPart: isEndless }
    const isAnswer = isAnswerStart(start)
    const id =
      isAnswer && asked ? (answeredId(start, end) ?? asked.id) : this.answeredBy(start, end)
    const why = isEndless
      ? endless(bytes, 'Patchbay ended the stream.')
      : skipped(long, id !== undefined || !isAnswer)
    this.tap.noise(start, bytes, [why], { original, repliesTo: id, streamOf: asked?.id })
    if (id !== undefined) this.loseLong(id, long)
  }

  protected lose(asked: Asked, failure: WireFailure): void {
    if (!this.asked.leave(asked)) return
    this.tap.abandon(asked.id, failure.message)
    if (!asked.isRaw) this.onRequestLost?.(asked.id, failure)
  }

  /**
   * A status that is not one of success. Rejects, unless the body is the server's answer to the
   * request: an error answer is an answer. Whatever frame is said to something raw is heard.
   */
  protected async takeRefusal(
    reply: HttpReply,
    id: RpcId | undefined,
    isRaw = false
  ): Promise<FrameShape> {
    const { status, headers } = reply
    const body = timed(await this.refusals.read(reply, id), reply, this.clock)
    const error = id === undefined ? undefined : errorFor(id, body.text)
    const { text } = body
    const isUnknownMethod = error?.['code'] === METHOD_NOT_FOUND
    const session = isUnknownMethod ? undefined : this.sessionOf(reply)
    const { credentials } = this.options
    const now = this.clock.wall()
    const failure = statusFailure({ status, headers, text, session, now, credentials })
    const isFinal = failure.class === 'http' || (status === 429 && !headers['retry-after'])
    if (error && isFinal) return this.receive(body).shape
    if (isRaw && isFrame(parseJson(text))) this.receive(body)
    else {
      // The body says what became of the request; who asked learns it from the status.
      const known = { ...body, repliesTo: id }
      if (isFrame(parseJson(text))) this.tap.frame('server', text, body.bytes, known)
      else if (text !== '') this.tap.noise(text, body.bytes, body.violations ?? [], known)
    }
    throw new WireError(failure)
  }

  /** The body of the response to something posted. */
  protected async readPosted(reply: HttpReply): Promise<TimedBody> {
    const { status, contentType } = reply
    const { frameLimitBytes } = this.options
    const body = await this.readTimed(reply, frameLimitBytes, this.endlessBytes)
    if (status !== 200 || contentType !== '' || body.bytes === 0) return body
    return { ...body, violations: [...(body.violations ?? []), NO_TYPE] }
  }

  private sessionOf({ sessionId }: HttpReply): 'current' | 'former' | undefined {
    if (sessionId === undefined) return undefined
    return sessionId === this.sessionId ? 'current' : 'former'
  }

  protected async readTimed(
    reply: HttpReply,
    limitBytes: number,
    endlessBytes = limitBytes
  ): Promise<TimedBody> {
    return timed(await readBody(reply.incoming, limitBytes, endlessBytes), reply, this.clock)
  }

  private async shutDown(graceMs: number): Promise<void> {
    if (!this.isOver) await this.sayFarewell(graceMs).catch(() => undefined)
    this.finish('Closed.')
  }
}

/** A body that has just ended. */
function timed(body: Body, reply: HttpReply, clock: Clock): TimedBody {
  const fault = body.end === 'cut' ? reply.fault() : undefined
  const arrival = { firstByteAt: reply.beganAt, doneAt: clock.monotonic() }
  return { ...body, arrival, cameIn: reply.seq, ...(fault !== undefined && { fault }) }
}

export function closed(): WireError {
  return new WireError(closedFailure())
}

export function isJsonType(contentType: string): boolean {
  return (
    ['', 'application/json', 'text/json'].includes(contentType) || contentType.endsWith('+json')
  )
}

export function isFrame(value: unknown): boolean {
  return shapeOf(value).kind !== 'not a frame'
}

/** Adds a step to the path and keeps the query. */
export function joinPath(base: URL, step: string): URL {
  const url = new URL(base)
  url.pathname = `${withoutEnd(url.pathname, '/')}/${step}`
  return url
}

function httpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined
}

/** The error in `text`, if `text` is an error answer to the request `id`. */
function errorFor(id: RpcId, text: string): Record<string, unknown> | undefined {
  const message = parseJson(text)
  if (!isObject(message) || message['jsonrpc'] !== '2.0' || message['id'] !== id) return undefined
  return isObject(message['error']) ? message['error'] : undefined
}
