/** What was read of the resources of a server, for as long as it stays fresh. */
import { heldIfLarge, type Outcome } from '../../shared/calls/call'
import { contentsOf } from '../../shared/calls/exchange'
import { isObject } from '../../shared/json/json'
import type { Params } from '../../shared/protocol/json-rpc'
import type { Clock } from '../time/clock'
import type { TrafficLog } from '../traffic/traffic-log'
import { answered, type Reading } from '../conversation/answered'
import { Cache, ttlOf } from './cache'
import { digestOf } from '../values/digest'
import type { RequestOptions } from '../conversation/rpc-peer'

export type ReadOptions = {
  /** The person wants to see it anew. */
  readonly isForced?: boolean
  readonly signal?: AbortSignal
}

export type ContentsOptions = {
  readonly clock: Clock
  readonly log: TrafficLog
  readonly ttlMs: number
  readonly ask: (params: Params, more: Partial<RequestOptions>) => Promise<Outcome>
  /** What was read of this one, or of all of them, may have changed. */
  readonly onStale: (uri: string | undefined) => void
}

export class Contents {
  private readonly kept: Cache<Reading>
  /** Counts what makes contents stale, so that what was read meanwhile is not kept. */
  private changes = 0

  constructor(private readonly options: ContentsOptions) {
    this.kept = new Cache(options.clock)
  }

  /** From the cache while it is fresh, unless it is wanted anew. */
  async read(uri: string, { isForced = false, signal }: ReadOptions): Promise<Reading> {
    const kept = isForced ? undefined : this.kept.get(uri)
    if (kept && this.isThere(kept)) return { ...kept, isCached: true }
    const { clock, ttlMs, ask } = this.options
    const { changes } = this
    const exchange = await answered(clock, (hooks) =>
      ask({ uri }, { ...hooks, ...(signal && { signal }) })
    )
    const { outcome, answerBytes } = exchange
    const readAt = clock.wall()
    const digest =
      outcome.kind === 'result'
        ? await digestOf(contentsOf(outcome.result) ?? outcome.result)
        : undefined
    const reading: Reading = {
      ...exchange,
      readAt,
      isCached: false,
      ...(digest !== undefined && { digest })
    }
    if (outcome.kind !== 'result' || changes !== this.changes || !isContent(outcome.result)) {
      return reading
    }
    const keptMs = this.kept.lifetime(ttlOf(outcome.result, ttlMs), answerBytes)
    if (keptMs === 0) {
      this.kept.forget(uri)
      return reading
    }
    const fresh = { ...reading, freshUntil: reading.readAt + keptMs }
    this.kept.set(uri, fresh, keptMs, answerBytes)
    return fresh
  }

  hearNotification(method: string, params: Params): void {
    if (method === 'notifications/resources/updated') this.forget(String(params['uri']))
    else if (method === 'notifications/resources/list_changed') this.forget()
  }

  /** One of them, or all. */
  forget(uri?: string): void {
    this.changes++
    if (uri === undefined) this.kept.clear()
    else this.kept.forget(uri)
    this.options.onStale(uri)
  }

  /** What is too large to be passed around is shown from the log, which forgets. */
  private isThere({ outcome, answerBytes = 0, answerSeq = 0 }: Reading): boolean {
    if (heldIfLarge(outcome, answerBytes).kind !== 'held') return true
    return this.options.log.raw(answerSeq) !== undefined
  }
}

/** Not what only asks for more. */
function isContent(result: unknown): boolean {
  return !isObject(result) || (result['resultType'] ?? 'complete') === 'complete'
}
