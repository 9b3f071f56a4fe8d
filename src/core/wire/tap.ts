/**
 * Sees everything that passes on one wire, before anyone interprets it, and writes it down. Pairs
 * answers with requests and notes violations beside them; never changes, delays or drops a frame.
 */
import { isToolError } from '../../shared/calls/call'
import type { ServerId } from '../../shared/protocol/ids'
import { isObject, parseJson } from '../../shared/json/json'
import {
  isRpcId,
  shapeOf,
  type FrameShape,
  type Origin,
  type RpcId
} from '../../shared/protocol/json-rpc'
import type { TransportName } from '../../shared/servers/server-config'
import {
  answerOf,
  ENTRY_TEXT_LIMIT,
  type EntryKind,
  type TrafficEntry,
  type Violation
} from '../../shared/traffic/traffic'
import type { Clock } from '../time/clock'
import { atMostTwenty } from '../traffic/limits'
import type { Turn } from '../traffic/fair-turns'
import { beginningOf, keyOf, shortened } from '../text/long-text'
import { Observer, type Observed } from '../rules/observer'
import { Pairing, type Pair, type SeenRequest } from '../traffic/pairing'
import { violation } from '../traffic/violations'
import { timingOf, type Departure } from '../traffic/timing'
import type { TrafficLog } from '../traffic/traffic-log'
import type { Circumstances } from '../traffic/circumstances'
import { describeNotification } from './notification-fields'

/** A frame as it was seen: what it says, and the entry it was written down as. */
export type Sighting = {
  readonly origin: Origin
  readonly shape: FrameShape
  readonly message: unknown
  readonly entry: TrafficEntry
  readonly streamOf?: Circumstances['streamOf']
  /** Of a frame of ours. */
  readonly departure?: Departure | undefined
  /** A frame of ours that a person wrote. */
  readonly isRaw?: boolean
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** A frame that is being looked at, or a part of one. */
export type Looked = Writable<Observed> & {
  readonly known: Circumstances
  readonly departure: Departure | undefined
}
/** What else is known of something that is no frame. */
type Beside = {
  readonly belongsTo?: number | undefined
  readonly isBackground?: boolean | undefined
  readonly original?: Uint8Array | undefined
}
export type OfKind<Kind> = Extract<FrameShape, { kind: Kind }>

/** An entry while it is being written. Built in place: a flood of frames is where this has to be fast. */
export type Draft = Writable<TrafficEntry>

const NOTHING_KNOWN: Circumstances = {}

export class Tap {
  private readonly pairing = new Pairing()
  private readonly observer: Observer
  readonly turn: Turn

  constructor(
    private readonly log: TrafficLog,
    private readonly serverId: ServerId,
    private readonly clock: Clock,
    transport: TransportName = 'stdio'
  ) {
    this.observer = new Observer(transport)
    this.turn = log.turns.of(serverId, clock)
  }

  /** One frame's text. What is not JSON, or not JSON-RPC, is written down as noise. */
  frame(
    origin: Origin,
    raw: string,
    bytes: number,
    known = NOTHING_KNOWN,
    /** What `raw` says. */
    message = parseJson(raw)
  ): Sighting {
    const shape: FrameShape = message === undefined ? NOT_JSON : shapeOf(message)
    const entry = this.begin(origin, 'noise', bytes)
    if (known.isByHand === true) entry.isByHand = true
    if (known.isRetry === true) entry.isRetry = true
    const departure = origin === 'workbench' ? {} : undefined
    const { violations: found, streamOf, original } = known
    const violations = this.look(entry, { origin, shape, message, raw, known, departure })
    noteExchange(entry, known)
    this.finish(entry, raw, found ? [...found, ...violations] : violations, original)
    return { origin, shape, message, entry, streamOf, departure }
  }

  /** A frame of ours is no longer in our hands. */
  sent({ departure }: Sighting): void {
    if (departure) departure.leftAt = this.clock.monotonic()
  }

  /** The entry of a request of `owner`, answered or not, as long as it is remembered. */
  requestWith(owner: Origin, id: RpcId): number | undefined {
    return this.pairing.find(owner, id)
  }

  /** The id of the only request of ours that an answer without a readable id can be meant for. */
  get onlyCandidate(): RpcId | undefined {
    return this.pairing.onlyCandidate
  }

  /** Resolves when more can be written down; nothing to wait for, usually. */
  get congestion(): Promise<void> | undefined {
    return this.log.congestion
  }

  stderr(line: string, bytes: number, original?: Uint8Array): void {
    this.note('server', 'stderr', line, bytes, line, undefined, { original })
  }

  /** Bytes that never became a frame, perhaps in place of an answer. */
  noise(
    text: string,
    bytes: number,
    violations: readonly Violation[],
    known = NOTHING_KNOWN
  ): void {
    const entry = this.begin('server', 'noise', bytes)
    entry.text = beginningOf(text, ENTRY_TEXT_LIMIT)
    this.describeReply(entry, known)
    noteExchange(entry, known)
    this.finish(entry, text, violations, known.original)
  }

  /** Something that happened beside the frames; `raw` is all there is to say of it. Says its number. */
  lifecycle(text: string, raw = text, violations?: readonly Violation[], more?: Beside): number {
    return this.note('workbench', 'lifecycle', text, 0, raw, violations, more)
  }

  /** A request that will have no answer that can be used: it was given up without a word about it. */
  abandon(id: RpcId, text: string): void {
    const request = this.pairing.cancel('workbench', id, this.clock.monotonic())
    if (request) this.abandonAll([request], text)
    else this.lifecycle(text, text, undefined, { belongsTo: this.pairing.find('workbench', id) })
  }

  /** The wire is gone, and what still waits for an answer waits in vain. */
  end(text: string): void {
    this.turn.end()
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
    violations?: readonly Violation[],
    { belongsTo, isBackground, original }: Beside = {}
  ): number {
    const entry = this.begin(origin, kind, bytes)
    entry.text = beginningOf(text, ENTRY_TEXT_LIMIT)
    if (belongsTo !== undefined) entry.belongsTo = belongsTo
    if (isBackground === true) entry.isBackground = true
    this.finish(entry, raw, violations, original)
    return entry.seq
  }

  private begin(origin: Origin, kind: EntryKind, bytes: number): Draft {
    const { log, serverId, clock } = this
    return { seq: log.nextSeq, time: clock.wall(), serverId, origin, kind, bytes }
  }

  private finish(
    entry: Draft,
    raw: string,
    violations?: readonly Violation[],
    original?: Uint8Array
  ): void {
    if (violations && violations.length > 0) entry.violations = atMostTwenty(violations)
    if (original) entry.isNotUtf8 = true
    this.log.append(entry, raw, original)
  }

  /** Writes into the entry what the frame is, and returns what is wrong with it. */
  private look(entry: Draft, frame: Looked): readonly Violation[] {
    const { origin, shape, message } = frame
    switch (shape.kind) {
      case 'not a frame':
        entry.text = beginningOf(frame.raw, ENTRY_TEXT_LIMIT)
        if (isObject(message) && isRpcId(message['id'])) {
          this.describeMeant(entry, message, message['id'], frame)
        }
        if (entry.answers === undefined) this.describeReply(entry, frame.known)
        return this.observer.observe(frame)
      case 'batch':
        return [...this.observer.observe(frame), ...this.lookAtParts(entry, shape, frame)]
      case 'notification':
        entry.kind = 'notification'
        entry.method = shortened(shape.method)
        describeNotification(entry, shape, frame, this.pairing, this.clock)
        return this.observer.observe(frame)
      case 'request': {
        entry.kind = 'request'
        const earlier = frame.known.isByHand ? this.pairing.find(origin, shape.id) : undefined
        frame.isIdInUse = !this.pairing.expect(this.describeRequest(entry, shape, frame))
        const found = this.observer.observe(frame)
        return earlier === undefined
          ? found
          : [...found, violation(undefined, 'reused-id', shape.id, earlier)]
      }
      case 'result':
      case 'error': {
        entry.kind = shape.kind
        const { repliesTo } = frame.known
        if (shape.id === null && repliesTo !== undefined) {
          const pair = this.describeReply(entry, frame.known)
          if (pair) frame.pair = pair
        }
        if (shape.id === null) return this.observer.observe(frame)
        const pair = this.answerOf(origin, shape.id, frame)
        this.describeAnswer(entry, shape.id, pair, frame)
        if (shape.kind === 'result' && isToolError(shape.result)) entry.isToolError = true
        frame.pair = pair
        return this.observer.observe(frame)
      }
    }
  }

  private lookAtParts(
    entry: Draft,
    { parts, total }: OfKind<'batch'>,
    frame: Looked
  ): readonly Violation[] {
    const found: Violation[] = []
    // The one that answers the request names it.
    const known = { ...frame.known, repliesTo: undefined }
    const drafts = parts.map((part) => {
      const draft = { ...entry }
      found.push(...this.look(draft, { ...frame, ...part, known, isPart: true }))
      return draft
    })
    // What several frames are is what the first of them is.
    const [, ...further] = drafts.flatMap((draft) =>
      draft.answers === undefined ? [] : [answerOf(draft, draft.answers)]
    )
    Object.assign(entry, ...drafts.toReversed())
    if (!drafts.every(({ isBackground }) => isBackground === true)) delete entry.isBackground
    if (further.length > 0) entry.alsoAnswers = further
    entry.kind = drafts.find(({ kind }) => kind !== 'noise')?.kind ?? 'noise'
    entry.text = `batch of ${total}`
    if (entry.kind === 'noise' && entry.answers === undefined) {
      this.describeReply(entry, frame.known)
    }
    return found
  }

  private describeRequest(
    entry: Draft,
    { method, id, params }: Omit<OfKind<'request'>, 'kind'>,
    { departure, known }: Looked
  ): SeenRequest {
    entry.method = shortened(method)
    entry.id = shortened(id)
    const { seq, origin } = entry
    const background = origin === 'server' && method === 'ping' ? 'health' : known.background
    if (background) entry.isBackground = true
    const meta = params['_meta']
    const token = isObject(meta) ? meta['progressToken'] : undefined
    const seen: Writable<SeenRequest> = {
      seq,
      origin,
      id: keyOf(id),
      madeAt: this.clock.monotonic(),
      method: entry.method,
      departure,
      background
    }
    if (isRpcId(token)) seen.token = keyOf(token)
    const target = params['name'] ?? params['uri']
    if (typeof target === 'string') {
      entry.target = seen.target = shortened(target)
      seen.targetKey = keyOf(target)
    }
    return seen
  }

  /**
   * What is no frame can still be meant as an answer, and then its request waits no more. What else a
   * person sends with an id may be answered, and whoever answers it has done nothing wrong.
   */
  private describeMeant(
    entry: Draft,
    { method, params, ...rest }: Readonly<Record<string, unknown>>,
    id: RpcId,
    frame: Looked
  ): void {
    if (method === undefined && ('result' in rest || 'error' in rest)) {
      this.describeAnswer(entry, id, this.answerOf(entry.origin, id, frame), frame)
    } else if (entry.origin === 'workbench') {
      const meant = typeof method === 'string' ? method : ''
      const request = { id, method: meant, params: isObject(params) ? params : {} }
      this.pairing.expect(this.describeRequest(entry, request, frame))
      if (meant === '') delete entry.method
    }
  }

  /** What names no request of ours still answers, or belongs to, the one that it came in response to. */
  private describeReply(entry: Draft, known: Circumstances): Pair | undefined {
    const { repliesTo, streamOf } = known
    if (repliesTo === undefined) {
      const request = streamOf == null ? undefined : this.pairing.find('workbench', streamOf)
      if (request !== undefined) entry.belongsTo = request
      return undefined
    }
    const pair = this.answerOf('server', repliesTo, { known })
    this.describeAnswer(entry, repliesTo, pair, { origin: 'server', known })
    delete entry.id
    return pair
  }

  private answerOf(origin: Origin, id: RpcId, { known }: Pick<Looked, 'known'>): Pair {
    return this.pairing.answer(origin, id, this.clock.monotonic(), known.answers)
  }

  private describeAnswer(
    entry: Draft,
    id: RpcId,
    pair: Pair,
    { origin, known }: Pick<Looked, 'origin' | 'known'>
  ): void {
    entry.id = shortened(id)
    if (pair.how === 'unknown') return
    const { seq, madeAt, method, target, background } = pair.request
    entry.method = method
    // A result of server/discover is how a modern server introduces itself, so it is shown.
    const isIntroduction = background === 'era' && entry.kind === 'result'
    if (background && !isIntroduction) entry.isBackground = true
    if (target !== undefined) entry.target = target
    if (pair.how !== 'answers') {
      entry.repeats = seq
      return
    }
    // What Patchbay does with it takes time too, and that is not the server's.
    const arrival = known.arrival ?? { doneAt: this.clock.monotonic() }
    entry.answers = seq
    entry.tookMs = arrival.doneAt - madeAt
    if (origin === 'server') entry.timing = timingOf(pair.request, arrival)
  }
}

const NOT_JSON: FrameShape = { kind: 'not a frame', why: 'is not JSON' }

/** What it answers, or belongs to, leads to the exchange too, but for a stream of the server's own. */
function noteExchange(entry: Draft, { cameIn, streamOf }: Circumstances): void {
  const isLed = entry.answers !== undefined || (entry.belongsTo !== undefined && streamOf !== null)
  if (cameIn !== undefined && !isLed) entry.cameIn = cameIn
}
