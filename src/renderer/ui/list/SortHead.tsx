import type { ReactNode } from 'react'
import styles from './sort-head.module.css'
import type { Sorting } from './table-rows'

type Props = {
  readonly column: string
  readonly sorting: Sorting | undefined
  readonly title?: string
  readonly onSort: () => void
  readonly children: ReactNode
}

const ARROWS = { none: '', ascending: ' ↑', descending: ' ↓' } as const

/** The head of a column, by which rows can be sorted. */
export function SortHead({ column, sorting, title, onSort, children }: Props) {
  const order =
    sorting?.column !== column ? 'none' : sorting.isDescending ? 'descending' : 'ascending'
  return (
    <span role="columnheader" aria-sort={order}>
      <button type="button" className={styles['button']} title={title} onClick={onSort}>
        {children}
        <span aria-hidden="true">{ARROWS[order]}</span>
      </button>
    </span>
  )
}
