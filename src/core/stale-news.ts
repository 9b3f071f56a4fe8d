import type { StaleContents } from '../shared/exchange'
import type { ServerId } from '../shared/ids'
import type { Clock } from './clock'

/** Tells whoever shows resources that what was read of them may have changed. */
export class StaleNews {
  private readonly listeners = new Set<(stale: StaleContents) => void>()

  constructor(private readonly clock: Pick<Clock, 'wall'>) {}

  /** One resource of the server, or all of them. */
  tell(serverId: ServerId, uri: string | undefined): void {
    const stale = { serverId, time: this.clock.wall(), ...(uri !== undefined && { uri }) }
    for (const listener of this.listeners) listener(stale)
  }

  onChange(listener: (stale: StaleContents) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
}
