/** The records that are looked at: counted as a whole, fetched page by page. Knows no window. */
import type { AuditCount, AuditQuery, AuditRecord } from '../../../shared/audit'
import { messageOf } from '../../../shared/errors'
import { request } from '../../bridge'

export const PAGE = 100

export type Listed = {
  readonly count?: AuditCount
  /** By the number of the page. */
  readonly pages: ReadonlyMap<number, readonly AuditRecord[]>
  /** What kept it from being read. */
  readonly failure?: string
}

const NOTHING: Listed = { pages: new Map() }

export class AuditList {
  private listed = NOTHING
  private inView: { readonly first: number; readonly end: number } = { first: 0, end: PAGE }
  private isStopped = false
  private isReading = false
  /** Something has changed since it was begun to be read. */
  private wanted: 'nothing' | 'same' | 'newest' = 'nothing'

  constructor(
    private readonly query: AuditQuery,
    private readonly isGrouped: boolean,
    private readonly onChange: (listed: Listed) => void
  ) {}

  stop(): void {
    this.isStopped = true
  }

  /** Reads what is in view once more: up to the same record as before, or up to the newest. */
  refresh(what: 'same' | 'newest'): void {
    if (this.wanted !== 'newest') this.wanted = what
    void this.read() // never rejects
  }

  /** These rows are in view. */
  want(first: number, end: number): void {
    this.inView = { first, end }
    if (this.missing().length > 0) void this.read() // never rejects
  }

  private async read(): Promise<void> {
    if (this.isReading) return
    this.isReading = true
    try {
      while (!this.isStopped && (this.wanted !== 'nothing' || this.missing().length > 0)) {
        await this.readOnce()
      }
    } catch (error) {
      this.set({ ...this.listed, failure: messageOf(error) })
    } finally {
      this.isReading = false
    }
  }

  private async readOnce(): Promise<void> {
    const { query, wanted } = this
    this.wanted = 'nothing'
    const isAnew = wanted !== 'nothing' || !this.listed.count
    const until = wanted === 'same' ? this.listed.count?.until : undefined
    const count = isAnew
      ? await request('audit.count', { query, ...(until !== undefined && until > 0 && { until }) })
      : this.listed.count
    if (!count) return
    const numbers = isAnew ? pagesIn(this.inView, count.matched) : this.missing()
    const read = await Promise.all(numbers.map((number) => this.page(number, count.until)))
    // All at once, so that no row is gone for a moment.
    this.set({ count, pages: new Map([...(isAnew ? [] : this.listed.pages), ...read]) })
  }

  private async page(
    number: number,
    until: number
  ): Promise<readonly [number, readonly AuditRecord[]]> {
    const { query, isGrouped } = this
    const window = { until, from: number * PAGE, count: PAGE, isGrouped }
    return [number, await request('audit.rows', { query, ...window })]
  }

  private missing(): readonly number[] {
    const { count, pages } = this.listed
    if (!count) return []
    return pagesIn(this.inView, count.matched).filter((number) => !pages.has(number))
  }

  private set(listed: Listed): void {
    if (this.isStopped) return
    this.listed = listed
    this.onChange(listed)
  }
}

export function recordAt({ pages }: Listed, index: number): AuditRecord | undefined {
  return pages.get(Math.floor(index / PAGE))?.[index % PAGE]
}

function pagesIn(
  { first, end }: { readonly first: number; readonly end: number },
  matched: number
): readonly number[] {
  const from = Math.floor(first / PAGE)
  const to = Math.ceil(Math.min(end, matched) / PAGE)
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
}
