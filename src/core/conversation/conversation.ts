/**
 * One conversation with a server over one wire: the handshake, then requests in the manner of the
 * era that was found. Knows nothing of restarts; when the wire ends, it is over.
 */
import { failureOf, isUnanswered, type Outcome, type Unanswered } from '../../shared/calls/call'
import { messageOf } from '../../shared/protocol/errors'
import { isUnreachable } from '../../shared/protocol/failure'
import { isObject, parseJson } from '../../shared/json/json'
import type { Params, RpcId } from '../../shared/protocol/json-rpc'
import type { LogLevel } from '../../shared/protocol/log-level'
import { RETRY_PROFILES, type ServerDefinition } from '../../shared/servers/server-config'
import type { Era } from '../../shared/servers/session-state'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { pause, seconds, settlesWithin } from '../time/clock'
import { tokenInInitialize } from '../http/own-credentials'
import type { Wire } from '../wire/wire'
import type { AskOptions, RawOptions } from './ask-options'
import { CallScope } from './call-scope'
import { whyWireEnded } from './failure'
import {
  LOG_LEVEL_KEY,
  modernMeta,
  shakeHands,
  type Handshake,
  type HandshakeContext
} from './handshake'
import { capabilitiesIn, fulfil, handlerFor, type Asker, type Inputs } from './input'
import type { BuiltRequest } from './own-requests'
import { retryDelay, whyAgain, whyWait } from './retry'
import { RpcError, RpcPeer, type Lost, type RequestHandler, type RequestOptions } from './rpc-peer'

const MAX_INPUT_ROUNDS = 10
const TOO_MANY_ROUNDS = `The server asked for more input ${MAX_INPUT_ROUNDS} times, so Patchbay gave up.`
const METHOD_NOT_FOUND = -32601
const INVALID_REQUEST = -32600
const PAGES_REQUIRED = -32042

type Probing = Pick<RequestOptions, 'limits' | 'background'>

export type ConversationOptions = Omit<HandshakeContext, 'peer' | 'capabilities' | 'onAgreed'> & {
  readonly inputs: Inputs
  readonly definition: Pick<ServerDefinition, 'id' | 'roots' | 'access'>
  readonly random?: () => number
  /** Writes down what happens beside the frames. */
  readonly note: (text: string) => void
  /** What the server's process said last. */
  readonly lastStderr: () => readonly string[]
  readonly onNotification: (method: string, params: Params) => void
  /** The server has sent a frame, whatever it is. */
  readonly onHeard?: () => void
  /** How a request has ended that was not only to find out whether the server is there. */
  readonly onOutcome?: (method: string, outcome: Outcome) => void
  /** What the person wants of the log, where each request says it. */
  readonly logLevel?: () => LogLevel | undefined
  /** The wire has ended; what still waits for an answer is told so, in turns. */
  readonly onEnd: () => void
  /** The server had forgotten us, and knows us again. */
  readonly onRenewed: (handshake: Handshake) => void
  /** The stream on which the server speaks of its own accord has ended; it may have stopped. */
  readonly onStreamEnd?: () => void
  /** A request could not reach the server, however often it was made. */
  readonly onUnreachable: () => void
  /** The server has forgotten us, and does not want to know us again. */
  readonly onUnusable: (outcome: Unanswered) => void
}

/** How long what is already on its way may take when the conversation is closed. */
const FAREWELL_MS = 1_000

export class Conversation {
  handshake?: Handshake
  /** Known a moment before all of the handshake is. */
  private agreed?: Era
  readonly wire: Wire
  private readonly peer: RpcPeer
  private readonly context: HandshakeContext
  private renewing?: Promise<boolean>
  private readonly over = new AbortController()
  /** What was not answered when the wire ended. */
  private left?: readonly TrafficEntry[]
  private readonly scopes = new CallScope()
  /** How many requests are to be made again. */
  private pauses = 0

  constructor(private readonly options: ConversationOptions) {
    const { wire, clock, inputs, onNotification, onHeard, onEnd } = options
    const initializeToken = tokenInInitialize(options.definition)
    this.wire = wire
    this.peer = new RpcPeer(wire, clock, () => this.whyLost())
    this.context = {
      ...options,
      peer: this.peer,
      initializeToken,
      // Only the older era has the request that carries the token.
      isLegacyOnly: options.isLegacyOnly || initializeToken !== undefined,
      capabilities: (era) => capabilitiesIn(inputs, era),
      onAgreed: (era) => (this.agreed = era)
    }
    this.peer.onNotification = onNotification
    this.peer.handlers = { ping: async () => ({}), ...this.askingPerson(inputs.handlers) }
    wire.onSighting = (sighting) => {
      if (sighting.origin === 'server') onHeard?.()
      this.peer.see(sighting)
    }
    wire.onRequestLost = (id, failure) => this.peer.lose(id, failure)
    wire.onStreamEnd = () => options.onStreamEnd?.()
    wire.onclose = () => {
      this.over.abort('closed')
      this.left = this.peer.unanswered()
      this.peer.end()
      onEnd()
    }
  }

  /** Rejects with a `HandshakeError`, or with what kept the wire from starting. */
  async open(): Promise<Handshake> {
    await this.wire.start()
    return this.begin(this.context)
  }

  /** The first request with these parameters, with all that the era adds, for whoever writes it down first. */
  build(params: Params): BuiltRequest {
    return this.peer.own.build(this.inEra(params))
  }

  /** Never rejects. */
  async ask(method: string, params: Params, options: AskOptions): Promise<Outcome> {
    const { clock, settings, random = Math.random } = this.options
    const { isRepeatable, signal, onWait } = options
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.askRenewing(method, params, { ...options, isRetry: attempt > 0 })
      this.options.onOutcome?.(method, outcome)
      const profile = RETRY_PROFILES[settings.retry]
      const nowMs = clock.wall()
      const delay = retryDelay({ outcome, attempt, isRepeatable, profile, nowMs, random })
      if (delay === undefined) {
        const failure = failureOf(outcome)
        if (failure && isUnreachable(failure)) this.options.onUnreachable()
        return outcome
      }
      this.options.note(`${method} is asked again in ${seconds(delay)}: ${whyAgain(outcome)}`)
      const { retries: attempts } = profile
      onWait?.({ until: nowMs + delay, why: whyWait(outcome), attempt: attempt + 1, attempts })
      this.pauses += 1
      await pause(clock, delay, [this.over.signal, ...(signal ? [signal] : [])])
      this.pauses -= 1
      onWait?.(undefined)
      if (signal?.aborted) return { kind: 'cancelled' }
      if (this.over.signal.aborted) return { kind: 'connection-lost', ...this.whyLost() }
    }
  }

  /** Sends what a person wrote, exactly as it is, and resolves as soon as it has left. */
  async sendRaw(text: string, { isForced, ...options }: RawOptions): Promise<TrafficEntry> {
    if (!isForced) this.peer.expectApart(parseJson(text))
    return this.wire.sendRaw(text, options)
  }

  async notify(method: string): Promise<void> {
    await this.peer.notify(method)
  }

  /** An id that no request has had, and none will be given. */
  freshId(): number {
    return this.peer.own.freshId()
  }

  /** The entry of the request of ours that had this id, as long as it is remembered. */
  requestWith(id: RpcId): number | undefined {
    return this.wire.requestWith(id)
  }

  /** Asks the server for a sign of life, in the words of its era. */
  async probe(options: Probing): Promise<Outcome> {
    const era = this.handshake?.era
    if (era === 'bare') return this.probeBare(options)
    const method = era === 'modern' ? 'server/discover' : 'ping'
    return this.askRenewing(method, {}, { ...options, isRepeatable: true })
  }

  /** Nobody is there any more, and no request of ours is about to find that out. */
  async isDeserted(): Promise<boolean> {
    return this.pauses === 0 && this.wire.isDeserted()
  }

  /** A server without a protocol for this may have an address for it. */
  private async probeBare(options: Probing): Promise<Outcome> {
    if (this.wire.pid !== undefined) return this.peer.request('tools/list', {}, options)
    if (await this.wire.healthCheck()) return { kind: 'result', result: {} }
    const message = 'The server can no longer be reached.'
    const failure = { class: 'network', message, isUnsent: true } as const
    return { kind: 'connection-lost', reason: message, failure }
  }

  /** What was asked and is not answered; what never will be, once it is over. */
  unanswered(): readonly TrafficEntry[] {
    return this.left ?? this.peer.unanswered()
  }

  /** Stops all clocks, until the returned function is called. */
  hold(): () => void {
    const releases = [this.peer.hold(), this.wire.hold()]
    return () => releases.forEach((release) => release())
  }

  /** What was cancelled is still told to the server, if it listens. */
  async close(graceMs?: number): Promise<void> {
    const patienceMs = Math.min(graceMs ?? FAREWELL_MS, FAREWELL_MS)
    await settlesWithin(this.options.clock, patienceMs, this.peer.announced())
    await this.wire.close(graceMs)
  }

  /** Resolves when nothing waits for an answer any more, once the wire has ended. */
  settled(): Promise<void> {
    return this.peer.settled()
  }

  kill(): void {
    this.wire.kill()
  }

  /** A server that has forgotten our session gets a new handshake, once, before it is asked again. */
  private async askRenewing(method: string, params: Params, options: AskOptions): Promise<Outcome> {
    if (this.renewing) await this.renewing
    const sentWith = this.wire.sessionId
    const outcome = await this.askWithInput(method, params, options)
    if (!isUnanswered(outcome) || outcome.failure?.class !== 'session-gone') return outcome
    const isRenewed = await this.renewOnce(sentWith, outcome)
    if (isRenewed && options.isRepeatable) return this.askWithInput(method, params, options)
    const next = isRenewed ? 'A new session was opened; call it again.' : 'No new one was opened.'
    return { ...outcome, reason: `${outcome.reason} ${next}` }
  }

  /** Somebody else may have found out before, or at the same time. */
  private async renewOnce(sentWith: string | undefined, gone: Unanswered): Promise<boolean> {
    if (this.renewing) return this.renewing
    return this.wire.sessionId === sentWith ? this.renew(gone) : true
  }

  private async begin(context: HandshakeContext): Promise<Handshake> {
    const handshake = await shakeHands(context)
    this.peer.allowsBatches = handshake.protocolVersion === '2025-03-26'
    this.handshake = handshake
    this.agreed = handshake.era
    return handshake
  }

  private renew(gone: Unanswered): Promise<boolean> {
    this.renewing ??= (async () => {
      this.wire.resetSession()
      try {
        this.options.onRenewed(await this.begin({ ...this.context, isLegacyOnly: true }))
        return true
      } catch {
        this.options.onUnusable(gone)
        return false
      } finally {
        delete this.renewing
      }
    })()
    return this.renewing
  }

  /** In the newer era a server asks by its answer, and gets what it asked for with the next request. */
  private async askWithInput(
    method: string,
    params: Params,
    options: AskOptions
  ): Promise<Outcome> {
    const scope = {}
    let asked = this.inEra(params)
    let seq: number | undefined
    const onAnswer = (entry: TrafficEntry): void => {
      seq = entry.seq
      options.onAnswer?.(entry)
    }
    for (let round = 0; ; round++) {
      const outcome = await this.peer.request(method, asked, { ...options, onAnswer })
      const wanted = this.inputWanted(outcome)
      if (!wanted) return outcome
      if (round >= MAX_INPUT_ROUNDS) return gaveUp(TOO_MANY_ROUNDS)
      const given = await this.give(wanted, options.signal, { scope, ...(seq && { seq }) })
      if (options.signal?.aborted) return { kind: 'cancelled' }
      if (this.over.signal.aborted) return { kind: 'connection-lost', ...this.whyLost() }
      if (given instanceof Error) return gaveUp(`The input was not given: ${given.message}`)
      if (!given) return outcome
      asked = { ...this.inEra(params), ...given }
    }
  }

  private inputWanted(outcome: Outcome): Wanted | undefined {
    const era = this.handshake?.era
    if (outcome.kind === 'result' && era === 'modern' && isObject(outcome.result)) {
      const { resultType, inputRequests, requestState } = outcome.result
      return resultType === 'input_required' ? { inputRequests, requestState } : undefined
    }
    if (outcome.kind !== 'error' || era === 'modern') return undefined
    const { code, data } = outcome.error
    const { visitPages } = this.options.inputs
    return code === PAGES_REQUIRED && visitPages && isObject(data)
      ? { pages: data['elicitations'] }
      : undefined
  }

  /** What goes into the next request; undefined when the server has to do without it. */
  private async give(
    wanted: Wanted,
    signal: AbortSignal | undefined,
    frame: Pick<Asker, 'scope' | 'seq'>
  ): Promise<Params | undefined | Error> {
    const { inputs } = this.options
    const ends = AbortSignal.any([this.over.signal, ...(signal ? [signal] : [])])
    const asker = this.askerOf(frame)
    try {
      if ('pages' in wanted) {
        return (await inputs.visitPages?.(wanted.pages, ends, asker)) ? {} : undefined
      }
      const { inputRequests, requestState } = wanted
      const inputResponses = await fulfil(inputRequests, inputs, ends, asker)
      if (!inputResponses) return undefined
      return { inputResponses, ...(requestState !== undefined && { requestState }) }
    } catch (error) {
      return error instanceof Error ? error : new Error(messageOf(error))
    }
  }

  private inEra(params: Params): Params {
    if (this.handshake?.era !== 'modern') return params
    const own = isObject(params['_meta']) ? params['_meta'] : {}
    const level = this.options.logLevel?.()
    const { client, capabilities } = this.context
    const ours = modernMeta({ client, clientCapabilities: capabilities('modern') })
    return { ...params, _meta: { ...own, ...ours, ...(level && { [LOG_LEVEL_KEY]: level }) } }
  }

  /**
   * While a person is being asked, no request of ours runs out of time. In the newer era a server may
   * not ask like this.
   */
  private askingPerson(handlers: Inputs['handlers']): Readonly<Record<string, RequestHandler>> {
    const asking = Object.keys(handlers).map((method): [string, RequestHandler] => [
      method,
      async (params, signal, seq) => {
        const era = this.agreed
        // Of a server that is only just asked who it is nobody knows whether it may ask like this.
        if (!era) throw new RpcError(INVALID_REQUEST, 'Nothing can be asked before the handshake.')
        const handler = era === 'modern' ? undefined : handlerFor(this.options.inputs, method, era)
        if (!handler) throw new RpcError(METHOD_NOT_FOUND, `Patchbay does not answer ${method}.`)
        const scope = this.scopes.of(this.peer.unanswered())
        const release = this.peer.hold()
        try {
          return await handler(params, signal, this.askerOf({ scope, seq }))
        } finally {
          release()
        }
      }
    ])
    return Object.fromEntries(asking)
  }

  private askerOf(frame: Pick<Asker, 'scope' | 'seq'>): Asker {
    const { id: serverId, roots } = this.options.definition
    const era = this.agreed ?? 'legacy'
    return { serverId, era, ...(roots && { roots }), ...frame }
  }

  private whyLost(): Omit<Lost, 'kind'> {
    const { end } = this.wire
    if (!end) return { reason: 'The session was closed.' }
    if (end.kind === 'failed') {
      const { failure } = end
      const isSaid = failure.class === 'unread'
      const reason = isSaid ? failure.message : `${failure.message} The request was not answered.`
      return { reason, failure }
    }
    const reason = `${whyWireEnded(end)} before it answered.`
    return { reason, lastStderr: this.options.lastStderr() }
  }
}

/** What a server wants before it goes on. */
type Wanted =
  { readonly inputRequests: unknown; readonly requestState: unknown } | { readonly pages: unknown }

function gaveUp(message: string): Outcome {
  return { kind: 'error', error: { code: 0, message } }
}
