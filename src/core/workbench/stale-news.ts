import type { StaleContents } from '../../shared/calls/exchange'
import type { ServerId } from '../../shared/protocol/ids'
import type { Clock } from '../time/clock'
import { News } from '../values/news'

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
