import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { isNumber } from '../../../shared/json/exact-number'
import { count } from '../text/format'
import { nextIndex } from './list-keys'
import { ManyRows } from './ManyRows'
import { ROW_HEIGHT } from './row-height'
import { SortHead } from './SortHead'
import { ServerText } from '../text/ServerText'
import { cellText, sorted, sortedBy, type Sorting, type Table, type TableRow } from './table-rows'
import styles from './data-table.module.css'

type Props = {
  readonly table: Table
  readonly label: string
  /** Whether something is wrong with a cell. */
  readonly isBad?: (row: number, column: string) => boolean
}

type Cell = { readonly row: number; readonly column: number }

const CELL_CHARS = 80
const DETAIL_CHARS = 10_000
const ROWS_PER_PAGE = 15
/** So many cells can be there at once, seen or not. */
const FEW_CELLS = 1_000

/** A list of objects as a table. The whole of the chosen cell is shown below. */
export function DataTable({ table, label, isBad }: Props) {
  const { columns, columnCount } = table
  const scroller = useRef<HTMLDivElement>(null)
  const [sorting, setSorting] = useState<Sorting>()
  const [cell, setCell] = useState<Cell>()
  const rows = useMemo(() => sorted(table.rows, sorting), [table, sorting])
  const grid = useMemo(() => ({ gridTemplateColumns: columnWidths(table) }), [table])

  function handleKey(event: KeyboardEvent): void {
    if (event.target !== scroller.current) return
    const { row, column } = cell ?? { row: -1, column: 0 }
    const down = nextIndex(event.key, row, rows.length, ROWS_PER_PAGE)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (down !== undefined) setCell({ row: down, column })
    else if (step !== undefined) {
      const next = Math.max(0, Math.min(columns.length - 1, column + step))
      setCell({ row: Math.max(0, row), column: next })
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  function handleClick(event: MouseEvent): void {
    const target = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')
    const [row, column] = target?.dataset['cell']?.split(' ').map(Number) ?? []
    if (row !== undefined && column !== undefined) setCell({ row, column })
  }

  function sortBy(column: string): void {
    setCell(undefined)
    setSorting((was) => sortedBy(column, was))
  }

  const chosen = cell && rows[cell.row]
  const chosenColumn = cell && columns[cell.column]
  return (
    <div className={styles['frame']}>
      <div
        ref={scroller}
        className={styles['table']}
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        tabIndex={0}
        onKeyDown={handleKey}
        onClick={handleClick}
      >
        <div className={styles['header']} role="row" aria-rowindex={1} style={grid}>
          <span role="columnheader" className={styles['index']}>
            #
          </span>
          {columns.map((column) => (
            <SortHead key={column} {...{ column, sorting }} onSort={() => sortBy(column)}>
              <ServerText>{column.slice(0, CELL_CHARS)}</ServerText>
            </SortHead>
          ))}
        </div>
        <ManyRows
          scroller={scroller}
          count={rows.length}
          few={Math.floor(FEW_CELLS / columns.length)}
          headHeight={ROW_HEIGHT}
          active={cell?.row}
        >
          {(index) => {
            const row = rows[index]
            return (
              row && (
                <div
                  className={styles['cells']}
                  role="row"
                  aria-rowindex={index + 2}
                  aria-selected={cell?.row === index}
                  style={grid}
                >
                  <span role="rowheader" className={styles['index']}>
                    {row.index}
                  </span>
                  {columns.map((column, place) => (
                    <span
                      key={column}
                      role="gridcell"
                      className={styles['cell']}
                      data-cell={`${index} ${place}`}
                      data-kind={kindOf(row, column)}
                      data-bad={isBad?.(row.index, column) === true}
                      aria-selected={cell?.row === index && cell.column === place}
                    >
                      <ServerText>{shortText(row, column)}</ServerText>
                    </span>
                  ))}
                </div>
              )
            )
          }}
        </ManyRows>
      </div>
      {chosen && chosenColumn !== undefined ? (
        <div className={styles['detail']} role="status" aria-label="Chosen cell" tabIndex={0}>
          <b>
            {chosen.index} · <ServerText>{chosenColumn}</ServerText>
          </b>{' '}
          <ServerText>{fullText(chosen, chosenColumn)}</ServerText>
        </div>
      ) : (
        <p className={styles['detail']}>
          {count(rows.length, 'row')},{' '}
          {columns.length < columnCount && `the first ${columns.length} of `}
          {count(columnCount, 'column')}
        </p>
      )}
    </div>
  )
}

function kindOf({ members }: TableRow, column: string): string {
  if (!Object.hasOwn(members, column)) return 'missing'
  return isNumber(members[column]) ? 'number' : typeof members[column]
}

function shortText({ members }: TableRow, column: string): string {
  if (!Object.hasOwn(members, column)) return '–'
  const text = cellText(members[column])
  return text.length > CELL_CHARS ? `${text.slice(0, CELL_CHARS)}…` : text
}

function fullText({ members }: TableRow, column: string): string {
  if (!Object.hasOwn(members, column)) return 'It is not there.'
  const value = members[column]
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return text.length > DETAIL_CHARS ? `${text.slice(0, DETAIL_CHARS)}…` : text
}

const SAMPLED_ROWS = 50
/** What the space on both sides of a cell takes. */
const PADDING_CHARS = 4
const LEAST_CHARS = 6
const MOST_CHARS = 36

/** As wide as what is in the first rows; all rows share it, so that columns stand under each other. */
function columnWidths({ rows, columns }: Table): string {
  const sample = rows.slice(0, SAMPLED_ROWS)
  const widths = columns.map((column) => {
    const longest = Math.max(
      column.length + 3,
      ...sample.map((row) => shortText(row, column).length)
    )
    return `${Math.min(MOST_CHARS, Math.max(LEAST_CHARS, longest)) + PADDING_CHARS}ch`
  })
  return `6ch ${widths.join(' ')}`
}
