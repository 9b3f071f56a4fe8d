/** Collects what happens within one tick and delivers it together. */
export class Batcher<T> {
  private pending: T[] = []
  private timer: NodeJS.Timeout | undefined

  /** With `keyOf`, only the newest of the items with one key is delivered. */
  constructor(
    private readonly deliver: (items: readonly T[]) => void,
    private readonly tickMs: number,
    private readonly keyOf?: (item: T) => unknown
  ) {}

  push(item: T): void {
    this.pending.push(item)
    this.timer ??= setTimeout(() => this.flush(), this.tickMs)
  }

  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.pending.length === 0) return
    const items = this.pending
    this.pending = []
    const { keyOf } = this
    this.deliver(keyOf ? [...new Map(items.map((item) => [keyOf(item), item])).values()] : items)
  }
}
