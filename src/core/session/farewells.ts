import type { Conversation } from '../conversation/conversation'

/** How long what has failed already may take to end, before each of the signals. */
const GRACE_MS = 1_000

/** Conversations that are over for us, and may still have a process that has not ended. */
export class Farewells {
  private readonly leaving = new Set<Conversation>()

  /** It comes to its end by itself, in good time. */
  add(conversation: Conversation): void {
    this.leaving.add(conversation)
    const forget = (): void => void this.leaving.delete(conversation)
    conversation.close(GRACE_MS).then(forget, forget)
  }

  /** Resolves when all of them have ended. */
  async close(graceMs?: number): Promise<void> {
    await Promise.all([...this.leaving].map((one) => one.close(graceMs)))
  }

  kill(): void {
    for (const conversation of this.leaving) conversation.kill()
  }
}
