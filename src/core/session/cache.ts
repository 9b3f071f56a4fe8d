import type { Clock } from '../clock'

type Kept<T> = { readonly value: T; readonly staleAt: number }

const KEPT_AT_MOST = 500
const LONGEST_TTL_MS = 24 * 3_600_000

/** What a server said, for as long as it stays fresh. Holds the newest 500 answers. */
export class Cache<T> {
  private readonly kept = new Map<string, Kept<T>>()

  constructor(private readonly clock: Clock) {}

  get(key: string): T | undefined {
    const found = this.kept.get(key)
    return found && found.staleAt > this.clock.monotonic() ? found.value : undefined
  }

  set(key: string, value: T, ttlMs: number): void {
    this.kept.delete(key)
    const staleAt = this.clock.monotonic() + Math.min(Math.max(ttlMs, 0), LONGEST_TTL_MS)
    this.kept.set(key, { value, staleAt })
    const [oldest] = this.kept.keys()
    if (this.kept.size > KEPT_AT_MOST && oldest !== undefined) this.kept.delete(oldest)
  }

  forget(key: string): void {
    this.kept.delete(key)
  }

  clear(): void {
    this.kept.clear()
  }
}

/** How long a result stays fresh: as long as the server says, or else as long as we think. */
export function ttlOf(result: unknown, otherwiseMs: number): number {
  const given =
    typeof result === 'object' && result !== null && 'ttlMs' in result ? result.ttlMs : undefined
  return typeof given === 'number' && given >= 0 ? given : otherwiseMs
}
