/** Lists that the ledger keeps and the window shows. */

/** How far a list has come. */
export type ListCount = {
  /** Changes whenever rows that were fetched may be others now. */
  readonly version: number
  /** Rows that match. */
  readonly matched: number
  /** Records there are, whether they match or not. */
  readonly total: number
  /** The number of the newest record. */
  readonly lastSeq: number
  /** All records there are have been looked at. */
  readonly isComplete: boolean
}

/** More than any window shows at once. */
export const FIRST_PAGE_ROWS = 100

/** Whether all rows of a first page are known, though more may be found. */
export function hasFirstPage({ matched, isComplete }: ListCount): boolean {
  return isComplete || matched >= FIRST_PAGE_ROWS
}

export type OpenedList<Count> = { readonly viewId: number; readonly count: Count }

/** The rows at the end of a list where new ones come: the first ones, where the newest come first. */
export type ListEnd<Row> = { readonly from: number; readonly rows: readonly Row[] }

/** Whoever had the list has begun anew, so it is to be opened anew. */
export type LostList = { readonly viewId: number; readonly isGone: true }

/** A list as it is now, or why there is none any more. */
export type ListGrowth<Row, Count> =
  /** With its end, where that was looked at last. */
  | (OpenedList<Count> & { readonly end?: ListEnd<Row> })
  | { readonly viewId: number; readonly failure: string }
  | LostList

export function lostList(viewId: number): LostList {
  return { viewId, isGone: true }
}

/** The same list, with its rows as somebody else knows them. */
export function withRows<Row, Other, Count>(
  growth: ListGrowth<Row, Count>,
  rowsOf: (rows: readonly Row[], viewId: number) => readonly Other[]
): ListGrowth<Other, Count> {
  if (!('count' in growth)) return growth
  const { viewId, count, end } = growth
  return { viewId, count, ...(end && { end: { from: end.from, rows: rowsOf(end.rows, viewId) } }) }
}

/** The rows of a list that are wanted. */
export type ListWindow = {
  readonly from: number
  readonly count: number
  /** As if there were no newer record than this one. */
  readonly until?: number | undefined
}

export type ListPage<Row, Count> = { readonly count: Count; readonly rows: readonly Row[] }
