/**
 * Hands on what a server says, one piece after the other. A single read can bring thousands of
 * requests, and the answers to all of them would have to be held: where that is too much, the rest of
 * the read waits here. Holds no more than one read, because nothing is read while `room` waits.
 */
export class Backlog<Piece> {
  private waiting: Piece[] = []
  private next = 0
  private held?: PromiseWithResolvers<void> | undefined

  constructor(
    private readonly take: (piece: Piece) => void,
    /** Asked after each piece: resolves when the next one can be taken. Never rejects. */
    private readonly pause: () => Promise<void> | undefined
  ) {}

  /** Resolves when all that came was handed on; nothing to wait for, usually. */
  get room(): Promise<void> | undefined {
    return this.held?.promise
  }

  push(piece: Piece): void {
    if (this.held) return void this.waiting.push(piece)
    this.take(piece)
    const pause = this.pause()
    if (!pause) return
    this.held = Promise.withResolvers()
    void pause.then(() => this.goOn())
  }

  /** Hands on the rest at once, without further pauses. */
  drain(): void {
    while (this.next < this.waiting.length) this.take(this.waiting[this.next++] as Piece)
  }

  private goOn(): void {
    while (this.next < this.waiting.length) {
      this.take(this.waiting[this.next++] as Piece)
      const pause = this.pause()
      if (pause) return void pause.then(() => this.goOn())
    }
    this.waiting = []
    this.next = 0
    this.held?.resolve()
    this.held = undefined
  }
}
