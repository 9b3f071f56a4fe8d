/** The lists that the page has open, so that none is kept up to date for a page that is gone. */
import { lostList, type ListGrowth, type LostList } from '../../shared/traffic/list'

/** What tells of a page that is gone. */
type Contents = { on(event: 'did-navigate' | 'render-process-gone', listener: () => void): unknown }

/** Whoever keeps the lists. */
export type ListKeeper<Spec, Opened> = {
  readonly open: (spec: Spec) => Promise<Opened>
  readonly close: (viewId: number) => Promise<void>
}

export class OpenViews<Spec, Opened extends { readonly viewId: number }> {
  private open = new Set<number>()

  constructor(private readonly keeper: ListKeeper<Spec, Opened>) {}

  async add(spec: Spec): Promise<Opened> {
    // Another page has another set by the time the list is there.
    const { open } = this
    const opened = await this.keeper.open(spec)
    open.add(opened.viewId)
    if (open !== this.open) this.end(opened.viewId)
    return opened
  }

  async close(viewId: number): Promise<void> {
    this.open.delete(viewId)
    await this.keeper.close(viewId)
  }

  closeAll(): void {
    const { open } = this
    this.open = new Set()
    for (const viewId of open) this.end(viewId)
  }

  /** As the page is told when whoever keeps the lists has begun anew. */
  gone(): readonly LostList[] {
    return [...this.open].map(lostList)
  }

  private end(viewId: number): void {
    this.keeper.close(viewId).catch(() => undefined) // a thread that is gone has no lists
  }
}

/** A page that is loaded anew opens its lists anew. */
export function closeViewsWithPage(contents: Contents, views: { closeAll(): void }): void {
  contents.on('did-navigate', () => views.closeAll())
  contents.on('render-process-gone', () => views.closeAll())
}

/** A page that is behind asks for the rows itself, once it has time for them. */
export function withoutEnds<Row, Count>(
  growths: readonly ListGrowth<Row, Count>[]
): readonly ListGrowth<Row, Count>[] {
  return growths.map((growth) =>
    'count' in growth ? { viewId: growth.viewId, count: growth.count } : growth
  )
}
