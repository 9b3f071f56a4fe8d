/**
 * Our end of the conversation: numbers the requests, and ends each of them exactly once, whatever
 * the server sends. Answers are taken from the tap, as they were on the wire.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { Outcome } from '../../shared/call'
import { messageOf } from '../../shared/errors'
import { isObject } from '../../shared/json'
import type { RpcErrorObject } from '../../shared/json-rpc'
import type { Clock } from '../clock'
import type { Sighting } from '../transport/tap'

type Pending = { readonly settle: (outcome: Outcome) => void }

export type RequestOptions = {
  readonly timeoutMs: number
  /** Ends the request as cancelled, and tells the server. */
  readonly signal?: AbortSignal
  /** A request whose cancellation the protocol does not allow to be announced. */
  readonly isSilent?: boolean
}

export class RpcPeer {
  private readonly pending = new Map<number, Pending>()
  private lastId = 0

  constructor(
    private readonly send: (message: JSONRPCMessage) => Promise<void>,
    private readonly clock: Clock,
    private readonly whyLost: () => string
  ) {}

  /**
   * Resolves with whatever became of the request, error answers included: to a workbench an error is
   * a result like any other. Never rejects.
   */
  request(method: string, params: object, options: RequestOptions): Promise<Outcome> {
    const { timeoutMs, signal, isSilent = false } = options
    if (signal?.aborted) return Promise.resolve({ kind: 'cancelled' })
    const id = ++this.lastId
    return new Promise<Outcome>((resolve) => {
      const giveUp = (outcome: Outcome, reason: string): void => {
        if (!isSilent && this.pending.has(id)) this.notifyCancelled(id, reason)
        settle(outcome)
      }
      const onAbort = (): void => giveUp({ kind: 'cancelled' }, 'Cancelled by the person')
      const stopTimer = this.clock.after(timeoutMs, () =>
        giveUp({ kind: 'timeout', afterMs: timeoutMs }, 'Timed out')
      )
      const settle = (outcome: Outcome): void => {
        if (!this.pending.delete(id)) return
        stopTimer()
        signal?.removeEventListener('abort', onAbort)
        resolve(outcome)
      }
      this.pending.set(id, { settle })
      signal?.addEventListener('abort', onAbort)
      this.send({ jsonrpc: '2.0', id, method, params: { ...params } }).catch((error: unknown) =>
        settle({ kind: 'connection-lost', reason: messageOf(error) })
      )
    })
  }

  /** Sees every frame after the tap. True for an answer to one of our requests. */
  inspect({ origin, shape }: Sighting): boolean {
    if (origin !== 'server' || (shape.kind !== 'result' && shape.kind !== 'error')) return false
    const waiting = typeof shape.id === 'number' ? this.pending.get(shape.id) : undefined
    if (!waiting) return false
    waiting.settle(
      shape.kind === 'result'
        ? { kind: 'result', result: shape.result }
        : { kind: 'error', error: errorOf(shape.error) }
    )
    return true
  }

  /** The wire has ended, and with it everything that waits for an answer. */
  end(): void {
    for (const { settle } of [...this.pending.values()]) {
      settle({ kind: 'connection-lost', reason: this.whyLost() })
    }
  }

  private notifyCancelled(requestId: number, reason: string): void {
    const params = { requestId, reason }
    this.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => undefined)
  }
}

/** An error of any shape is an error; what is not as it should be is kept beside it. */
function errorOf(error: unknown): RpcErrorObject {
  if (!isObject(error)) {
    return { code: 0, message: 'The error in the answer is not an object.', data: error }
  }
  const { code, message, data } = error
  if (typeof code === 'number' && typeof message === 'string') {
    return { code, message, ...(data !== undefined && { data }) }
  }
  return {
    code: typeof code === 'number' ? code : 0,
    message: typeof message === 'string' ? message : 'The error in the answer has no message.',
    data: error
  }
}
