/**
 * Speaks Streamable HTTP in both eras: one POST for each message, answered by a body or by a stream
 * of events. The legacy era adds a session, a stream of the server's own, and streams that can be
 * taken up again; the modern era has none of these, and a request ends with its stream.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { parseJson } from '../../shared/json/json'
import type { WireFailure } from '../../shared/protocol/failure'
import { isRpcId, type RpcId } from '../../shared/protocol/json-rpc'
import type { TrafficEntry, Violation } from '../../shared/traffic/traffic'
import { Asked, CANCELLED } from '../http/asked'
import { EventTrail } from '../framing/event-trail'
import {
  readEvents,
  type EventStreamEnd,
  type StreamEnding,
  type StreamEvent
} from '../framing/event-stream'
import { TRUNCATED, unknownType } from '../framing/http-body'
import type { HttpExchange, HttpReply } from '../http/http-client'
import {
  closedFailure,
  cutFailure,
  encodingOf,
  isPassing,
  malformed,
  notResumed,
  LATE,
  notAnAnswer,
  streamLost
} from '../http/http-failure'
import { LIMITS } from '../bounds/limits'
import { closed, HttpWire, isJsonType, type Aside, type Told } from './http-wire'
import { Listening } from './listening'
import {
  BAD_SESSION_ID,
  OTHER_SESSION_ID,
  isModern,
  isSessionId,
  messageHeaders,
  sessionHeaders
} from '../http/request-headers'
import { shownSession } from '../address/shown-address'
import { SilenceWatch } from '../wire/silence-watch'
import { WireError, type SendOptions } from '../wire/wire'

/** What is no request has no deadline of its own. */
const ASIDE_WAIT_MS = 30_000
const SILENCE_MS = 300_000
const MAX_RESUMES = 5

const BROKE_OFF = cutFailure('The connection ended in the middle of the answer.')

export class StreamableHttpTransport extends HttpWire {
  /** Of the protocol, once there is one. */
  version?: string
  private listening?: Listening | undefined
  /** Streams with which the server replies to what is no request, oldest first. */
  private readonly asides = new Set<HttpExchange>()

  async start(): Promise<void> {
    if (this.isShut) throw closed()
    void this.http // an address that cannot be used is known before anything is sent
  }

  async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    if (this.isShut) throw closed()
    const method = 'method' in message ? message.method : undefined
    const { http } = this
    const headers = messageHeaders(message, this, options)
    if (method === undefined) {
      // The modern era has no way to send one.
      if (this.isModern) return
      return this.postAnswer(http.url, headers, JSON.stringify(message), options)
    }
    const { raw, sighting } = this.record(message, options)
    const exchange = this.post(http.url, headers, raw, sighting)
    if ('id' in message && isRpcId(message.id)) {
      return this.ask(new Asked(message.id, exchange, this.clock), method)
    }
    if (method === 'notifications/cancelled' && 'params' in message) {
      this.asked.release(message.params?.['requestId'])
    }
    await this.tell(exchange)
    if (method === 'notifications/initialized') this.listen()
  }

  async sendRaw(text: string, options?: SendOptions): Promise<TrafficEntry> {
    if (this.isShut) throw closed()
    const headers = messageHeaders(parseJson(text), this, options)
    return this.postRaw(this.http.url, headers, text)
  }

  override setProtocolVersion(version: string): void {
    this.version = version
  }

  override resetSession(): void {
    this.sessionId = undefined
    this.listening?.stop()
    this.listening = undefined
  }

  override cancelRequest(id: RpcId): boolean {
    if (!this.isModern) return false
    const asked = this.asked.get(id)
    if (!asked) return true
    this.asked.leave(asked)
    this.tap.abandon(id, 'Cancelled by closing the stream of its answer.')
    asked.exchange.abort(CANCELLED)
    return true
  }

  protected override async sayFarewell(graceMs: number): Promise<void> {
    this.listening?.stop()
    if (this.sessionId === undefined || this.isModern) return
    const { http } = this
    const headers = sessionHeaders(this)
    const goodbye = http.exchange({ method: 'DELETE', url: http.url, headers })
    const stopWaiting = this.clock.after(graceMs, () => goodbye.abort(closedFailure()))
    await goodbye.reply.catch(() => undefined)
    stopWaiting()
  }

  protected override onFinish(): void {
    super.onFinish()
    this.listening?.stop()
  }

  private get isModern(): boolean {
    return isModern(this.version)
  }

  protected async ask(asked: Asked, method: string): Promise<void> {
    this.noteAsked(asked, method)
    try {
      const reply = await asked.exchange.reply
      this.lastHeardAt = this.clock.monotonic()
      if (reply.isRefusal) {
        this.asked.settle(await this.takeRefusal(reply, asked.id))
        return asked.streamEnded()
      }
      if (method === 'initialize' && !asked.isRaw) this.takeSession(reply)
      else this.checkSession(reply)
      if (reply.contentType !== 'text/event-stream') return await this.takeAnswer(asked, reply)
      if (encodingOf(reply.headers) !== undefined) throw refuseStream(reply)
      void this.follow(asked, reply) // never rejects
    } catch (error) {
      asked.streamEnded()
      if (this.asked.leave(asked)) {
        this.tap.abandon(asked.id, error instanceof Error ? error.message : String(error))
      }
      throw error
    }
  }

  /** A message to which there is no answer, but for those to what is in a batch. */
  protected async tell(exchange: HttpExchange, aside: Aside = {}): Promise<Told> {
    const { raw, waitMs = ASIDE_WAIT_MS } = aside
    const stopWaiting =
      raw?.kind === 'batch' ? () => undefined : this.clock.after(waitMs, () => exchange.abort(LATE))
    try {
      const reply = await exchange.reply
      this.lastHeardAt = this.clock.monotonic()
      if (reply.isRefusal) await this.takeRefusal(reply, undefined, raw !== undefined)
      if (reply.contentType !== 'text/event-stream') {
        return { read: this.readAside(reply).finally(stopWaiting) } // it never rejects
      }
      stopWaiting()
      void this.followAside(exchange, reply) // it never rejects
      return { read: Promise.resolve() }
    } catch (error) {
      stopWaiting()
      throw error
    }
  }

  /** A server may reply with streams that never end, to as many messages as it likes. */
  private async followAside(exchange: HttpExchange, reply: HttpReply): Promise<void> {
    this.asides.add(exchange)
    const [oldest] = this.asides
    if (oldest && this.asides.size > LIMITS.streamsBesideRequests.most) {
      this.asides.delete(oldest)
      oldest.abort(closedFailure())
    }
    await this.read(reply, new EventTrail())
    this.asides.delete(exchange)
  }

  private async readAside(reply: HttpReply): Promise<void> {
    const body = await this.readPosted(reply)
    const { text, bytes, violations = [], original } = body
    if (text.trim() === '' || this.isOver) return
    if (body.end === 'too long') return this.takeLong(body)
    if (!isJsonType(reply.contentType)) return this.tap.noise(text, bytes, violations, { original })
    this.asked.settle(this.receive(body).shape)
  }

  /** What comes too late for anyone to wait for it is written down like everything else. */
  private async takeAnswer(asked: Asked, reply: HttpReply): Promise<void> {
    const { status, headers, contentType } = reply
    const body = await this.readPosted(reply)
    const { text, bytes, end, fault, violations = [] } = body
    const known = { ...body, repliesTo: asked.id }
    asked.streamEnded()
    if (this.isOver) throw closed()
    const note = (found: readonly Violation[]): void => {
      if (text !== '') this.tap.noise(text, bytes, [...violations, ...found], known)
    }
    const refuse = (why: string, found?: readonly Violation[]): WireError => {
      if (found) note(found)
      return new WireError(notAnAnswer({ status, headers, text, why }))
    }
    if (end === 'cut') {
      note([TRUNCATED])
      throw new WireError(fault === undefined ? BROKE_OFF : malformed(fault))
    }
    if (text.trim() === '') {
      if (status !== 200 && this.listening?.isOpen) return // it may come on the server's own stream
      throw refuse('has nothing in it')
    }
    if (!isJsonType(contentType)) throw refuse('has a type that no answer has', [])
    if (end === 'too long') {
      this.takeLong(body, asked)
      return
    }
    const { shape } = this.receive(known)
    this.asked.settle(shape)
    if (asked.isOver) return
    throw refuse(shape.kind === 'not a frame' ? shape.why : 'does not answer the request')
  }

  /** Reads the stream of an answer, and takes it up again where that is possible. Never rejects. */
  private async follow(asked: Asked, reply: HttpReply): Promise<void> {
    const trail = new EventTrail()
    let end = await this.readAnswer(asked, reply, trail)
    let leastMs: number | undefined
    while (!asked.isOver) {
      const delayMs = trail.breakOff(leastMs)
      const canResume = !this.isModern && trail.lastId !== undefined
      if (end.how === 'too long' || !canResume || trail.fruitless >= MAX_RESUMES) {
        const { endlessBytes } = this
        return this.lose(asked, streamLost({ end, endlessBytes, reply, canResume }))
      }
      this.tap.lifecycle(`The stream of an answer ended early. It is taken up in ${delayMs} ms.`)
      await asked.pause(delayMs)
      if (asked.isOver) return
      const next = await this.resume(asked, trail, end.how)
      if ('failure' in next) return this.lose(asked, next.failure)
      end = next.end
      leastMs = next.leastMs
    }
  }

  /** Whatever goes wrong here, the request itself has reached the server before. */
  private async resume(asked: Asked, trail: EventTrail, how: StreamEnding): Promise<Resumed> {
    asked.moveTo(this.openStream(trail))
    try {
      const reply = await asked.exchange.reply
      if (reply.isRefusal) await this.takeRefusal(reply, undefined)
      if (reply.contentType === 'text/event-stream') {
        return { end: await this.readAnswer(asked, reply, trail) }
      }
      reply.incoming.destroy()
      return { failure: cutFailure('The stream of the answer ended and cannot be taken up again.') }
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      const { failure } = error
      if (!isPassing(failure)) return { failure: notResumed(failure, how) }
      return { end: { how: 'cut' }, leastMs: failure.retryAfterMs }
    }
  }

  private async readAnswer(
    asked: Asked,
    reply: HttpReply,
    trail: EventTrail
  ): Promise<EventStreamEnd> {
    const end = await this.read(reply, trail, this.watchSilence(asked), asked)
    asked.streamEnded()
    return end
  }

  private async read(
    reply: HttpReply,
    trail: EventTrail,
    watch?: SilenceWatch,
    asked?: Asked
  ): Promise<EventStreamEnd> {
    const end = await readEvents(
      reply.incoming,
      this.options.frameLimitBytes,
      {
        onBytes: (count) => {
          watch?.heard()
          return this.noteBytes(count)
        },
        onId: (id) => trail.noteId(id),
        onRetry: (ms) => trail.noteWish(ms),
        onEvent: (event) => this.hear(event, trail, reply, asked),
        onLong: (event) => this.skip(event, asked),
        pause: () => this.pauseReading(),
        congestion: () => this.outbox.congestion ?? this.tap.turn.pause()
      },
      this.endlessBytes
    )
    watch?.stop()
    if (end.rest) this.hearRest(end.rest, end.original, asked)
    const fault = end.how === 'cut' ? reply.fault() : undefined
    return fault === undefined ? end : { ...end, fault }
  }

  private hear(
    { type, data, bytes, id, violations, original, arrival }: StreamEvent,
    trail: EventTrail,
    reply: HttpReply,
    asked: Asked | undefined
  ): void {
    if (data === '' || this.isOver) return
    if (trail.isRepeat(id)) {
      return void this.tap.lifecycle(`Event ${id} came again and was dropped.`, data)
    }
    const streamOf = asked?.id ?? null
    const known = { original, streamOf, cameIn: reply.seq }
    if (type !== 'message') return this.tap.noise(data, bytes, [unknownType(type)], known)
    const came = asked ? { ...arrival, firstByteAt: reply.beganAt } : arrival
    const frame = { ...known, text: data, bytes, violations, arrival: came }
    this.asked.settle(this.receive(frame).shape)
  }

  /** An event that the end of the stream cut off counts only if it is the answer, and whole. */
  private hearRest(text: string, original: Uint8Array | undefined, asked: Asked | undefined): void {
    const bytes = original?.length ?? Buffer.byteLength(text)
    if (this.isOver) return
    if (!asked || asked.isOver || !text.endsWith('}')) {
      return this.tap.noise(text, bytes, [TRUNCATED], { original, streamOf: asked?.id })
    }
    this.asked.settle(this.receive({ text, bytes, violations: [TRUNCATED], original }).shape)
  }

  private watchSilence(asked: Asked): SilenceWatch {
    const { exchange } = asked
    return new SilenceWatch(
      this.clock,
      SILENCE_MS,
      () => this.healthCheck(),
      () => {
        this.lose(
          asked,
          cutFailure('The stream of the answer fell silent, and the server with it.')
        )
        exchange.abort(closedFailure())
      }
    )
  }

  private listen(): void {
    if (this.isModern || this.isOver) return
    this.listening?.stop()
    this.listening = new Listening({
      tap: this.tap,
      clock: this.clock,
      onEnd: () => this.onStreamEnd?.(),
      ask: (trail) => this.openStream(trail),
      read: (reply, trail, watch) => this.read(reply, trail, watch)
    })
  }

  private openStream(trail: EventTrail): HttpExchange {
    const headers = { ...sessionHeaders(this), accept: 'text/event-stream', ...trail.headers() }
    return this.http.exchange({ method: 'GET', url: this.http.url, headers })
  }

  /** A session has one id, which the answer to `initialize` names. */
  private checkSession({ headers, sessionId }: HttpReply): void {
    const id = headers['mcp-session-id']
    if (typeof id !== 'string' || sessionId === undefined || id === sessionId) return
    const text = 'The server answers with another session id than that of the request.'
    this.tap.lifecycle(text, `${text}\n${shownSession(id)}`, [OTHER_SESSION_ID])
  }

  private takeSession({ headers }: HttpReply): void {
    const id = headers['mcp-session-id']
    if (typeof id !== 'string' || this.isModern) return
    if (isSessionId(id)) this.sessionId = id
    else
      this.tap.lifecycle('The server’s session id was ignored.', shownSession(id), [BAD_SESSION_ID])
  }
}

/** A stream that is packed says nothing that can be understood, and may never end. */
function refuseStream({ status, headers, incoming }: HttpReply): WireError {
  incoming.destroy()
  return new WireError(notAnAnswer({ status, headers, text: '', why: 'is packed' }))
}

type Resumed =
  | { readonly end: EventStreamEnd; readonly leastMs?: number | undefined }
  | { readonly failure: WireFailure }
