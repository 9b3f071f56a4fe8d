/** For tests: a server that says what the test says, over a wire with a real tap. */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { WireFailure } from '../../shared/protocol/failure'
import { ServerId } from '../../shared/protocol/ids'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import type { Clock } from '../time/clock'
import { TrafficLog } from '../traffic/traffic-log'
import { Tap } from '../wire/tap'
import { Wire, WireError, type SendOptions } from '../wire/wire'

export type Frame = {
  readonly id?: number | string
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: unknown
  readonly error?: unknown
}

export class ScriptedWire extends Wire {
  readonly heard: Frame[] = []
  readonly log: TrafficLog
  /** Answers by itself, if a test wants that. */
  onHeard?: (frame: Frame) => void
  refusal?: WireFailure
  /** Nobody is there any more, as far as can be told without asking. */
  isAlone = false
  private isClosed = false

  constructor(clock: Clock) {
    const log = new TrafficLog()
    super(new Tap(log, ServerId.parse('script'), clock), clock)
    this.log = log
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    this.record(message, options)
    if (this.refusal) throw new WireError(this.refusal)
    this.heard.push(message as Frame)
    this.onHeard?.(message as Frame)
  }

  /** A text that is not JSON is heard as nothing. */
  async sendRaw(text: string): Promise<TrafficEntry> {
    const { message, entry } = this.recordText(text, true)
    if (this.refusal) throw new WireError(this.refusal)
    const heard = (message ?? {}) as Frame
    this.heard.push(heard)
    this.onHeard?.(heard)
    return entry
  }

  async close(): Promise<void> {
    if (this.isClosed) return
    this.isClosed = true
    this.onclose?.()
  }

  kill(): void {
    void this.close()
  }

  async healthCheck(): Promise<boolean> {
    return !this.isClosed
  }

  override async isDeserted(): Promise<boolean> {
    return this.isAlone
  }

  /** A frame of the server; a text is sent as it is. */
  say(frame: object | string): TrafficEntry {
    const text = typeof frame === 'string' ? frame : JSON.stringify({ jsonrpc: '2.0', ...frame })
    return this.receive({ text, bytes: Buffer.byteLength(text) }).entry
  }
}
