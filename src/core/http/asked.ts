/** The requests that are out over HTTP. Each leaves exactly once: answered, lost, cancelled. */
import { isRpcId, type FrameShape, type RpcId } from '../../shared/protocol/json-rpc'
import type { Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'
import type { HttpExchange } from './http-client'
import { closedFailure } from './http-failure'

/** What a server may still say on a stream after the answer. */
const LINGER_MS = 2_000
/** Whoever gives one of these up tells nobody, so that the oldest of many is taken for given up. */
const UNANNOUNCED = ['initialize', 'server/discover']

export const CANCELLED = closedFailure('The request was cancelled.')

export class Asked {
  isOver = false
  private wake = (): void => {}
  private isStreamOver = false
  private stopLingering = (): void => {}

  constructor(
    readonly id: RpcId,
    /** On which the answer is to come. */
    public exchange: HttpExchange,
    private readonly clock: Clock,
    /** Nobody waits for it but the person who wrote it. */
    readonly isRaw = false
  ) {}

  /** Waits, but no longer than the request is out. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stopTimer = this.clock.after(ms, resolve)
      this.wake = () => {
        stopTimer()
        resolve()
      }
    })
  }

  end(): void {
    this.isOver = true
    this.wake()
  }

  /** It is answered; its stream may go on for a moment. */
  linger(): void {
    if (this.isStreamOver) return
    this.stopLingering = this.clock.after(LINGER_MS, () => this.exchange.abort(closedFailure()))
  }

  /** The answer is to come on another exchange now. */
  moveTo(exchange: HttpExchange): void {
    this.exchange = exchange
    this.isStreamOver = false
  }

  streamEnded(): void {
    this.isStreamOver = true
    this.stopLingering()
  }
}

export class AskedRequests {
  private readonly waiting = new Map<string, Asked>()
  /** The last few, with streams that may still be open. */
  private readonly cancelled: Asked[] = []
  private readonly unannounced: Asked[] = []

  /** Returns one that waits no more, by all appearances. */
  add(asked: Asked, method: string): Asked | undefined {
    this.waiting.set(String(asked.id), asked)
    if (!UNANNOUNCED.includes(method)) return undefined
    this.unannounced.push(asked)
    return this.unannounced.length > LIMITS.handshakesAtOnce.most
      ? this.unannounced.shift()
      : undefined
  }

  get(id: RpcId): Asked | undefined {
    return this.waiting.get(String(id))
  }

  /** False when it has left before. */
  leave(asked: Asked): boolean {
    if (asked.isOver) return false
    asked.end()
    if (this.get(asked.id) === asked) this.waiting.delete(String(asked.id))
    return true
  }

  /** An answer may come on any stream, and more than one at once. */
  settle(shape: FrameShape): void {
    if (shape.kind === 'batch') for (const part of shape.parts) this.settle(part.shape)
    if ((shape.kind !== 'result' && shape.kind !== 'error') || shape.id === null) return
    const asked = this.get(shape.id)
    if (asked && this.leave(asked)) asked.linger()
  }

  /** The server is told that nobody waits for this any more; a late answer is still heard. */
  release(id: unknown): void {
    const asked = isRpcId(id) ? this.get(id) : undefined
    if (!asked || !this.leave(asked)) return
    asked.exchange.forsake()
    this.cancelled.push(asked)
    if (this.cancelled.length > LIMITS.cancelledRequests.most) {
      this.cancelled.shift()?.exchange.abort(CANCELLED)
    }
  }

  /** The same where a late answer does not need the exchange that the request was sent on. */
  drop(id: unknown): void {
    const asked = isRpcId(id) ? this.get(id) : undefined
    if (asked && this.leave(asked)) asked.exchange.abort(CANCELLED)
  }

  clear(): void {
    for (const asked of this.waiting.values()) asked.end()
    this.waiting.clear()
  }
}
