/** Speaks over a WebSocket: one text message is one frame. */
import type { IncomingMessage } from 'node:http'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import WebSocket, { type RawData } from 'ws'
import type { WireFailure } from '../../shared/protocol/failure'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { visibleText } from '../../shared/text/visible-text'
import type { Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'
import { failureOf } from '../http/certificate'
import { MOST_ATTEMPTS, type RefusedAttempt } from '../http/credentials'
import { Backlog } from '../framing/backlog'
import { KEPT_OF_TOO_LONG_BYTES, skipped } from '../framing/frame-limit'
import { readBody } from '../framing/http-body'
import { networkFailure, statusFailure } from '../http/http-failure'
import { codeOf } from '../network/network-error'
import { headerVeil, type HeaderVeil } from '../http/http-head'
import { closed, START_TIMEOUT_MS, type RemoteOptions } from './http-wire'
import { Outbox } from '../wire/outbox'
import { isAnswerStart } from '../framing/partial-frame'
import type { Tap } from '../wire/tap'
import { decodeUtf8, firstBytes } from '../framing/utf8'
import {
  BINARY,
  BROKEN,
  SUBPROTOCOL,
  UNREAD,
  badAddress,
  badUtf8,
  violationsOf
} from './websocket-faults'
import { socketUrl, UpgradeRecord } from './websocket-upgrade'
import { isAnswer, Wire, WireError, type SendOptions } from '../wire/wire'

const CLOSE_WAIT_MS = 2_000
const PONG_WAIT_MS = 10_000
const REFUSAL_WAIT_MS = 5_000
const REFUSAL_LIMIT_BYTES = 64 * 1024
const NORMAL_CLOSE = 1000
const INVALID_TEXT_CLOSE = 1007
const TOO_LARGE_CLOSE = 1009
const KEPT_OF_ITS_END_BYTES = 1024

/** One attempt to open the socket. */
type Upgrade = { readonly url: URL; readonly hasProtocol: boolean; readonly refusals: number }

type Message = { readonly bytes: Buffer; readonly isBinary: boolean; readonly doneAt: number }
type Piece = Message | { readonly ping: Buffer }

export class WebSocketTransport extends Wire {
  private socket?: WebSocket
  private isOver = false
  private closing?: Promise<void>
  private lastError?: Error | undefined
  private readonly outbox: Outbox
  private readonly shown: HeaderVeil
  private onOver = (): void => {}
  private readonly over = new Promise<void>((resolve) => (this.onOver = resolve))

  constructor(
    private readonly options: RemoteOptions,
    tap: Tap,
    clock: Clock
  ) {
    super(tap, clock)
    this.shown = headerVeil(options.headers, options.credentials)
    this.outbox = new Outbox({
      clock,
      patienceMs: options.patienceMs,
      congestion: () => this.tap.congestion,
      onUntaken: (failure) => this.breakOff(failure)
    })
  }

  private get endlessBytes(): number {
    return this.options.endlessBytes ?? LIMITS.endlessMessageBytes.most
  }

  protected override get room(): Promise<void> | undefined {
    return this.outbox.congestion
  }

  override get untakenSince(): number | undefined {
    return this.outbox.untakenSince
  }

  async start(): Promise<void> {
    const url = socketUrl(this.options.url)
    if (!url) throw new WireError(badAddress(this.options.url))
    if (this.closing || this.isOver) throw closed()
    const socket = await this.connect({ url, hasProtocol: true, refusals: 0 })
    if (this.closing) {
      socket.terminate()
      throw closed()
    }
    const chosen = socket.protocol === '' ? 'without a subprotocol' : `as ${socket.protocol}`
    this.tap.lifecycle(`Connected to ${url.host} ${chosen}.`, undefined, violationsOf(socket))
  }

  async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    const raw = JSON.stringify(message)
    if (!isAnswer(message)) return void (await this.write(raw, false, options))
    await this.outbox.answer(Buffer.byteLength(raw), async () => {
      await this.write(raw, false, options)
    })
  }

  async sendRaw(text: string): Promise<TrafficEntry> {
    return this.write(text, true)
  }

  close(graceMs = CLOSE_WAIT_MS): Promise<void> {
    this.closing ??= this.shutDown(graceMs)
    return this.closing
  }

  kill(): void {
    this.socket?.terminate()
    this.finish('Closed.')
  }

  override hold(): () => void {
    return this.outbox.hold()
  }

  async healthCheck(): Promise<boolean> {
    const { socket } = this
    if (!socket || this.isOver || socket.readyState !== WebSocket.OPEN) return false
    return new Promise((resolve) => {
      const finish = (isAlive: boolean): void => {
        stopWaiting()
        socket.off('pong', onPong)
        socket.off('close', onClose)
        resolve(isAlive)
      }
      const onPong = (): void => finish(true)
      const onClose = (): void => finish(false)
      const stopWaiting = this.clock.after(PONG_WAIT_MS, onClose)
      socket.on('pong', onPong)
      socket.on('close', onClose)
      socket.ping(undefined, undefined, (error?: Error | null) => {
        if (error) finish(false)
      })
    })
  }

  private async write(raw: string, isRaw = false, options?: SendOptions): Promise<TrafficEntry> {
    const { socket } = this
    if (!socket || this.isOver || socket.readyState !== WebSocket.OPEN) throw closed()
    const { bufferedAmount } = socket
    if (bufferedAmount > LIMITS.messageBytesWaiting.most || this.outbox.isFull) {
      throw new WireError(UNREAD)
    }
    const sighting = this.recordText(raw, isRaw, options)
    await new Promise<void>((resolve, reject) => {
      const onTaken = this.outbox.wait()
      socket.send(raw, (error) => {
        onTaken()
        if (error) return reject(new WireError(BROKEN))
        this.tap.sent(sighting)
        resolve()
      })
    })
    return sighting.entry
  }

  /** A server that does not know the subprotocol is spoken to without one. */
  private async connect(attempt: Upgrade): Promise<WebSocket> {
    const { credentials, headers: own, startTimeoutMs = START_TIMEOUT_MS } = this.options
    const { url } = attempt
    const given = await credentials?.headersFor({ method: 'GET', url, headers: {} })
    if (this.closing || this.isOver) throw closed()
    const stopTrying = this.clock.after(startTimeoutMs, () => this.socket?.terminate())
    const headers = { ...own, ...given }
    const outcome = await this.upgrade(attempt, headers).finally(stopTrying)
    if (outcome instanceof WebSocket) return outcome
    if (outcome === 'no subprotocol') return this.connect({ ...attempt, hasProtocol: false })
    const refusals = attempt.refusals + 1
    await this.answerRefusal(outcome, { method: 'GET', url, headers, refusals })
    return this.connect({ ...attempt, refusals })
  }

  /** Resolves where there are other credentials now, with which the server may let us in. */
  private async answerRefusal(
    incoming: IncomingMessage,
    asked: Omit<RefusedAttempt, 'status' | 'replied'>
  ): Promise<void> {
    const { statusCode: status = 0, headers: replied } = incoming
    const failure = await this.refusal(incoming)
    this.socket?.terminate()
    const isOpen = (status === 401 || status === 403) && asked.refusals < MOST_ATTEMPTS
    const isAgain =
      isOpen && (await this.options.credentials?.answerRefusal({ ...asked, status, replied }))
    if (this.closing || this.isOver) throw closed()
    if (isAgain !== true) throw new WireError(failure)
  }

  private upgrade(
    attempt: Upgrade,
    headers: Readonly<Record<string, string>>
  ): Promise<WebSocket | IncomingMessage | 'no subprotocol'> {
    const { url, hasProtocol } = attempt
    const { tap, clock, shown } = this
    const record = new UpgradeRecord(url, { tap, clock, shown })
    return new Promise((resolve, reject) => {
      let socket: WebSocket
      try {
        socket = new WebSocket(url, hasProtocol ? [SUBPROTOCOL] : [], {
          headers: { ...headers },
          // The library can only end the connection at its limit, so that ours is a lower one.
          maxPayload: this.endlessBytes,
          // With validation, the library would drop the bytes that are not UTF-8.
          skipUTF8Validation: true,
          perMessageDeflate: false,
          autoPong: false,
          followRedirects: false,
          agent: this.options.network.agentFor(url, { maxSockets: 1 }),
          finishRequest: record.send
        })
      } catch (error) {
        reject(new WireError(networkFailure(error, url)))
        return
      }
      this.socket = socket
      socket.once('upgrade', record.end)
      socket.once('open', () => {
        this.lastError = undefined
        this.listen(socket)
        resolve(socket)
      })
      socket.once('unexpected-response', (_request, incoming) => {
        record.end(incoming)
        resolve(incoming)
      })
      socket.on('error', (error) => {
        this.lastError = error
        if (hasProtocol && error.message === 'Server sent no subprotocol') {
          resolve('no subprotocol')
        } else if (this.closing) reject(closed())
        else
          void failureOf(error, url, this.clock, this.options.network).then((why) => {
            record.end(why.message)
            reject(new WireError(why))
          })
      })
      socket.once('close', () => {
        if (!this.lastError) reject(closed())
      })
    })
  }

  private listen(socket: WebSocket): void {
    const backlog = new Backlog(
      (piece: Piece) => {
        if (this.isOver) return
        if ('ping' in piece) this.pong(socket, piece.ping)
        else this.hear(socket, piece)
      },
      () => this.pauseReading()
    )
    const take = (piece: Piece): void => {
      backlog.push(piece)
      const isFull = backlog.room ?? this.outbox.congestion // it never rejects
      if (!isFull || socket.isPaused) return
      socket.pause()
      void isFull.then(() => socket.resume())
    }
    socket.on('message', (data, isBinary) => {
      take({ bytes: bytesOf(data), isBinary, doneAt: this.clock.monotonic() })
    })
    socket.on('ping', (ping) => take({ ping }))
    socket.on('pong', () => (this.lastHeardAt = this.clock.monotonic()))
    socket.once('close', (code, reason) => {
      backlog.drain()
      this.takeClose(code, reason.toString('utf8'))
    })
  }

  private hear(socket: WebSocket, { bytes, isBinary, doneAt }: Message): void {
    const { frameLimitBytes } = this.options
    if (bytes.length > frameLimitBytes) return this.skip(bytes)
    const { text, invalidUtf8At: at, original } = decodeUtf8(bytes)
    if (!isBinary && at !== undefined) return this.refuseText(socket, bytes, at)
    const violations = isBinary ? [BINARY] : undefined
    const size = bytes.length
    this.receive({ text, bytes: size, violations, original, arrival: { doneAt } })
  }

  /** Of a message that is too long the beginning is kept, and the request it answers is over. */
  private skip(message: Buffer): void {
    const bytes = message.length
    const { text: start, original } = decodeUtf8(firstBytes(message, KEPT_OF_TOO_LONG_BYTES))
    const long = { bytes, limitBytes: this.options.frameLimitBytes, start }
    const id = this.answeredBy(start, message.subarray(-KEPT_OF_ITS_END_BYTES).toString('utf8'))
    this.lastHeardAt = this.clock.monotonic()
    const isKnown = id !== undefined || !isAnswerStart(start)
    this.tap.noise(start, bytes, [skipped(long, isKnown)], { original, repliesTo: id })
    if (id !== undefined) this.loseLong(id, long)
  }

  /** RFC 6455 requires the connection to be closed after text that is not UTF-8. */
  private refuseText(socket: WebSocket, bytes: Buffer, at: number): void {
    const { text, original } = decodeUtf8(bytes)
    this.tap.noise(text, bytes.length, [badUtf8(at)], { original })
    this.lastError = new Error('a text message is not UTF-8')
    socket.close(INVALID_TEXT_CLOSE)
    this.takeClose(INVALID_TEXT_CLOSE, '')
    socket.terminate()
  }

  /** A ping of the socket itself is a question like any other. */
  private pong(socket: WebSocket, data: Buffer): void {
    this.lastHeardAt = this.clock.monotonic()
    const send = (): Promise<void> =>
      new Promise((resolve) => socket.pong(data, undefined, () => resolve()))
    this.requestsHeard++
    void this.outbox.answer(data.length, send) // it never rejects
  }

  private takeClose(code: number, reason: string): void {
    if (this.isOver) return
    const why = reason === '' ? (this.lastError?.message ?? '') : reason
    const said = why === '' ? '' : `: ${visibleText(why.slice(0, 200))}`
    const text = `The WebSocket was closed with code ${code}${said}.`
    const isOurs = this.lastError !== undefined && isTooLarge(this.lastError)
    if (!this.closing) {
      const limitBytes = this.endlessBytes
      this.end =
        isOurs || code === TOO_LARGE_CLOSE
          ? { kind: 'too long', limitBytes }
          : { kind: 'failed', failure: { class: 'network', message: text, isUnsent: false } }
    }
    this.finish(this.closing ? 'Closed.' : text)
  }

  private async shutDown(graceMs: number): Promise<void> {
    const { socket } = this
    this.outbox.end()
    if (socket?.readyState === WebSocket.OPEN) {
      const stopWaiting = this.clock.after(graceMs, () => socket.terminate())
      socket.close(NORMAL_CLOSE)
      await this.over
      stopWaiting()
    } else socket?.terminate()
    this.finish('Closed.')
  }

  private breakOff(failure: WireFailure): void {
    if (this.isOver) return
    if (!this.closing) this.end ??= { kind: 'failed', failure }
    this.socket?.terminate()
    this.finish(failure.message)
  }

  private finish(text: string): void {
    if (this.isOver) return
    this.isOver = true
    this.outbox.end()
    this.tap.end(text)
    this.onOver()
    this.onclose?.()
  }

  private async refusal(incoming: IncomingMessage): Promise<WireFailure> {
    const stopWaiting = this.clock.after(REFUSAL_WAIT_MS, () => incoming.destroy())
    const { text } = await readBody(incoming, REFUSAL_LIMIT_BYTES)
    stopWaiting()
    const { statusCode: status = 0, headers } = incoming
    const { credentials } = this.options
    return statusFailure({ status, headers, text, now: this.clock.wall(), credentials })
  }
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}

function isTooLarge(error: Error): boolean {
  return codeOf(error) === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
}
