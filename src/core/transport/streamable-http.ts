/**
 * Speaks Streamable HTTP in both eras: one POST for each message, answered by a body or by a stream
 * of events. The legacy era adds a session, a stream of the server's own, and streams that can be
 * taken up again; the modern era has none of these, and a request ends with its stream.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { WireFailure } from '../../shared/failure'
import { isRpcId, type RpcId } from '../../shared/json-rpc'
import type { Violation } from '../../shared/traffic'
import { Asked, AskedRequests } from './asked'
import { EventTrail } from './event-trail'
import { readBody, readEvents, tooLong, TRUNCATED, unknownType } from './http-body'
import type { EventStreamEnd, StreamEvent } from './http-body'
import type { HttpExchange, HttpReply } from './http-client'
import { closedFailure, cutFailure, LATE, notAnAnswer } from './http-failure'
import { closed, HttpWire, isJsonType } from './http-wire'
import { Listening } from './listening'
import {
  BAD_SESSION_ID,
  isModern,
  isSessionId,
  messageHeaders,
  sessionHeaders
} from './request-headers'
import { SilenceWatch } from './silence-watch'
import { WireError, type SendOptions } from './wire'

/** What is no request has no deadline of its own. */
const ASIDE_WAIT_MS = 30_000
const SILENCE_MS = 300_000
const MAX_RESUMES = 5

export class StreamableHttpTransport extends HttpWire {
  /** Of the protocol, once there is one. */
  version?: string
  private listening?: Listening | undefined
  private readonly asked = new AskedRequests()

  async start(): Promise<void> {
    if (this.isShut) throw closed()
    void this.http // an address that cannot be used is known before anything is sent
  }

  async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    if (this.isShut) throw closed()
    const method = 'method' in message ? message.method : undefined
    if (method === undefined && this.isModern) return
    const { http } = this
    const { raw } = this.record(message)
    const exchange = http.exchange({
      method: 'POST',
      url: http.url,
      headers: messageHeaders(message, this, options),
      body: raw
    })
    if (method !== undefined && 'id' in message && isRpcId(message.id)) {
      return this.ask(new Asked(message.id, exchange, this.clock), method)
    }
    await this.tell(exchange)
    if (method === 'notifications/initialized') this.listen()
    if (method === 'notifications/cancelled' && 'params' in message) {
      this.asked.release(message.params?.['requestId'])
    }
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
    asked.exchange.abort(closedFailure('The request was cancelled.'))
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
    this.listening?.stop()
    this.asked.clear()
  }

  private get isModern(): boolean {
    return isModern(this.version)
  }

  private async ask(asked: Asked, method: string): Promise<void> {
    this.asked.add(asked)
    try {
      const reply = await asked.exchange.reply
      this.lastHeardAt = this.clock.monotonic()
      if (reply.status >= 400) {
        this.asked.settle(await this.takeRefusal(reply, asked.id))
        return asked.streamEnded()
      }
      if (method === 'initialize') this.takeSession(reply)
      if (reply.contentType !== 'text/event-stream') return await this.takeAnswer(asked, reply)
      void this.follow(asked, reply) // never rejects
    } catch (error) {
      asked.streamEnded()
      if (this.asked.leave(asked)) {
        this.tap.abandon(asked.id, error instanceof Error ? error.message : String(error))
      }
      throw error
    }
  }

  /** A message to which there is no answer. */
  private async tell(exchange: HttpExchange): Promise<void> {
    const stopWaiting = this.clock.after(ASIDE_WAIT_MS, () => exchange.abort(LATE))
    const reply = await exchange.reply.finally(stopWaiting)
    this.lastHeardAt = this.clock.monotonic()
    if (reply.status >= 400) await this.takeRefusal(reply, undefined)
    else void this.readAside(reply) // never rejects
  }

  private async readAside(reply: HttpReply): Promise<void> {
    if (reply.contentType === 'text/event-stream') {
      await this.read(reply, new EventTrail())
      return
    }
    const { text, bytes, violations } = await readBody(reply.incoming, this.options.frameLimitBytes)
    if (text.trim() === '' || this.isOver) return
    if (!isJsonType(reply.contentType)) return this.tap.noise(text, bytes, violations ?? [])
    this.asked.settle(this.receive(text, bytes, violations).shape)
  }

  private async takeAnswer(
    asked: Asked,
    { status, contentType, incoming }: HttpReply
  ): Promise<void> {
    const limitBytes = this.options.frameLimitBytes
    const { text, bytes, end, violations = [] } = await readBody(incoming, limitBytes)
    if (asked.isOver) throw closed()
    const refuse = (why: string, found?: readonly Violation[]): WireError => {
      if (found && text !== '') this.tap.noise(text, bytes, [...violations, ...found])
      return new WireError(notAnAnswer({ status, contentType, text, why }))
    }
    if (text.trim() === '') {
      if (status !== 200 && this.listening?.isOpen) return // it may come on the server's own stream
      throw refuse('has nothing in it')
    }
    if (!isJsonType(contentType)) throw refuse('has a type that no answer has', [])
    if (end === 'too long') throw refuse('is too large', [tooLong(limitBytes)])
    if (end === 'cut') throw refuse('breaks off', [TRUNCATED])
    const { shape } = this.receive(text, bytes, violations)
    this.asked.settle(shape)
    asked.streamEnded()
    if (asked.isOver) return
    throw refuse(shape.kind === 'not a frame' ? shape.why : 'does not answer the request')
  }

  /** Reads the stream of an answer, and takes it up again where that is possible. Never rejects. */
  private async follow(asked: Asked, reply: HttpReply): Promise<void> {
    const trail = new EventTrail()
    let end = await this.read(reply, trail, asked)
    while (!asked.isOver) {
      const delayMs = trail.breakOff()
      const why = whyLost(end, this.options.frameLimitBytes)
      if (end.how === 'too long' || this.isModern || trail.lastId === undefined) {
        return this.lose(asked, why)
      }
      if (trail.fruitless >= MAX_RESUMES) return this.lose(asked, why)
      this.tap.lifecycle(`The stream of an answer ended early. It is taken up in ${delayMs} ms.`)
      await asked.pause(delayMs)
      if (asked.isOver) return
      const next = await this.resume(asked, trail)
      if ('failure' in next) return this.lose(asked, next.failure)
      end = next.end
    }
  }

  private async resume(
    asked: Asked,
    trail: EventTrail
  ): Promise<{ end: EventStreamEnd } | { failure: WireFailure }> {
    asked.exchange = this.openStream(trail)
    try {
      const reply = await asked.exchange.reply
      if (reply.status >= 500) {
        reply.incoming.destroy()
        return { end: { how: 'cut' } }
      }
      if (reply.status >= 400) {
        await this.takeRefusal(reply, undefined)
      } else if (reply.contentType === 'text/event-stream') {
        return { end: await this.read(reply, trail, asked) }
      }
      reply.incoming.destroy()
      return { failure: cutFailure('The stream of the answer ended and cannot be taken up again.') }
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      const { failure } = error
      return failure.class === 'network' ? { end: { how: 'cut' } } : { failure }
    }
  }

  private async read(reply: HttpReply, trail: EventTrail, asked?: Asked): Promise<EventStreamEnd> {
    const watch = asked && this.watchSilence(asked)
    const end = await readEvents(reply.incoming, this.options.frameLimitBytes, {
      onBytes: () => {
        this.lastHeardAt = this.clock.monotonic()
        watch?.heard()
      },
      onId: (id) => trail.noteId(id),
      onRetry: (ms) => trail.noteWish(ms),
      onEvent: (event) => this.hear(event, trail)
    })
    watch?.stop()
    asked?.streamEnded()
    if (end.rest) this.hearRest(end.rest, asked)
    return end
  }

  private hear({ type, data, id, violations }: StreamEvent, trail: EventTrail): void {
    if (data === '' || this.isOver) return
    if (trail.isRepeat(id))
      return this.tap.lifecycle(`Event ${id} came again and was dropped.`, data)
    const bytes = Buffer.byteLength(data)
    if (type !== 'message') return this.tap.noise(data, bytes, [unknownType(type)])
    this.asked.settle(this.receive(data, bytes, violations).shape)
  }

  /** An event that the end of the stream cut off counts only if it is the answer, and whole. */
  private hearRest(rest: string, asked: Asked | undefined): void {
    const bytes = Buffer.byteLength(rest)
    if (this.isOver) return
    if (!asked || asked.isOver || !rest.endsWith('}'))
      return this.tap.noise(rest, bytes, [TRUNCATED])
    this.asked.settle(this.receive(rest, bytes, [TRUNCATED]).shape)
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

  private lose(asked: Asked, failure: WireFailure): void {
    if (!this.asked.leave(asked)) return
    this.tap.abandon(asked.id, failure.message)
    this.onRequestLost?.(asked.id, failure)
  }

  private listen(): void {
    if (this.isModern || this.isOver) return
    this.listening?.stop()
    this.listening = new Listening({
      tap: this.tap,
      clock: this.clock,
      ask: (trail) => this.openStream(trail),
      read: (reply, trail) => this.read(reply, trail)
    })
  }

  private openStream(trail: EventTrail): HttpExchange {
    const headers = { ...sessionHeaders(this), accept: 'text/event-stream', ...trail.headers() }
    return this.http.exchange({ method: 'GET', url: this.http.url, headers })
  }

  private takeSession({ headers }: HttpReply): void {
    const id = headers['mcp-session-id']
    if (typeof id !== 'string' || this.isModern) return
    if (isSessionId(id)) this.sessionId = id
    else this.tap.lifecycle('The server’s session id was ignored.', id, [BAD_SESSION_ID])
  }
}

function whyLost({ how }: EventStreamEnd, limitBytes: number): WireFailure {
  if (how !== 'too long')
    return cutFailure('The stream of the answer ended before the answer came.')
  const message = `The answer is larger than the ${limitBytes / 1024 / 1024} MiB that a frame may have.`
  return { class: 'not-an-answer', message, isUnsent: false }
}
