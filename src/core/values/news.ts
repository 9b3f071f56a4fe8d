/** Tells whoever wants to know, in the order in which they said so. */
export class News<Told = void> {
  private readonly listeners = new Set<(told: Told) => void>()

  tell(told: Told): void {
    for (const listener of this.listeners) listener(told)
  }

  /** The returned function ends it. */
  hear(listener: (told: Told) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
}
