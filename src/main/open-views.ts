/** The lists that the page has open, so that none is kept up to date for a page that is gone. */
import type { StoreClient } from '../core/traffic/store/store-client'
import type { OpenedView, ViewSpec } from '../shared/traffic-row'

/** What tells of a page that is gone. */
type Contents = { on(event: 'did-navigate' | 'render-process-gone', listener: () => void): unknown }

export class OpenViews {
  private open = new Set<number>()

  constructor(private readonly thread: Pick<StoreClient, 'ask'>) {}

  async add(spec: ViewSpec): Promise<OpenedView> {
    // Another page has another set by the time the list is there.
    const { open } = this
    const opened = await this.thread.ask('openView', spec)
    open.add(opened.viewId)
    if (open !== this.open) this.end(opened.viewId)
    return opened
  }

  async close(viewId: number): Promise<void> {
    this.open.delete(viewId)
    await this.thread.ask('closeView', viewId)
  }

  closeAll(): void {
    const { open } = this
    this.open = new Set()
    for (const viewId of open) this.end(viewId)
  }

  private end(viewId: number): void {
    this.thread.ask('closeView', viewId).catch(() => undefined) // a thread that is gone has no lists
  }
}

/** A page that is loaded anew opens its lists anew. */
export function closeViewsWithPage(contents: Contents, views: Pick<OpenViews, 'closeAll'>): void {
  contents.on('did-navigate', () => views.closeAll())
  contents.on('render-process-gone', () => views.closeAll())
}
