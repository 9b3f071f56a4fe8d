import { nearestNumber } from '../../shared/json/exact-number'
import { isObject } from '../../shared/json/json'
import type { Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'

type Kept<T> = { readonly value: T; readonly staleAt: number; readonly sizeBytes: number }

const KEPT_AT_MOST = LIMITS.answersCached.most
const KEPT_AT_MOST_BYTES = LIMITS.answerBytesCached.most
const LONGEST_TTL_MS = 24 * 3_600_000

/** What a server said, for as long as it stays fresh. Holds the newest answers. */
export class Cache<T> {
  private readonly kept = new Map<string, Kept<T>>()
  private keptBytes = 0

  constructor(private readonly clock: Clock) {}

  get(key: string): T | undefined {
    const found = this.kept.get(key)
    return found && found.staleAt > this.clock.monotonic() ? found.value : undefined
  }

  /** How long something would be kept, whatever the server wishes. */
  lifetime(ttlMs: number, sizeBytes = 0): number {
    return sizeBytes > KEPT_AT_MOST_BYTES ? 0 : Math.min(Math.max(ttlMs, 0), LONGEST_TTL_MS)
  }

  set(key: string, value: T, ttlMs: number, sizeBytes = 0): void {
    this.forget(key)
    if (sizeBytes > KEPT_AT_MOST_BYTES) return
    const staleAt = this.clock.monotonic() + this.lifetime(ttlMs)
    this.kept.set(key, { value, staleAt, sizeBytes })
    this.keptBytes += sizeBytes
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= KEPT_AT_MOST && this.keptBytes <= KEPT_AT_MOST_BYTES) break
      this.forget(oldest)
    }
  }

  forget(key: string): void {
    this.keptBytes -= this.kept.get(key)?.sizeBytes ?? 0
    this.kept.delete(key)
  }

  clear(): void {
    this.kept.clear()
    this.keptBytes = 0
  }
}

/** How long a result stays fresh: as long as the server says, or else as long as we think. */
export function ttlOf(result: unknown, otherwiseMs: number): number {
  const given = isObject(result) ? nearestNumber(result['ttlMs']) : undefined
  return given !== undefined && given >= 0 ? given : otherwiseMs
}
