/**
 * What every transport has in common: it speaks the SDK's `Transport`, writes each frame down before
 * anyone interprets it, and hands frames on in the order in which they came.
 */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { WireFailure } from '../../shared/protocol/failure'
import { parseJson } from '../../shared/json/json'
import type { RpcId } from '../../shared/protocol/json-rpc'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import type { Clock } from '../time/clock'
import type { Exit } from '../process/server-process'
import { inTurns } from '../time/in-turns'
import type { Background } from '../traffic/pairing'
import { tooLongFailure, type LongMessage } from '../framing/frame-limit'
import type { Circumstances } from '../traffic/circumstances'
import { answeredId, hidesItsId } from '../framing/partial-frame'
import type { Sighting, Tap } from './tap'

/** Why a wire ended when nobody asked it to. */
export type WireEnd =
  | { readonly kind: 'exited'; readonly exit: Exit }
  | { readonly kind: 'too long'; readonly limitBytes: number }
  | { readonly kind: 'failed'; readonly failure: WireFailure }

/** Rejects `start` and `send`. */
export class WireError extends Error {
  constructor(readonly failure: WireFailure) {
    super(failure.message)
    this.name = 'WireError'
  }
}

export type SendOptions = {
  /** More headers for this one message, where the transport has headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** The entry of the request that it answers: a server may have used the id more than once. */
  readonly answers?: number
  /** Why this request is sent automatically. */
  readonly background?: Background | undefined
  /** The same was asked before, and failed. */
  readonly isRetry?: boolean | undefined
}

/** One frame of the server, exactly as it came. */
export type Received = Circumstances & { readonly text: string; readonly bytes: number }

/** After this many requests of the server, reading pauses until their answers can be sent. */
const REQUESTS_A_TURN = 32

export function isAnswer(message: JSONRPCMessage): boolean {
  return !('method' in message)
}

export abstract class Wire implements Transport {
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  /** For the SDK: each message in a turn of its own, because it handles them in two steps. */
  onmessage?: Transport['onmessage']
  /** Sees every frame, both ways, right after it was written down, in order. */
  onSighting?: (sighting: Sighting) => void
  /** A request that was sent can no longer be answered, although the wire lives on. */
  onRequestLost?: (id: RpcId, failure: WireFailure) => void
  onStderr?: (line: string) => void
  /** The stream on which the server speaks of its own accord has ended, and the wire lives on. */
  onStreamEnd?: () => void
  sessionId?: string | undefined
  /** Why the wire ended, when nobody asked it to. */
  end?: WireEnd
  /** When the server last sent anything at all, on the monotonic clock. */
  lastHeardAt: number
  /** Since anyone last looked whether the answers to them leave. */
  protected requestsHeard = 0
  /** Requests that came in one frame are still to be answered. */
  private answering: Promise<void> | undefined
  private turns: Promise<void> = Promise.resolve()

  constructor(
    protected readonly tap: Tap,
    protected readonly clock: Clock
  ) {
    this.lastHeardAt = clock.monotonic()
  }

  /** Of the server, where it is ours. */
  get pid(): number | undefined {
    return undefined
  }

  /** Since when messages of ours wait of which the server has taken none, where that can be seen. */
  get untakenSince(): number | undefined {
    return undefined
  }

  /** Which one a wire speaks that had to find out. */
  get foundTransport(): 'streamable-http' | 'sse' | undefined {
    return undefined
  }

  /** Rejects with a `WireError` when the server cannot be reached. */
  abstract start(): Promise<void>
  /** Rejects with a `WireError` when the message cannot reach the server or, if it is a request, when
   * it is known that there will be no answer. */
  abstract send(message: JSONRPCMessage, options?: SendOptions): Promise<void>
  /**
   * Sends a text exactly as it is, be it a frame or not, and resolves as soon as it has left. What is
   * said to it is heard like everything else. Rejects with a `WireError` when it cannot leave, and
   * with a `WorkbenchError` when the transport cannot carry it as it is.
   */
  abstract sendRaw(text: string, options?: SendOptions): Promise<TrafficEntry>
  /** Resolves when it is over; `onclose` has been called by then. Closing twice waits for one end. */
  abstract close(graceMs?: number): Promise<void>
  /** For when there is no time left to ask. */
  abstract kill(): void
  /** Whether the transport itself still works, without asking the server in its protocol. */
  abstract healthCheck(): Promise<boolean>

  /** Whether it is certain that nobody is there any more. Says nothing to the server to find out. */
  async isDeserted(): Promise<boolean> {
    return false
  }

  /** How long the server takes does not count until the returned function is called. */
  hold(): () => void {
    return () => undefined
  }

  /** What both sides agreed on; transports with headers say it in each request. */
  setProtocolVersion(_version: string): void {}

  /** Forgets what the server knows us by, so that a new handshake can be made. */
  resetSession(): void {}

  /** Ends a request on the level of the transport. False where the protocol has to say it. */
  cancelRequest(_id: RpcId): boolean {
    return false
  }

  /**
   * Call this when a request times out. True when the server has already refused the request and
   * only the rest of the response body is missing: `send` then rejects at once with what has come.
   */
  endRefusal(_id: RpcId): boolean {
    return false
  }

  /** The entry of the request of ours that had this id on the wire, as long as it is remembered. */
  requestWith(id: RpcId): number | undefined {
    return this.tap.requestWith('workbench', id)
  }

  /** Writes down that a request will have no answer that names it. */
  abandon(id: RpcId, why: string): void {
    this.tap.abandon(id, why)
  }

  protected record(
    message: JSONRPCMessage,
    options: SendOptions | undefined
  ): { raw: string; sighting: Sighting } {
    const raw = JSON.stringify(message)
    // An answer is read again: JSON may leave out what a handler has put there.
    const said = isAnswer(message) ? undefined : message
    return { raw, sighting: this.recordText(raw, false, options, said) }
  }

  protected recordText(
    raw: string,
    isRaw = false,
    options?: SendOptions,
    message = parseJson(raw)
  ): Sighting {
    const known = {
      isByHand: isRaw,
      answers: options?.answers,
      background: options?.background,
      isRetry: options?.isRetry
    }
    const bytes = Buffer.byteLength(raw)
    const seen = this.tap.frame('workbench', raw, bytes, known, message)
    if (seen.shape.kind === 'request' && !known.background) this.tap.turn.asked()
    const sighting = isRaw ? { ...seen, isRaw } : seen
    this.onSighting?.(sighting)
    return sighting
  }

  protected receive(frame: Received): Sighting {
    this.lastHeardAt = frame.arrival?.doneAt ?? this.clock.monotonic()
    const sighting = this.tap.frame('server', frame.text, frame.bytes, frame)
    this.tap.turn.heard(frame.bytes)
    const { shape } = sighting
    if (shape.kind === 'request') this.requestsHeard++
    else if (shape.kind === 'batch') {
      this.requestsHeard += shape.parts.filter((part) => part.shape.kind === 'request').length
    }
    this.onSighting?.(sighting)
    if (this.onmessage && shape.kind !== 'not a frame') this.takeTurn(sighting.message)
    return sighting
  }

  /** Notes bytes that have come, whether or not they are whole frames. Returns when they came. */
  protected noteBytes(count: number): number {
    this.tap.turn.read(count)
    return (this.lastHeardAt = this.clock.monotonic())
  }

  /** Resolves when the next frame that has come may be heard; nothing to wait for, usually. */
  protected pauseReading(): Promise<void> | undefined {
    if (this.answering) return this.answering.then(() => this.room)
    if (this.requestsHeard < REQUESTS_A_TURN) return this.tap.turn.pause()
    this.requestsHeard = 0
    // Most answers are made in the turn after the one in which the request was heard.
    return new Promise<void>((next) => setImmediate(next)).then(() => this.room)
  }

  /** Resolves when further answers can be held; nothing to wait for, usually. */
  protected get room(): Promise<void> | undefined {
    return undefined
  }

  /**
   * Answers requests that came in one frame, a few at a time, as the server takes the answers. No
   * further frame is heard before all are answered.
   */
  answerInTurns(answers: readonly (() => void)[]): void {
    const before = this.answering
    const done = (async () => {
      await before
      await inTurns(
        answers,
        (answer) => answer(),
        () => this.room
      )
    })()
    this.answering = done
    void done.then(() => {
      if (this.answering === done) this.answering = undefined
    })
  }

  /** Which request a message answers of which only the beginning and the end are known. */
  protected answeredBy(beginning: string, end?: string): RpcId | undefined {
    const named = answeredId(beginning, end)
    return named ?? (hidesItsId(beginning) ? this.tap.onlyCandidate : undefined)
  }

  /** A message that is too long is not read, and the request that it answers must not wait for it. */
  protected loseLong(id: RpcId, long: LongMessage): void {
    const failure = tooLongFailure(long)
    this.abandon(id, failure.message)
    this.onRequestLost?.(id, failure)
  }

  private takeTurn(message: unknown): void {
    this.turns = this.turns.then(() => {
      this.onmessage?.(message as JSONRPCMessage)
      return new Promise((next) => setImmediate(next))
    })
  }
}
