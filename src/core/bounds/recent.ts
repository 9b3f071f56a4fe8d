/**
 * Remembers at least the last `limit` things, and at most twice as many. Forgets them all at once:
 * taking the oldest out of a map one by one is slow.
 */
export class Recent<Key, Value> {
  private newer = new Map<Key, Value>()
  private older = new Map<Key, Value>()
  hasForgotten = false

  constructor(private readonly limit: number) {}

  get(key: Key): Value | undefined {
    return this.newer.get(key) ?? this.older.get(key)
  }

  set(key: Key, value: Value): void {
    this.newer.set(key, value)
    if (this.newer.size < this.limit) return
    this.hasForgotten ||= this.older.size > 0
    this.older = this.newer
    this.newer = new Map()
  }

  delete(key: Key): boolean {
    const wasNewer = this.newer.delete(key)
    return this.older.delete(key) || wasNewer
  }
}
