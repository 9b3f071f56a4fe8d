import {
  memo,
  useEffect,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject
} from 'react'
import { shallow } from 'zustand/shallow'
import { ContextMenu, type MenuEntry } from '../ui/controls/Menu'
import type { FixedRows } from '../ui/list/use-fixed-rows'
import type { Gaze, ListSnapshot } from './list-source'
import { rowIn } from './record-list'
import styles from './record-table.module.css'

/** What else style sheets and tests know an element by. */
export type Marks = Readonly<Record<`data-${string}`, string | number | boolean | undefined>>

export type RecordColumn<Row, Facts> = {
  readonly id: string
  readonly cell: (row: Row, facts: Facts) => ReactNode
  readonly marks?: (row: Row, facts: Facts) => Marks
}

/** Rows are counted from one, and the head is the first. */
const FIRST_ROW = 2

type View<Row> = Pick<
  ListSnapshot<unknown, Row, { readonly matched: number }>,
  'count' | 'rows'
> & {
  readonly from: number
  readonly want: (from: number, to: number, gaze: () => Gaze) => void
}

/** What the rows of a table have in common; must not change. */
export type RowShape<Row, Facts> = {
  readonly idOf: (row: Row) => string
  readonly marks: (row: Row, facts: Facts) => Marks
  readonly title?: (row: Row) => string | undefined
}

type Props<Row, Facts> = {
  readonly grid: RefObject<HTMLDivElement | null>
  readonly label: string
  readonly view: View<Row>
  readonly rows: FixedRows
  /** Says how the list is looked at. */
  readonly gaze: () => Gaze
  /** Without it, columns are headed by their names. */
  readonly head?: ReactNode
  readonly columns: readonly RecordColumn<Row, Facts>[]
  readonly shape: RowShape<Row, Facts>
  readonly factsOf: (row: Row, index: number) => Facts
  readonly isSelected: (row: Row) => boolean
  /** Whether the keys act upon a row, where that is not the one that is selected. */
  readonly isActive?: (row: Row) => boolean
  /** Where the row is that the keys act upon; -1 when it is not in the list. */
  readonly activeIndex: number
  readonly menu?: { readonly label: string; readonly entries: () => readonly MenuEntry[] }
  readonly onClick: (row: Row, event: MouseEvent<HTMLDivElement>) => void
  /** Above the rows there is none. */
  readonly onContextMenu?: (row: Row | undefined, event: MouseEvent<HTMLDivElement>) => void
  /** Whether the key is for the list. */
  readonly onKey: (event: KeyboardEvent<HTMLDivElement>) => boolean
  /** What lies over the rows. */
  readonly children?: ReactNode
}

/** The rows of a list in a grid, of which only the visible ones exist. */
export function RecordTable<Row, Facts extends object>(props: Props<Row, Facts>) {
  const { grid, view, rows, gaze, menu, activeIndex, columns, shape, isSelected } = props
  const { isActive = isSelected } = props
  const first = rows.visible[0]?.index ?? 0
  const end = (rows.visible.at(-1)?.index ?? -1) + 1
  useEffect(() => view.want(first, end, gaze), [view, first, end, gaze])
  const isActiveVisible = rows.visible.some(({ index }) => index === activeIndex)
  const active = isActiveVisible ? rowIn(view, activeIndex) : undefined

  function rowAt({ target }: MouseEvent): Row | undefined {
    const row = (target as HTMLElement).closest('[aria-rowindex]')
    return row ? rowIn(view, Number(row.getAttribute('aria-rowindex')) - FIRST_ROW) : undefined
  }

  function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
    // What is in the head has keys of its own.
    if (event.target !== grid.current || !props.onKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  const table = (
    <div
      ref={grid}
      className={styles['table']}
      role="grid"
      aria-label={props.label}
      aria-rowcount={(view.count?.matched ?? 0) + 1}
      aria-activedescendant={active && shape.idOf(active)}
      tabIndex={0}
      onClick={(event) => {
        const row = rowAt(event)
        if (row !== undefined) props.onClick(row, event)
      }}
      onContextMenu={(event) => props.onContextMenu?.(rowAt(event), event)}
      onKeyDown={handleKey}
    >
      {props.head ?? <RecordHead columns={columns.map(({ id }) => ({ id, head: id }))} />}
      <div role="presentation" style={{ height: rows.height }} />
      {rows.visible.map(({ index, start }) => {
        const row = rowIn(view, index)
        if (row === undefined) return <Placeholder key={`at ${index}`} start={start} />
        return (
          <RecordRow
            key={shape.idOf(row)}
            {...{ row, columns, shape, index, start }}
            facts={props.factsOf(row, index)}
            isSelected={isSelected(row)}
            isActive={isActive(row)}
          />
        )
      })}
    </div>
  )
  return (
    <div className={styles['rows']}>
      {menu ? <ContextMenu {...menu}>{table}</ContextMenu> : table}
      {props.children}
    </div>
  )
}

type HeadProps = {
  readonly onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void
  readonly head?: RefObject<HTMLDivElement | null>
  readonly columns: readonly { readonly id: string; readonly head: ReactNode }[]
}

export function RecordHead({ head, columns, onKeyDown }: HeadProps) {
  return (
    <div
      ref={head}
      className={`${styles['cells']} ${styles['head']}`}
      role="row"
      aria-rowindex={1}
      onKeyDown={onKeyDown}
    >
      {columns.map((column) => (
        <span key={column.id} role="columnheader" data-column={column.id}>
          {column.head}
        </span>
      ))}
    </div>
  )
}

type RowProps<Row, Facts> = {
  readonly row: Row
  /** What cells show that is not in the row. */
  readonly facts: Facts
  readonly columns: readonly RecordColumn<Row, Facts>[]
  readonly shape: RowShape<Row, Facts>
  readonly index: number
  readonly start: number
  readonly isSelected: boolean
  readonly isActive: boolean
}

/** Drawn again only when something in it is another: rows are many, and the list moves often. */
const RecordRow = memo(
  DrawnRow,
  ({ facts: before, ...old }: RowProps<unknown, object>, { facts, ...next }) =>
    shallow(before, facts) && shallow(old, next)
) as typeof DrawnRow

function DrawnRow<Row, Facts extends object>(props: RowProps<Row, Facts>) {
  const { row, facts, shape, start } = props
  return (
    <div
      id={shape.idOf(row)}
      className={`${styles['cells']} ${styles['record']}`}
      role="row"
      aria-rowindex={props.index + FIRST_ROW}
      aria-selected={props.isSelected}
      data-active={props.isActive}
      {...shape.marks(row, facts)}
      style={{ transform: `translateY(${start}px)` }}
      title={shape.title?.(row)}
    >
      {props.columns.map(({ id, cell, marks }) => (
        <span key={id} role="gridcell" data-column={id} {...marks?.(row, facts)}>
          {cell(row, facts)}
        </span>
      ))}
    </div>
  )
}

/** Stands where a row will be. */
function Placeholder({ start }: { readonly start: number }) {
  return (
    <div
      className={styles['placeholder']}
      role="presentation"
      style={{ transform: `translateY(${start}px)` }}
    />
  )
}
