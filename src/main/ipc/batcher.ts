/** So many at once are delivered without waiting: what is told together must not take long to tell. */
const MOST_ITEMS = 500

/** Collects what happens within one tick and delivers it together. */
export class Batcher<T> {
  private pending = new Map<unknown, T>()
  private timer: NodeJS.Timeout | undefined
  private isResting = false

  /** With `keyOf`, only the newest of the items with one key is delivered. */
  constructor(
    private readonly deliver: (items: readonly T[]) => void,
    private readonly tickMs: number,
    private readonly keyOf?: (item: T) => unknown
  ) {}

  push(item: T): void {
    this.pending.set(this.keyOf ? this.keyOf(item) : this.pending.size, item)
    if (this.pending.size >= MOST_ITEMS) this.flush()
    else this.timer ??= setTimeout(() => this.flush(), this.tickMs)
  }

  /** Delivers without waiting, unless it has done so within this tick: then with the end of the tick. */
  hurry(): void {
    if (this.isResting) return
    this.isResting = true
    setTimeout(() => (this.isResting = false), this.tickMs)
    this.flush()
  }

  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.pending.size === 0) return
    const items = [...this.pending.values()]
    this.pending = new Map()
    this.deliver(items)
  }
}
