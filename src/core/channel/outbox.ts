/** Sends together what is said in one turn, because each message between threads has its price. */
export class Outbox<Message> {
  private waiting: Message[] = []

  constructor(private readonly send: (messages: readonly Message[]) => void) {}

  add(message: Message): void {
    this.waiting.push(message)
    if (this.waiting.length === 1) queueMicrotask(() => this.flush())
  }

  private flush(): void {
    const { waiting } = this
    this.waiting = []
    this.send(waiting)
  }
}
