/**
 * Finds out by trying which of the two HTTP transports a server speaks: Streamable HTTP first; if that
 * refuses the first `initialize`, HTTP+SSE at the same address. Each step is in the traffic.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { WireFailure } from '../../shared/protocol/failure'
import type { RpcId } from '../../shared/protocol/json-rpc'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import type { Clock } from '../time/clock'
import type { RemoteOptions } from './http-wire'
import { SseTransport } from './sse'
import { StreamableHttpTransport } from './streamable-http'
import type { Tap } from '../wire/tap'
import { Wire, WireError, type SendOptions } from '../wire/wire'

/** How a server answers that does not know the transport. */
const REFUSED = [400, 404, 405]

/** A server of HTTP+SSE may also accept the message, and answer on a stream that nobody has opened. */
function isRefusal({ class: kind, status = 0, body }: WireFailure): boolean {
  if (kind === 'http') return REFUSED.includes(status)
  return kind === 'not-an-answer' && status === 202 && body?.text.trim() === ''
}

export class AutoTransport extends Wire {
  private inner: Wire
  private isDecided = false
  private isClosed = false
  private version?: string

  constructor(
    private readonly options: RemoteOptions,
    tap: Tap,
    clock: Clock
  ) {
    super(tap, clock)
    this.inner = new StreamableHttpTransport(options, tap, clock)
    // Only the transport that is in use knows these.
    Object.defineProperties(this, {
      sessionId: { get: () => this.inner.sessionId },
      lastHeardAt: { get: () => this.inner.lastHeardAt }
    })
  }

  override get foundTransport(): 'streamable-http' | 'sse' {
    return this.inner instanceof SseTransport ? 'sse' : 'streamable-http'
  }

  start(): Promise<void> {
    this.adopt()
    this.tap.lifecycle('Trying Streamable HTTP.')
    return this.inner.start()
  }

  async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    const isFirst = !this.isDecided && 'method' in message && message.method === 'initialize'
    if (!isFirst) return this.inner.send(message, options)
    this.isDecided = true
    try {
      await this.inner.send(message, options)
    } catch (error) {
      const failure = error instanceof WireError ? error.failure : undefined
      if (!failure || !isRefusal(failure) || this.isClosed) throw error
      await this.switchToSse(failure)
      await this.inner.send(message, options)
    }
  }

  sendRaw(text: string, options?: SendOptions): Promise<TrafficEntry> {
    return this.inner.sendRaw(text, options)
  }

  close(graceMs?: number): Promise<void> {
    this.isClosed = true
    return this.inner.close(graceMs)
  }

  kill(): void {
    this.isClosed = true
    this.inner.kill()
  }

  healthCheck(): Promise<boolean> {
    return this.inner.healthCheck()
  }

  override isDeserted(): Promise<boolean> {
    return this.inner.isDeserted()
  }

  override answerInTurns(answers: readonly (() => void)[]): void {
    this.inner.answerInTurns(answers)
  }

  override hold(): () => void {
    return this.inner.hold()
  }

  override setProtocolVersion(version: string): void {
    this.version = version
    this.inner.setProtocolVersion(version)
  }

  override resetSession(): void {
    this.inner.resetSession()
  }

  override cancelRequest(id: RpcId): boolean {
    return this.inner.cancelRequest(id)
  }

  override endRefusal(id: RpcId): boolean {
    return this.inner.endRefusal(id)
  }

  private async switchToSse(first: WireFailure): Promise<void> {
    const { tap, clock } = this
    tap.lifecycle(`Streamable HTTP was refused (${first.status}). Trying HTTP+SSE.`)
    this.detach()
    const refused = this.inner
    this.inner = new SseTransport(this.options, tap, clock)
    if (this.version !== undefined) this.inner.setProtocolVersion(this.version)
    this.adopt()
    await refused.close(0)
    try {
      await this.inner.start()
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      const { failure } = error
      const message = `Streamable HTTP: ${first.message} HTTP+SSE: ${failure.message}`
      // The message begins with the Streamable HTTP failure, so report its status and body.
      const isRefused = failure.class === 'http' || failure.class === 'not-an-answer'
      throw new WireError({ ...(isRefused ? first : failure), message })
    }
  }

  private adopt(): void {
    const { inner } = this
    inner.onclose = () => {
      if (inner.end) this.end = inner.end
      this.onclose?.()
    }
    inner.onerror = (error) => this.onerror?.(error)
    inner.onSighting = (sighting) => this.onSighting?.(sighting)
    inner.onRequestLost = (id, failure) => this.onRequestLost?.(id, failure)
    inner.onStreamEnd = () => this.onStreamEnd?.()
    // Whoever listens for messages does so from the start; nobody else is made to pay for turns.
    if (this.onmessage) inner.onmessage = (message, extra) => this.onmessage?.(message, extra)
  }

  private detach(): void {
    const { inner } = this
    delete inner.onSighting
    delete inner.onRequestLost
    delete inner.onStreamEnd
    inner.onclose = undefined
    inner.onerror = undefined
    inner.onmessage = undefined
  }
}
