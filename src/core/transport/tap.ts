/**
 * Sees everything that passes on one wire, before anyone interprets it, and writes it down. Pairs
 * answers with requests and notes violations beside them; never changes, delays or drops a frame.
 */
import { isToolError } from '../../shared/call'
import type { ServerId } from '../../shared/ids'
import { isObject } from '../../shared/json'
import { isRpcId, shapeOf, type FrameShape, type Origin, type RpcId } from '../../shared/json-rpc'
import { isLogLevel } from '../../shared/log-level'
import type { TransportName } from '../../shared/server-config'
import {
  ENTRY_TEXT_LIMIT,
  type EntryKind,
  type TrafficEntry,
  type Violation
} from '../../shared/traffic'
import type { Clock } from '../clock'
import { atMostTwenty } from '../traffic/limits'
import { keyOf, shortened } from '../traffic/long-text'
import { Observer } from '../traffic/observer'
import { Pairing, type Pair, type SeenRequest } from '../traffic/pairing'
import type { TrafficLog } from '../traffic/traffic-log'

/** A frame as it was seen: what it says, and the entry it was written down as. */
export type Sighting = {
  readonly origin: Origin
  readonly shape: FrameShape
  readonly message: unknown
  readonly entry: TrafficEntry
  /**
   * The request on whose own stream it came; null when it came on no such stream, and absent where
   * the transport has none.
   */
  readonly streamOf?: RpcId | null
}

/** An entry while it is being written. Built in place: a flood of frames is where this has to be fast. */
type Draft = { -readonly [Key in keyof TrafficEntry]: TrafficEntry[Key] }

/** More text than this is not looked through for the few words that fit into a row. */
const WORTH_QUOTING_CHARS = 8 * ENTRY_TEXT_LIMIT

export class Tap {
  private readonly pairing = new Pairing()
  private readonly observer: Observer

  constructor(
    private readonly log: TrafficLog,
    private readonly serverId: ServerId,
    private readonly clock: Clock,
    transport: TransportName = 'stdio'
  ) {
    this.observer = new Observer(transport)
  }

  /** One frame's text. What is not JSON, or not JSON-RPC, is written down as noise. */
  frame(origin: Origin, raw: string, bytes: number, found?: readonly Violation[]): Sighting {
    const message = parse(raw)
    const shape: FrameShape = message === undefined ? NOT_JSON : shapeOf(message)
    const entry = this.begin(origin, 'noise', bytes)
    const violations = this.look(entry, shape, message, raw)
    this.finish(entry, raw, found ? [...found, ...violations] : violations)
    return { origin, shape, message, entry }
  }

  stderr(line: string, bytes: number): void {
    this.note('server', 'stderr', line, bytes)
  }

  /** Bytes that never became a frame. */
  noise(text: string, bytes: number, violations: readonly Violation[]): void {
    this.note('server', 'noise', text, bytes, text, violations)
  }

  /** Something that happened beside the frames; `raw` is all there is to say of it. */
  lifecycle(text: string, raw = text, violations?: readonly Violation[]): void {
    this.note('workbench', 'lifecycle', text, 0, raw, violations)
  }

  /** A request that will have no answer: it was given up without a word in the protocol. */
  abandon(id: RpcId, text: string): void {
    const request = this.pairing.cancel('workbench', id, this.clock.monotonic())
    this.abandonAll(request ? [request] : [], text)
  }

  /** The wire is gone, and what still waits for an answer waits in vain. */
  end(text: string): void {
    this.abandonAll(this.pairing.abandon(), text)
  }

  private abandonAll(requests: readonly SeenRequest[], text: string): void {
    const entry = this.begin('workbench', 'lifecycle', 0)
    entry.text = text
    entry.abandons = requests.map(({ seq }) => seq)
    this.finish(entry, text)
  }

  private note(
    origin: Origin,
    kind: EntryKind,
    text: string,
    bytes: number,
    raw = text,
    violations?: readonly Violation[]
  ): void {
    const entry = this.begin(origin, kind, bytes)
    entry.text = text.slice(0, ENTRY_TEXT_LIMIT)
    this.finish(entry, raw, violations)
  }

  private begin(origin: Origin, kind: EntryKind, bytes: number): Draft {
    const { log, serverId, clock } = this
    return { seq: log.nextSeq, time: clock.wall(), serverId, origin, kind, bytes }
  }

  private finish(entry: Draft, raw: string, violations?: readonly Violation[]): void {
    if (violations && violations.length > 0) entry.violations = atMostTwenty(violations)
    this.log.append(entry, raw)
  }

  /** Writes into the entry what the frame is, and returns what is wrong with it. */
  private look(
    entry: Draft,
    shape: FrameShape,
    message: unknown,
    raw: string
  ): readonly Violation[] {
    const { origin } = entry
    switch (shape.kind) {
      case 'not a frame':
        entry.text = raw.slice(0, ENTRY_TEXT_LIMIT)
        this.describeMeantAnswer(entry, message)
        return this.observer.observe({ origin, shape, message, raw })
      case 'batch':
        return [
          ...this.observer.observe({ origin, shape, message, raw }),
          ...this.lookAtParts(entry, shape, raw)
        ]
      case 'notification':
        entry.kind = 'notification'
        entry.method = shortened(shape.method)
        this.describeNotification(entry, shape, raw)
        return this.observer.observe({ origin, shape, message, raw })
      case 'request': {
        const isIdInUse = !this.pairing.expect(this.describeRequest(entry, shape))
        return this.observer.observe({ origin, shape, message, raw, isIdInUse })
      }
      case 'result':
      case 'error': {
        entry.kind = shape.kind
        if (shape.id === null) return this.observer.observe({ origin, shape, message, raw })
        const pair = this.answerOf(origin, shape.id)
        this.describeAnswer(entry, shape.id, pair)
        if (shape.kind === 'result' && isToolError(shape.result)) entry.isToolError = true
        return this.observer.observe({ origin, shape, message, raw, pair })
      }
    }
  }

  private lookAtParts(
    entry: Draft,
    { parts, total }: Extract<FrameShape, { kind: 'batch' }>,
    raw: string
  ): readonly Violation[] {
    const found: Violation[] = []
    const drafts = parts.map(({ shape, message }) => {
      const draft = { ...entry }
      found.push(...this.look(draft, shape, message, raw))
      return draft
    })
    // What several frames are is what the first of them is.
    Object.assign(entry, ...drafts.toReversed())
    entry.kind = drafts.find(({ kind }) => kind !== 'noise')?.kind ?? 'noise'
    entry.text = `batch of ${total}`
    return found
  }

  private describeRequest(
    entry: Draft,
    { method, id, params }: Extract<FrameShape, { kind: 'request' }>
  ): SeenRequest {
    entry.kind = 'request'
    entry.method = shortened(method)
    entry.id = shortened(id)
    const { seq, origin } = entry
    const sentAt = this.clock.monotonic()
    const seen = { seq, origin, id: keyOf(id), sentAt, method: entry.method }
    const target = params['name'] ?? params['uri']
    if (typeof target !== 'string') return seen
    entry.target = shortened(target)
    return { ...seen, target: entry.target, targetKey: keyOf(target) }
  }

  /** What is no frame can still be meant as an answer, and then its request waits no more. */
  private describeMeantAnswer(entry: Draft, message: unknown): void {
    if (!isObject(message) || message['method'] !== undefined || !isRpcId(message['id'])) return
    if (!('result' in message) && !('error' in message)) return
    this.describeAnswer(entry, message['id'], this.answerOf(entry.origin, message['id']))
  }

  private answerOf(origin: Origin, id: RpcId): Pair {
    return this.pairing.answer(origin, id, this.clock.monotonic())
  }

  private describeAnswer(entry: Draft, id: RpcId, pair: Pair): void {
    entry.id = shortened(id)
    if (pair.how === 'again') entry.repeats = pair.request.seq
    if (pair.how !== 'answers') return
    const { seq, sentAt, method, target } = pair.request
    entry.answers = seq
    entry.tookMs = this.clock.monotonic() - sentAt
    entry.method = method
    if (target !== undefined) entry.target = target
  }

  /** What a notification is about, where that is worth a place in its row. */
  private describeNotification(
    entry: Draft,
    { method, params }: Extract<FrameShape, { kind: 'notification' }>,
    raw: string
  ): void {
    if (method === 'notifications/message') {
      const { level, logger, data } = params
      const text = quote(data, raw)
      if (isLogLevel(level)) entry.level = level
      if (typeof logger === 'string') entry.logger = shortened(logger)
      entry.text = isLogLevel(level)
        ? text
        : `${quote(level, raw)}: ${text}`.slice(0, ENTRY_TEXT_LIMIT)
    } else if (method === 'notifications/cancelled') {
      const { requestId } = params
      const request = isRpcId(requestId)
        ? this.pairing.cancel(entry.origin, requestId, this.clock.monotonic())
        : undefined
      if (request) entry.cancels = request.seq
    }
  }
}

const NOT_JSON: FrameShape = { kind: 'not a frame', why: 'is not JSON' }

function quote(data: unknown, raw: string): string {
  if (typeof data === 'string') return data.slice(0, ENTRY_TEXT_LIMIT)
  if (raw.length > WORTH_QUOTING_CHARS) return `(${raw.length} characters)`
  return (JSON.stringify(data) ?? '').slice(0, ENTRY_TEXT_LIMIT)
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined // the caller writes it down as noise
  }
}
