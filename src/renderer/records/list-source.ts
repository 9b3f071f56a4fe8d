/** What a list of the ledger is of, and how it is looked at. */
import type { ListCount, OpenedList } from '../../shared/traffic/list'
import type { RecordList } from './record-list'

/** What a list is of: how main is asked for it. */
export type ListSource<Spec, Row, Count extends ListCount> = {
  /** Rows around the record `near` are found first; those at the end, if it is not said. */
  readonly open: (spec: Spec, near: number | undefined) => Promise<OpenedList<Count>>
  readonly close: (viewId: number) => Promise<void>
  readonly rows: (viewId: number, page: ListPage) => Promise<ListRows<Row, Count>>
  /** Where the row of a record is, or would be. */
  readonly place: (viewId: number, seq: number) => Promise<ListPlace>
  /** What a list shows can go on to be shown by this one. */
  readonly isContinued: (before: Spec, next: Spec) => boolean
  /** Whether a row that is shown may be another when there are new records. */
  readonly mayGrow: (row: Row, spec: Spec) => boolean
  /** The end is the beginning. A list of these holds still while anything else is looked at. */
  readonly isNewestFirst: boolean
  /** The open lists, by the numbers that main has given them. */
  readonly clients: Map<number, RecordList<Spec, Row, Count>>
}

export type ListPage = {
  readonly from: number
  readonly count: number
  /** As if there were no newer record than this one. */
  readonly until: number
  /** Whether these are the last rows that are known; absent where nobody looks on. */
  readonly isEnd?: boolean
}

export type ListRows<Row, Count> = {
  readonly rows: readonly Row[]
  /** As it was when they were read, if main says so. */
  readonly count?: Count
}

export type ListPlace = { readonly index: number; readonly isThere: boolean }

/** How a list is looked at, so that another can take its place. */
export type Gaze = {
  readonly isAtEnd: boolean
  /** A row in view, and how many pixels below the beginning of the view it is. */
  readonly anchor?: { readonly seq: number; readonly index: number; readonly below: number }
  /** A row that is looked at beside the list, and is not in the list. */
  readonly missing?: number
}

export type Seen = { readonly from: number; readonly to: number }
export type Looking = Gaze & Seen

/** Where a list is shown first. */
export type Opening =
  | { readonly at: 'end' | 'top' }
  /** This row is so far below the beginning of the view; anywhere in it, if that is not said. */
  | { readonly at: 'row'; readonly index: number; readonly below?: number }

export type ListSnapshot<Spec, Row, Count> = {
  /** Another for each list. */
  readonly key: number
  /** What is listed; absent where nothing is. */
  readonly spec?: Spec
  /** As main calls it; absent until the list is there. */
  readonly viewId?: number
  readonly opening: Opening
  /** Absent until the list is there. */
  readonly count?: Count
  /** There are newer records than the list has while it holds still. */
  readonly isHeld?: boolean
  readonly from: number
  readonly rows: readonly Row[]
  readonly failure?: string
}

export type ListStart = {
  /** How the list before this one is looked at, if this one continues it. */
  readonly looking?: () => Looking
  readonly at: 'end' | 'top'
}
