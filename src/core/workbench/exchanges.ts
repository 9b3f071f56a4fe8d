/** Questions that can be called off by a key; the next one with the same key takes the place of the last. */
export class Exchanges {
  private readonly running = new Map<string, AbortController>()

  /** Whoever has no key cannot be called off. */
  async run<Answer>(
    key: string | undefined,
    ask: (signal: AbortSignal) => Promise<Answer>
  ): Promise<Answer> {
    const stop = new AbortController()
    if (key === undefined) return ask(stop.signal)
    this.cancel(key)
    this.running.set(key, stop)
    try {
      return await ask(stop.signal)
    } finally {
      if (this.running.get(key) === stop) this.running.delete(key)
    }
  }

  cancel(key: string): void {
    this.running.get(key)?.abort()
  }
}
