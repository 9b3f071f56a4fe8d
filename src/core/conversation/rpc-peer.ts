/**
 * Our end of the conversation: numbers the requests, and ends each of them exactly once, whatever
 * the server sends. Takes frames from the tap, as they were on the wire.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { outcomeOfFailure, type Outcome, type Progress } from '../../shared/calls/call'
import { messageOf } from '../../shared/protocol/errors'
import { isNumber } from '../../shared/json/exact-number'
import type { WireFailure } from '../../shared/protocol/failure'
import { isObject } from '../../shared/json/json'
import type { FramePart, FrameShape, Params, RpcId } from '../../shared/protocol/json-rpc'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import type { Clock } from '../time/clock'
import { inTurns, ITEMS_A_TURN } from '../time/in-turns'
import { LIMITS } from '../bounds/limits'
import type { Sighting } from '../wire/tap'
import { WireError, type SendOptions, type Wire } from '../wire/wire'
import { errorOf, outcomeOf, type AnswerShape } from './answer-outcome'
import { Deadline, type Limits } from './deadline'
import { OwnRequests, type BuiltRequest } from './own-requests'
import { progressOf } from './progress'
import { claimsOf, idInUse, RawFrames, tokenInUse } from './raw-frames'

export type RequestOptions = {
  /** Sent as it is, once, by the peer that has built it; whatever is asked after that is built anew. */
  readonly built?: BuiltRequest | undefined
  readonly limits: Limits
  /** Ends the request as cancelled, and tells the server. */
  readonly signal?: AbortSignal
  /** A request whose cancellation the protocol does not allow to be announced. */
  readonly isSilent?: boolean
  /** Waits for as long as the session lives, so an answer without an id is never meant for it. */
  readonly isLasting?: boolean
  readonly headers?: SendOptions['headers']
  readonly background?: SendOptions['background']
  readonly isRetry?: SendOptions['isRetry']
  readonly onSent?: (entry: TrafficEntry) => void
  readonly onAnswer?: (entry: TrafficEntry) => void
  /** It is answered after its time was up. */
  readonly onLate?: (outcome: Outcome) => void
  /** Asks the server for progress. */
  readonly onProgress?: (progress: Progress) => void
  /** A log message of the request, or one that came while it waited and may belong to it. */
  readonly onLog?: (entry: TrafficEntry, isGuess: boolean) => void
}

export type Lost = Extract<Outcome, { kind: 'connection-lost' }>

type Waiting = {
  readonly deadline: Deadline
  readonly settle: (outcome: Outcome) => void
  readonly options: RequestOptions
  /** As it was written down when it was sent. */
  entry?: TrafficEntry
}

/** Answers a request of the server, the frame with that number; what it throws is an error answer. */
export type RequestHandler = (params: Params, signal: AbortSignal, seq: number) => Promise<unknown>

/** Thrown by a handler to choose the error that the server gets. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown
  ) {
    super(message)
  }
}

const METHOD_NOT_FOUND = -32601
const INVALID_REQUEST = -32600
const INTERNAL_ERROR = -32603
const SERVER_ERROR = -32000

export class RpcPeer {
  onNotification?: (method: string, params: Params) => void
  /** By method. Those that are not here are refused. */
  handlers: Readonly<Record<string, RequestHandler>> = {}
  /** Only one revision of the protocol knows batches. */
  allowsBatches = false
  private readonly waiting = new Map<number, Waiting>()
  /** What has run out of time, where somebody wants to know of its answer all the same. */
  private readonly late = new Map<number, (outcome: Outcome) => void>()
  private readonly asked = new Map<RpcId, AbortController>()
  private readonly announcing = new Set<Promise<void>>()
  private readonly raw = new RawFrames()
  readonly own = new OwnRequests((id) => this.raw.isTaken(id))
  private settling: Promise<void> | undefined
  private holds = 0
  /** The last request before a notification that the server may yet answer, against the rules. */
  private notifiedAfter: number | undefined

  constructor(
    private readonly wire: Wire,
    private readonly clock: Clock,
    private readonly whyLost: () => Omit<Lost, 'kind'>
  ) {}

  /**
   * Resolves with whatever became of the request, error answers included: to a workbench an error is
   * a result like any other. Never rejects.
   */
  request(method: string, params: Params | undefined, options: RequestOptions): Promise<Outcome> {
    const { limits, signal, isSilent = false } = options
    if (signal?.aborted) return Promise.resolve({ kind: 'cancelled' })
    const { built, onProgress } = options
    const { id, params: asking } = this.own.next(params, { built, hasToken: Boolean(onProgress) })
    return new Promise<Outcome>((resolve) => {
      const giveUp = (outcome: Outcome, reason: string): void => {
        if (!isSilent && this.waiting.has(id)) this.announceCancel(id, reason)
        settle(outcome)
      }
      const onAbort = (): void => giveUp({ kind: 'cancelled' }, 'Cancelled by the person')
      const deadline = new Deadline(this.clock, limits, (afterMs) => {
        if (this.wire.endRefusal(id)) return
        giveUp({ kind: 'timeout', afterMs }, 'Timed out')
        if (options.onLate) this.late.set(id, options.onLate)
      })
      const settle = (outcome: Outcome): void => {
        if (!this.waiting.delete(id)) return
        deadline.stop()
        signal?.removeEventListener('abort', onAbort)
        resolve(outcome)
      }
      this.waiting.set(id, { deadline, settle, options })
      if (this.holds > 0) deadline.hold()
      signal?.addEventListener('abort', onAbort)
      const message = { jsonrpc: '2.0' as const, id, method, ...(asking && { params: asking }) }
      const { headers, background, isRetry } = options
      this.send(message, { ...(headers && { headers }), background, isRetry }).catch(
        (error: unknown) => settle(lost(error))
      )
    })
  }

  async notify(method: string, params?: Params): Promise<void> {
    this.notifiedAfter = this.own.lastId
    await this.send({ jsonrpc: '2.0', method, ...(params && { params }) })
  }

  /** Refuses what the server could answer in such a way that a request of ours would have the answer. */
  expectApart(message: unknown): void {
    for (const { id, token } of claimsOf(message)) {
      if (id !== undefined && this.waiting.has(ownId(id))) throw idInUse(id)
      const waiting = typeof token === 'number' ? this.waiting.get(token) : undefined
      if (token !== undefined && waiting?.options.onProgress) throw tokenInUse(token)
    }
  }

  /** Stops the clocks of all requests until the returned function is called. */
  hold(): () => void {
    if (this.holds++ === 0) for (const { deadline } of this.waiting.values()) deadline.hold()
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      if (--this.holds === 0) for (const { deadline } of this.waiting.values()) deadline.release()
    }
  }

  /** Resolves when the server has been told of everything that was cancelled. */
  async announced(): Promise<void> {
    await Promise.all(this.announcing)
  }

  /** Sees every frame after the tap. */
  see({ origin, shape, message, entry, streamOf, isRaw }: Sighting): void {
    if (origin === 'server') return this.take(shape, message, entry, streamOf)
    if (isRaw === true) return this.seeRaw(shape, message)
    const waiting = shape.kind === 'request' ? this.waiting.get(ownId(shape.id)) : undefined
    if (!waiting) return
    waiting.entry = entry
    waiting.options.onSent?.(entry)
  }

  private seeRaw({ kind }: FrameShape, message: unknown): void {
    if (kind === 'notification') this.notifiedAfter = this.own.lastId
    else if (kind !== 'result' && kind !== 'error') this.raw.add(message)
  }

  /** What was sent and waits for its answer, oldest first. */
  unanswered(): readonly TrafficEntry[] {
    return [...this.waiting.values()].flatMap(({ entry }) => entry ?? [])
  }

  /** One request will have no answer, for a reason that the wire knows. */
  lose(id: RpcId, failure: WireFailure): void {
    const waiting = this.waiting.get(ownId(id))
    waiting?.settle(outcomeOfFailure(failure))
  }

  /** The wire has ended, and with it everything that waits for an answer. */
  end(): void {
    for (const stop of this.asked.values()) stop.abort('closed')
    this.asked.clear()
    const outcome: Lost = { kind: 'connection-lost', ...this.whyLost() }
    this.settling = inTurns([...this.waiting.values()], ({ settle }) => settle(outcome))
  }

  /** Resolves when nothing waits for an answer any more, once the wire has ended. */
  async settled(): Promise<void> {
    await this.settling
  }

  private take(
    shape: FrameShape,
    message: unknown,
    entry: TrafficEntry,
    streamOf: Sighting['streamOf']
  ): void {
    switch (shape.kind) {
      case 'result':
      case 'error':
        return this.takeAnswer(shape, message, entry)
      case 'request':
        return void this.answer(shape, message, entry.seq)
      case 'notification':
        if (shape.method === 'notifications/message') this.takeLog(entry, streamOf)
        return this.takeNotification(shape.method, shape.params)
      case 'batch':
        return this.takeParts(shape.parts, entry, streamOf)
      case 'not a frame':
        return this.takeInvalid(shape.why, message, entry)
    }
  }

  /** One frame can hold more requests than there may be answers waiting, so most take turns. */
  private takeParts(
    parts: readonly FramePart[],
    entry: TrafficEntry,
    streamOf: Sighting['streamOf']
  ): void {
    const later: (() => void)[] = []
    let requests = 0
    for (const { shape, message } of parts) {
      const take = (): void => this.take(shape, message, entry, streamOf)
      if (!this.allowsBatches) {
        this.takeInvalid('is in a batch, which this revision does not allow', message, entry)
      } else if (shape.kind === 'request' && ++requests > ITEMS_A_TURN) later.push(take)
      else take()
    }
    if (later.length > 0) this.wire.answerInTurns(later)
  }

  private takeAnswer(shape: AnswerShape, message: unknown, entry: TrafficEntry): void {
    if (shape.id === null) return this.takeNameless(message, entry)
    const id = ownId(shape.id)
    const waiting = this.waiting.get(id)
    if (!waiting) return this.takeLate(id, shape)
    if (this.notifiedAfter !== undefined && id > this.notifiedAfter) this.notifiedAfter = undefined
    waiting.options.onAnswer?.(entry)
    waiting.settle(outcomeOf(shape))
  }

  private takeLate(id: number, shape: AnswerShape): void {
    if (shape.id !== null) this.raw.answered(shape.id)
    this.late.get(id)?.(outcomeOf(shape))
    this.late.delete(id)
  }

  /** An error without an id answers the only request there is, unless it may answer a notification. */
  private takeNameless(message: unknown, entry: TrafficEntry): void {
    const error = errorOf(isObject(message) ? message['error'] : undefined)
    // What a server says that takes a notification for a request it does not know.
    if (this.notifiedAfter !== undefined && error.code === METHOD_NOT_FOUND) {
      this.notifiedAfter = undefined
      return
    }
    if (this.raw.takeNameless()) return
    const only = this.onlyOne()
    if (!only) return
    const [id, { options, settle }] = only
    this.wire.abandon(id, 'An error without an id is taken for the answer to the only request.')
    options.onAnswer?.(entry)
    settle({ kind: 'error', error })
  }

  /** What is no frame can still be meant as the answer to one request, which then need not wait. */
  private takeInvalid(why: string, message: unknown, entry: TrafficEntry): void {
    if (!isObject(message) || message['method'] !== undefined) return
    const { id } = message
    const isNamed = typeof id === 'number' || typeof id === 'string'
    const isAnswer = 'result' in message || 'error' in message
    if (!isNamed && (!isAnswer || this.raw.takeNameless())) return
    const meant = isNamed ? this.waiting.get(ownId(id)) : this.onlyOne()?.[1]
    if (!meant) return void (isNamed && this.raw.answered(id))
    meant.options.onAnswer?.(entry)
    const text = `The answer is invalid: it ${why}.`
    meant.settle({ kind: 'error', error: { code: 0, message: text, data: message } })
  }

  /** The request that an answer without an id is meant for, if there is no other. */
  private onlyOne(): readonly [number, Waiting] | undefined {
    let only: readonly [number, Waiting] | undefined
    for (const one of this.waiting) {
      if (one[1].options.isLasting === true) continue
      if (only) return undefined
      only = one
    }
    return only
  }

  private takeNotification(method: string, params: Params): void {
    if (method === 'notifications/progress') {
      const waiting = this.waiting.get(params['progressToken'] as number)
      const progress = progressOf(params)
      if (waiting?.options.onProgress && progress) {
        waiting.deadline.renew()
        waiting.options.onProgress(progress)
      }
    } else if (method === 'notifications/cancelled') {
      const { requestId } = params
      if (typeof requestId === 'string' || isNumber(requestId)) {
        this.asked
          .get(typeof requestId === 'string' ? requestId : Number(requestId))
          ?.abort('cancelled')
      }
    }
    this.onNotification?.(method, params)
  }

  /** Where a request has no stream of its own, what is said while it waits may belong to it. */
  private takeLog(entry: TrafficEntry, streamOf: Sighting['streamOf']): void {
    if (streamOf === null) return
    if (streamOf !== undefined) {
      return this.waiting.get(ownId(streamOf))?.options.onLog?.(entry, false)
    }
    for (const { options } of this.waiting.values()) options.onLog?.(entry, true)
  }

  /** Each request of the server is answered exactly once, unless the server cancels it. */
  private async answer(
    { id, method, params }: Extract<FrameShape, { kind: 'request' }>,
    message: unknown,
    seq: number
  ): Promise<void> {
    // With all its digits, or the server would not know its request again.
    const given = isObject(message) ? message['id'] : id
    const refuse = (code: number, message: string, data?: unknown): Promise<void> =>
      this.reply({ id: given, error: { code, message, ...(data !== undefined && { data }) } }, seq)
    if (this.asked.has(id)) {
      return refuse(INVALID_REQUEST, 'A request with this id is still being answered.')
    }
    const handler = Object.hasOwn(this.handlers, method) ? this.handlers[method] : undefined
    if (!handler) return refuse(METHOD_NOT_FOUND, `Patchbay does not answer ${method}.`)
    if (this.asked.size >= LIMITS.questionsAtOnce.most) {
      return refuse(SERVER_ERROR, 'Too many requests of this server are still being answered.')
    }
    const stop = new AbortController()
    this.asked.set(id, stop)
    try {
      const result = await handler(params, stop.signal, seq)
      if (!stop.signal.aborted) await this.reply({ id: given, result }, seq)
    } catch (error) {
      if (stop.signal.aborted) return
      if (error instanceof RpcError) await refuse(error.code, error.message, error.data)
      else await refuse(INTERNAL_ERROR, messageOf(error))
    } finally {
      this.asked.delete(id)
    }
  }

  private async reply(
    answer: { id: unknown; result?: unknown; error?: object },
    seq: number
  ): Promise<void> {
    const message = { jsonrpc: '2.0', ...answer } as JSONRPCMessage
    await this.wire.send(message, { answers: seq }).catch(() => undefined)
  }

  private announceCancel(requestId: number, reason: string): void {
    if (this.wire.cancelRequest(requestId)) return
    const announcing = this.notify('notifications/cancelled', { requestId, reason })
      .catch(() => undefined)
      .finally(() => this.announcing.delete(announcing))
    this.announcing.add(announcing)
  }

  private send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    return this.wire.send(message, options)
  }
}

/** Our ids are numbers. One that comes back as a text is taken for what it says, if it says a number. */
function ownId(id: RpcId): number {
  if (typeof id === 'number') return id
  const asNumber = Number(id)
  return String(asNumber) === id ? asNumber : NaN
}

function lost(error: unknown): Outcome {
  if (error instanceof WireError) return outcomeOfFailure(error.failure)
  return { kind: 'connection-lost', reason: messageOf(error) }
}
