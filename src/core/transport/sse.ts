/**
 * Speaks HTTP+SSE of 2024-11-05: one stream to hear, POST to speak. Also the plainer variant in which
 * the stream never says where to post to; there it is `<url>/rpc`.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { WireFailure } from '../../shared/protocol/failure'
import type { TrafficEntry, Violation } from '../../shared/traffic/traffic'
import { readEvents, type StreamEvent } from '../framing/event-stream'
import { sizeText } from '../framing/frame-limit'
import { readBody, TRUNCATED } from '../framing/http-body'
import type { HttpReply } from '../http/http-client'
import { ABSENT, notAnAnswer } from '../http/http-failure'
import { preview } from '../text/preview'
import { closed, joinPath, START_TIMEOUT_MS } from './http-wire'
import { PostingWire } from './posting-wire'
import { shownAddress, shownPath } from '../address/shown-address'
import { WireError, type SendOptions } from '../wire/wire'

const ENDPOINT_WAIT_MS = 1_000

const NO_ENDPOINT: Violation = {
  rule: 'no-endpoint',
  message: 'The first event of the stream has to say where to post to.',
  clause: 'MCP 2024-11-05, Transports, HTTP with SSE'
}

const SECOND_ENDPOINT: Violation = {
  rule: 'second-endpoint',
  message:
    'The stream says a second time where to post to; it has to say so once, when it begins. Patchbay follows the last one.',
  clause: 'MCP 2024-11-05, Transports, HTTP with SSE'
}

export class SseTransport extends PostingWire {
  private endpoint?: URL
  /** The stream has said where to post to. */
  private hasEndpoint = false
  private onEndpoint = (): void => {}
  private failure?: WireFailure

  async start(): Promise<void> {
    if (this.isShut) throw closed()
    const { http } = this
    const { startTimeoutMs = START_TIMEOUT_MS } = this.options
    const headers = { accept: 'text/event-stream' }
    const exchange = http.exchange({ method: 'GET', url: http.url, headers })
    const stopTrying = this.clock.after(startTimeoutMs, () => exchange.abort(ABSENT))
    const reply = await exchange.reply.finally(stopTrying)
    if (reply.isRefusal) await this.takeRefusal(reply, undefined)
    if (reply.contentType !== 'text/event-stream') throw await this.refuse(reply)
    if (this.isShut) throw closed()
    const endpoint = new Promise<void>((resolve) => (this.onEndpoint = resolve))
    void this.listen(reply) // it never rejects
    const stopWaiting = this.clock.after(ENDPOINT_WAIT_MS, () => {
      this.endpoint = joinPath(http.url, 'rpc')
      const { pathname } = this.endpoint
      const text = `The stream does not say where to post to. Posting to ${pathname}.`
      this.tap.lifecycle(text, text, [NO_ENDPOINT])
      this.onEndpoint()
    })
    await endpoint
    stopWaiting()
    if (this.failure) throw new WireError(this.failure)
    if (this.isOver) throw closed()
  }

  async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    if (this.isShut || !this.endpoint) throw closed()
    await this.postTo(this.endpoint, message, options)
  }

  async sendRaw(text: string, options?: SendOptions): Promise<TrafficEntry> {
    if (this.isShut || !this.endpoint) throw closed()
    return this.postRawTo(this.endpoint, text, options)
  }

  private async listen(reply: HttpReply): Promise<void> {
    const { frameLimitBytes } = this.options
    const { how, rest, original } = await readEvents(
      reply.incoming,
      frameLimitBytes,
      {
        onBytes: (count) => this.noteBytes(count),
        onEvent: (event) => this.hear(event, reply.seq),
        onLong: (event) => this.skip(event),
        pause: () => this.pauseReading(),
        congestion: () => this.outbox.congestion ?? this.tap.turn.pause()
      },
      this.endlessBytes
    )
    if (rest && !this.isOver) {
      this.tap.noise(rest, original?.length ?? Buffer.byteLength(rest), [TRUNCATED], { original })
    }
    if (how === 'too long') {
      const limitBytes = this.endlessBytes
      const message = `The server sent a message of more than ${sizeText(limitBytes)}, so Patchbay ended the stream.`
      const failure: WireFailure = { class: 'not-an-answer', message, isUnsent: false }
      this.fail(failure, { kind: 'too long', limitBytes })
    } else {
      const said = how === 'ended' ? 'The server ended the stream.' : 'The stream was cut.'
      this.fail({ class: 'network', message: said, isUnsent: false })
    }
  }

  private hear(
    { type, data, bytes, violations, original, arrival }: StreamEvent,
    cameIn: number | undefined
  ): void {
    if (this.isOver) return
    if (type === 'endpoint') return this.takeEndpoint(data)
    if (data === '') return
    this.receive({ text: data, bytes, violations, original, arrival, cameIn })
  }

  private takeEndpoint(data: string): void {
    const { url } = this.http
    const endpoint = URL.canParse(data, url.href) ? new URL(data, url) : undefined
    if (endpoint?.origin !== url.origin) {
      const message = `The server wants messages at ${preview(shownAddress(data))}, which is another origin: nothing was sent there.`
      return this.fail({ class: 'not-an-answer', message, isUnsent: true })
    }
    const text = `Posting to ${shownPath(endpoint)}.`
    this.endpoint = endpoint
    this.tap.lifecycle(text, text, this.hasEndpoint ? [SECOND_ENDPOINT] : undefined)
    this.hasEndpoint = true
    this.onEndpoint()
  }

  protected override fail(
    failure: WireFailure,
    ...end: [] | [NonNullable<SseTransport['end']>]
  ): void {
    this.failure ??= failure
    super.fail(failure, ...end)
  }

  protected override onFinish(): void {
    super.onFinish()
    this.onEndpoint()
  }

  private async refuse({ status, headers, incoming }: HttpReply): Promise<WireError> {
    const stopWaiting = this.clock.after(ENDPOINT_WAIT_MS, () => incoming.destroy())
    const { text } = await readBody(incoming, this.options.frameLimitBytes)
    stopWaiting()
    const why = 'is not a stream of events'
    return new WireError(notAnAnswer({ status, headers, text, why }))
  }
}
