/** A wire to a server that is an object in this process. For tests. */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { WireFailure } from '../../shared/protocol/failure'
import type { RpcId } from '../../shared/protocol/json-rpc'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import type { Clock } from '../time/clock'
import { closed } from './http-wire'
import type { Tap } from '../wire/tap'
import { Wire, type SendOptions } from '../wire/wire'

export type MemoryServer = {
  /** Everything the server was sent, in order. */
  readonly heard: readonly JSONRPCMessage[]
  onHeard?: (message: JSONRPCMessage, options: SendOptions | undefined) => void
  /** Sends a message, or exactly this text. */
  readonly say: (message: object | string) => void
  /** One request can no longer be answered. */
  readonly lose: (id: RpcId, failure: WireFailure) => void
  /** The server goes away. */
  readonly leave: (failure: WireFailure) => void
}

export type MemoryOptions = {
  readonly onHeard?: MemoryServer['onHeard']
}

export class MemoryTransport extends Wire {
  readonly server: MemoryServer
  private readonly heard: JSONRPCMessage[] = []
  private isOpen = false
  private isOver = false

  constructor(options: MemoryOptions, tap: Tap, clock: Clock) {
    super(tap, clock)
    this.server = {
      heard: this.heard,
      ...(options.onHeard && { onHeard: options.onHeard }),
      say: (message) => this.hear(message),
      lose: (id, failure) => this.lose(id, failure),
      leave: (failure) => {
        if (!this.isOver) this.end ??= { kind: 'failed', failure }
        this.finish(failure.message)
      }
    }
  }

  async start(): Promise<void> {
    if (this.isOver) throw closed()
    this.isOpen = true
  }

  async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    if (!this.isOpen || this.isOver) throw closed()
    this.record(message, options)
    this.heard.push(message)
    this.server.onHeard?.(message, options)
  }

  /** What is not JSON is not heard. */
  async sendRaw(text: string, options?: SendOptions): Promise<TrafficEntry> {
    if (!this.isOpen || this.isOver) throw closed()
    const { message, entry } = this.recordText(text, true)
    if (message === undefined) return entry
    this.heard.push(message as JSONRPCMessage)
    this.server.onHeard?.(message as JSONRPCMessage, options)
    return entry
  }

  async close(): Promise<void> {
    this.finish('Closed.')
  }

  kill(): void {
    this.finish('Closed.')
  }

  async healthCheck(): Promise<boolean> {
    return this.isOpen && !this.isOver
  }

  private hear(message: object | string): void {
    if (this.isOver) return
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    this.receive({ text, bytes: Buffer.byteLength(text) })
  }

  private lose(id: RpcId, failure: WireFailure): void {
    this.tap.abandon(id, failure.message)
    this.onRequestLost?.(id, failure)
  }

  private finish(text: string): void {
    if (this.isOver) return
    this.isOver = true
    this.tap.end(text)
    this.onclose?.()
  }
}
