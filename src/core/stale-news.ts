import type { StaleContents } from '../shared/exchange'
import type { ServerId } from '../shared/ids'
import type { Clock } from './clock'
import { News } from './news'

/** Tells whoever shows resources that what was read of them may have changed. */
export class StaleNews {
  private readonly news = new News<StaleContents>()

  constructor(private readonly clock: Pick<Clock, 'wall'>) {}

  /** One resource of the server, or all of them. */
  tell(serverId: ServerId, uri: string | undefined): void {
    const stale = { serverId, time: this.clock.wall(), ...(uri !== undefined && { uri }) }
    this.news.tell(stale)
  }

  onChange(listener: (stale: StaleContents) => void): () => void {
    return this.news.hear(listener)
  }
}
