/** What a list of the catalogue knows of its rows, whatever they stand for. */

export type ListRow = {
  /** Tells it from all others, also when rows are added or folded. */
  readonly id: string
  /** How many rows it is below. */
  readonly depth: number
  /** What is below it; absent when nothing can be. */
  readonly folder?: Folder
  /** There is only what is below it, so that it cannot be chosen itself. */
  readonly isHeading?: boolean
}

export type Folder = { readonly isOpen: boolean; readonly count: number }

/** Where a row is, and how it stands out. Made of plain values, so that rows can be memoised. */
export type Place = {
  /** Of its element. */
  readonly elementId: string
  readonly index: number
  readonly total: number
  readonly start: number
  /** The keys act upon it. */
  readonly isActive: boolean
  /** It is what is shown beside the list. */
  readonly isSelected: boolean
}
