/**
 * The lists of one kind of record that somebody looks at. Whoever has read the newest rows of one is
 * sent them again whenever the records change.
 */
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type {
  ListCount,
  ListGrowth,
  ListPage,
  ListWindow,
  OpenedList
} from '../../shared/traffic/list'

export type ListReader<Spec, Row, Count extends ListCount> = {
  /** Up to an older record, where the list holds still. */
  readonly count: (spec: Spec, until?: number) => Count
  /** Newest first, and how many there are. */
  readonly page: (spec: Spec, window: ListWindow) => ListPage<Row, Count>
  readonly newest: () => number
}

type View<Spec> = { readonly spec: Spec; followedRows?: number }

export class ListViews<Spec, Row, Count extends ListCount> {
  private readonly views = new Map<number, View<Spec>>()
  /** No thread after this one gives the same numbers, so none means another list than before. */
  private lastViewId = Date.now() * 1_000

  constructor(private readonly reader: ListReader<Spec, Row, Count>) {}

  open(spec: Spec): OpenedList<Count> {
    const count = this.reader.count(spec)
    const viewId = ++this.lastViewId
    this.views.set(viewId, { spec })
    return { viewId, count }
  }

  close(viewId: number): void {
    this.views.delete(viewId)
  }

  rows(viewId: number, window: ListWindow): ListPage<Row, Count> {
    const view = this.views.get(viewId)
    if (!view) {
      throw new WorkbenchError(WorkbenchErrorCode.NotFound, 'This list is no longer open.')
    }
    const page = this.reader.page(view.spec, window)
    const isNewest = page.count.lastSeq === this.reader.newest()
    if (isNewest && window.from === 0) view.followedRows = window.count
    else delete view.followedRows
    return page
  }

  growths(): readonly ListGrowth<Row, Count>[] {
    return [...this.views].map(([viewId, view]) => this.growthOf(viewId, view))
  }

  private growthOf(viewId: number, { spec, followedRows }: View<Spec>): ListGrowth<Row, Count> {
    try {
      if (followedRows === undefined) return { viewId, count: this.reader.count(spec) }
      const { count, rows } = this.reader.page(spec, { from: 0, count: followedRows })
      return { viewId, count, end: { from: 0, rows } }
    } catch (error) {
      return { viewId, failure: messageOf(error) }
    }
  }
}
