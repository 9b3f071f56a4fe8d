/**
 * The lists of the audit log that somebody looks at. Whoever has read the newest rows of one is sent
 * them again whenever the log changes.
 */
import type { AuditGrowth, AuditPage, AuditSpec, AuditWindow } from '../../../shared/traffic/audit'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../../shared/protocol/errors'
import type { ListCount, OpenedList } from '../../../shared/traffic/list'
import type { AuditReader } from './audit-query'

type View = { readonly spec: AuditSpec; followedRows?: number }

export type AuditViewsOptions = {
  readonly reader: () => AuditReader
  /** Changes whenever a record is written or completed. */
  readonly revision: () => number
}

export class AuditViews {
  private readonly views = new Map<number, View>()
  /** No thread after this one gives the same numbers, so none means another list than before. */
  private lastViewId = Date.now() * 1_000

  constructor(private readonly options: AuditViewsOptions) {}

  open(spec: AuditSpec): OpenedList<ListCount> {
    const count = this.countOf(spec)
    const viewId = ++this.lastViewId
    this.views.set(viewId, { spec })
    return { viewId, count }
  }

  close(viewId: number): void {
    this.views.delete(viewId)
  }

  /** Newest first. Up to an older record, where the list holds still. */
  rows(viewId: number, window: AuditWindow): AuditPage {
    const view = this.views.get(viewId)
    if (!view) {
      throw new WorkbenchError(WorkbenchErrorCode.NotFound, 'This list is no longer open.')
    }
    const page = this.page(view.spec, window)
    const isNewest = page.count.lastSeq === this.options.reader().newest()
    if (isNewest && window.from === 0) view.followedRows = window.count
    else delete view.followedRows
    return page
  }

  growths(): readonly AuditGrowth[] {
    return [...this.views].map(([viewId, { spec, followedRows }]) => {
      try {
        if (followedRows === undefined) return { viewId, count: this.countOf(spec) }
        const { count, rows } = this.page(spec, { from: 0, count: followedRows })
        return { viewId, count, end: { from: 0, rows } }
      } catch (error) {
        return { viewId, failure: messageOf(error) }
      }
    })
  }

  private page(spec: AuditSpec, { until, from, count }: AuditWindow): AuditPage {
    const { query, isGrouped } = spec
    const counted = this.countOf(spec, until)
    const window = { until: counted.lastSeq, from, count, isGrouped }
    return { count: counted, rows: this.options.reader().rows(query, window) }
  }

  private countOf({ query }: AuditSpec, wanted?: number): ListCount {
    const { until, matched, total } = this.options.reader().count(query, wanted)
    const version = this.options.revision()
    return { version, matched, total, lastSeq: until, isComplete: true }
  }
}
