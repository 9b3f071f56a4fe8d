import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'

/** How often each server was closed: whoever was about to open it by then does not. */
export class Closings {
  private readonly counts = new Map<ServerId, number>()

  add(id: ServerId): void {
    this.counts.set(id, (this.counts.get(id) ?? 0) + 1)
  }

  /** The returned function throws once the server has been closed after this. */
  watch(id: ServerId, name: string): () => void {
    const count = this.counts.get(id)
    return () => {
      if (this.counts.get(id) === count) return
      const message = `${name} was closed before it was open.`
      throw new WorkbenchError(WorkbenchErrorCode.NotOpen, message)
    }
  }
}
