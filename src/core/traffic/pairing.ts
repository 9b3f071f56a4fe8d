/** Which answer belongs to which request, on one wire. Each side has its own ids, and 1 is not "1". */
import type { Origin, RpcId } from '../../shared/protocol/json-rpc'
import { otherSide, requestKey } from '../../shared/traffic/traffic'
import { LIMITS } from '../bounds/limits'
import { keyOf } from '../text/long-text'
import { Recent } from '../bounds/recent'
import type { Departure } from './timing'
import { Tokens } from './tokens'

/** Why a request was sent automatically: as a ping, or to find out the era. */
export type Background = 'health' | 'era'

export type SeenRequest = {
  readonly seq: number
  readonly origin: Origin
  /** As a key: in place of one that is too long, its digest. The token is one too. */
  readonly id: RpcId
  readonly token?: RpcId
  readonly madeAt: number
  readonly background?: Background | undefined
  /** Of a request of ours. */
  readonly departure?: Departure | undefined
  /** As it is shown, and so is the target. */
  readonly method: string
  readonly target?: string
  readonly targetKey?: string
}

/** What an answer turns out to be. */
export type Pair =
  | {
      readonly how: 'answers'
      readonly request: SeenRequest
      /** The id has the same letters as the request's, and another type. */
      readonly isLooselyTyped: boolean
    }
  | { readonly how: 'again'; readonly request: SeenRequest }
  | {
      readonly how: 'after cancel'
      readonly request: SeenRequest
      /** It may have been under way when the server was told. */
      readonly mayHaveCrossed: boolean
    }
  | { readonly how: 'unknown' }

type Over = {
  readonly request: SeenRequest
  readonly cancelledAt?: number
}

/** Longer than any way there and back takes, also on a machine that has much else to do. */
const CROSSING_MS = 1_000

export class Pairing {
  private readonly waiting = new Map<string, SeenRequest>()
  /** Requests whose id another one has that still waits; the first to ask is the first to be answered. */
  private readonly behind = new Map<string, SeenRequest[]>()
  private behindCount = 0
  private readonly over = new Recent<string, Over>(LIMITS.endedRemembered.most)
  /** Requests of ours that were given up; the answer to one of them may still come. */
  private readonly givenUp = new Set<string>()
  private readonly tokens = { workbench: new Tokens(), server: new Tokens() }

  /** False when the same side has a request with the same id that is still waiting. */
  expect(request: SeenRequest): boolean {
    const key = waitingKey(request.origin, request.id)
    const isNew = !this.waiting.has(key)
    if (isNew) this.waiting.set(key, request)
    else this.queue(key, request)
    if (this.waiting.size > LIMITS.unansweredRemembered.most) dropOldest(this.waiting)
    const { origin, token, seq } = request
    if (token !== undefined) this.tokens[origin].begin(token, seq)
    return isNew
  }

  /** An answer that `origin` gives; `seq` is the request's, where whoever answers has said which one. */
  answer(origin: Origin, id: RpcId, time: number, seq?: number): Pair {
    const asker = otherSide(origin)
    const key = waitingKey(asker, id)
    if (seq !== undefined) this.bringForward(key, seq)
    const exact = this.waiting.get(key)
    if (exact) return this.settle(key, exact, false)
    const before = this.over.get(key)
    if (before) {
      this.givenUp.delete(key)
      return late(before, time)
    }
    const other = inOtherType(id)
    if (other === undefined) return { how: 'unknown' }
    const loose = waitingKey(asker, other)
    const request = this.waiting.get(loose)
    if (request) return this.settle(loose, request, true)
    const loosely = this.over.get(loose)
    return loosely ? late(loosely, time) : { how: 'unknown' }
  }

  /** Only who asked may cancel, so the id is one of `origin`'s own. */
  cancel(origin: Origin, id: RpcId, time: number): SeenRequest | undefined {
    const key = waitingKey(origin, id)
    const request = this.waiting.get(key)
    if (!request) return undefined
    this.end(key, { request, cancelledAt: time })
    if (origin === 'workbench') this.givenUp.add(key)
    if (this.givenUp.size > LIMITS.endedRemembered.most) dropOldest(this.givenUp)
    return request
  }

  /** The id of the only request of ours that an answer without a readable id can be meant for. */
  get onlyCandidate(): RpcId | undefined {
    if (this.givenUp.size > 0 || this.behindCount > 0) return undefined
    let only: RpcId | undefined
    for (const { origin, id } of this.waiting.values()) {
      if (origin !== 'workbench') continue
      if (only !== undefined) return undefined
      only = id
    }
    return only
  }

  /** The entry of a request of `owner`, whether it waits or not, as long as it is remembered. */
  find(owner: Origin, id: RpcId): number | undefined {
    const key = waitingKey(owner, id)
    return (this.waiting.get(key) ?? this.over.get(key)?.request)?.seq
  }

  /** The same, where many write a number as a text. */
  findMeant(owner: Origin, id: RpcId): number | undefined {
    const other = inOtherType(id)
    return this.find(owner, id) ?? (other === undefined ? undefined : this.find(owner, other))
  }

  findByToken(owner: Origin, token: RpcId): number | undefined {
    return this.tokens[owner].requestOf(keyOf(token))
  }

  /** The wire has ended: what still waits, waits in vain. */
  abandon(): readonly SeenRequest[] {
    const left = [...this.waiting.values(), ...[...this.behind.values()].flat()]
    this.waiting.clear()
    this.behind.clear()
    this.behindCount = 0
    return left.sort((one, other) => one.seq - other.seq)
  }

  private queue(key: string, request: SeenRequest): void {
    if (this.behindCount >= LIMITS.unansweredRemembered.most) return
    this.behindCount++
    const queued = this.behind.get(key)
    if (queued) queued.push(request)
    else this.behind.set(key, [request])
  }

  /** The request with that number is the next to be answered, if it waits behind another. */
  private bringForward(key: string, seq: number): void {
    const first = this.waiting.get(key)
    if (first?.seq === seq) return
    const queued = this.behind.get(key)
    const index = queued?.findIndex((request) => request.seq === seq) ?? -1
    const meant = queued?.[index]
    if (!first || !queued || !meant) return
    queued.splice(index, 1)
    queued.unshift(first)
    this.waiting.set(key, meant)
  }

  /** The next request with the same id, if there is one, waits from now on. */
  private advance(key: string): void {
    const queued = this.behind.get(key)
    const next = queued?.shift()
    if (!next) return
    this.behindCount--
    if (queued?.length === 0) this.behind.delete(key)
    this.waiting.set(key, next)
  }

  private settle(key: string, request: SeenRequest, isLooselyTyped: boolean): Pair {
    this.end(key, { request })
    return { how: 'answers', request, isLooselyTyped }
  }

  private end(key: string, over: Over): void {
    const { origin, token, seq } = over.request
    this.waiting.delete(key)
    this.over.set(key, over)
    this.advance(key)
    if (token !== undefined) this.tokens[origin].end(token, seq)
  }
}

function late({ request, cancelledAt }: Over, time: number): Pair {
  if (cancelledAt === undefined) return { how: 'again', request }
  return { how: 'after cancel', request, mayHaveCrossed: time - cancelledAt < CROSSING_MS }
}

function waitingKey(owner: Origin, id: RpcId): string {
  return requestKey(owner, keyOf(id))
}

/** The id with the same letters and the other type; "01" is not how any number is written. */
function inOtherType(id: RpcId): RpcId | undefined {
  if (typeof id === 'number') return String(id)
  const asNumber = Number(id)
  return String(asNumber) === id ? asNumber : undefined
}

function dropOldest(known: Map<string, unknown> | Set<string>): void {
  for (const oldest of known.keys()) {
    known.delete(oldest)
    return
  }
}
