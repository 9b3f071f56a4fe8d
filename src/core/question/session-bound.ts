/** Questions that end with the session of their server, because the call behind them does. */
import type { ServerId } from '../../shared/protocol/ids'

export class SessionBound {
  private readonly waiting = new Map<ServerId, Set<AbortController>>()

  /** `others`: what else ends the question. */
  async ask<T>(
    serverId: ServerId,
    ask: (signal: AbortSignal) => Promise<T>,
    ...others: readonly AbortSignal[]
  ): Promise<T> {
    const controller = new AbortController()
    const waiting = this.waiting.get(serverId) ?? new Set()
    this.waiting.set(serverId, waiting.add(controller))
    try {
      return await ask(AbortSignal.any([controller.signal, ...others]))
    } finally {
      waiting.delete(controller)
      if (waiting.size === 0 && this.waiting.get(serverId) === waiting) {
        this.waiting.delete(serverId)
      }
    }
  }

  end(serverId: ServerId): void {
    for (const controller of this.waiting.get(serverId) ?? []) controller.abort('closed')
  }
}
