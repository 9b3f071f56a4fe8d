import { useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { visibleText } from '../../../shared/text/visible-text'
import { nextIndex } from '../../ui/list/list-keys'
import { ManyRows } from '../../ui/list/ManyRows'
import { ROW_HEIGHT } from '../../ui/list/row-height'
import { SortHead } from '../../ui/list/SortHead'
import { sortedBy } from '../../ui/list/table-rows'
import { ServerText } from '../../ui/text/ServerText'
import {
  hasErrors,
  NUMBER_COLUMNS,
  shownMethod,
  type MetricsColumn,
  type MetricsRow,
  type Sorting
} from './metrics-rows'
import { breachWords, cellWords, COLUMN_WORDS, verdictWords } from './metrics-words'
import styles from './metrics.module.css'

type Props = {
  readonly rows: readonly MetricsRow[]
  readonly sorting: Sorting | undefined
  readonly selected: string
  readonly onSelect: (key: string) => void
  readonly onPause: () => void
  readonly onSort: (sorting: Sorting | undefined) => void
}

const COLUMNS: readonly MetricsColumn[] = ['name', 'budget', ...NUMBER_COLUMNS]
const PAGE = 10

export function MetricsTable({ rows, sorting, selected, onSelect, onPause, onSort }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const place = rows.findIndex(({ key }) => key === selected)
  // Rows change their places while they are sorted; the view moves with the keyboard only.
  const [keyedTo, setKeyedTo] = useState<number>()

  function handleKey(event: KeyboardEvent): void {
    if (event.target !== scroller.current) return
    if (event.key === ' ') {
      onPause()
      event.preventDefault()
    }
    const index = nextIndex(event.key, place, rows.length, PAGE)
    const next = index === undefined ? undefined : rows[index]
    if (!next) return
    setKeyedTo(index)
    onSelect(next.key)
    event.preventDefault()
  }

  function handleClick(event: MouseEvent): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    const clicked = row && rows[Number(row.dataset['index'])]
    if (clicked) onSelect(clicked.key)
  }

  return (
    <div
      ref={scroller}
      className={styles['table']}
      role="grid"
      aria-label="Numbers by server and method"
      aria-rowcount={rows.length + 1}
      aria-colcount={COLUMNS.length}
      aria-activedescendant={place === -1 ? undefined : `${id}${place}`}
      tabIndex={0}
      onKeyDown={handleKey}
      onClick={handleClick}
    >
      <div className={`${styles['cells']} ${styles['head']}`} role="row" aria-rowindex={1}>
        {COLUMNS.map((column) => (
          <SortHead
            key={column}
            {...{ column, sorting }}
            title={COLUMN_WORDS[column].meaning}
            // What is most is looked for first.
            onSort={() => onSort(sortedBy(column, sorting, column !== 'name'))}
          >
            {COLUMN_WORDS[column].label}
          </SortHead>
        ))}
      </div>
      <ManyRows
        scroller={scroller}
        count={rows.length}
        headHeight={ROW_HEIGHT}
        keyOf={(index) => rows[index]?.key ?? index}
        active={keyedTo}
      >
        {(index) => {
          const row = rows[index]
          return (
            row && <Row id={`${id}${index}`} row={row} index={index} isSelected={index === place} />
          )
        }}
      </ManyRows>
    </div>
  )
}

type RowProps = {
  readonly id: string
  readonly row: MetricsRow
  readonly index: number
  readonly isSelected: boolean
}

function Row({ id, row, index, isSelected }: RowProps) {
  const { server, origin, breaches } = row
  const method = shownMethod(row)
  return (
    <div
      id={id}
      className={styles['cells']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      data-all={method === undefined}
    >
      <span
        role="rowheader"
        className={styles['name']}
        title={visibleText(nameWords(row))}
        aria-label={visibleText(nameWords(row))}
      >
        {origin === 'server' && '← '}
        <ServerText>{method ?? server}</ServerText>
      </span>
      <span
        role="gridcell"
        data-over={breaches.length > 0 || hasErrors(row)}
        title={verdictWords(row)}
      >
        {verdictWords(row)}
      </span>
      {NUMBER_COLUMNS.map((column) => {
        const breach = breaches.find(({ budget }) => budget === column)
        const isBad = (column === 'errors' || column === 'errorRate') && hasErrors(row)
        return (
          <span
            key={column}
            role="gridcell"
            className={styles['number']}
            data-over={breach !== undefined || isBad}
            title={breach && capitalized(breachWords(breach))}
          >
            {breach && <b aria-hidden="true">! </b>}
            {cellWords(row, column)}
            {breach && <span className="ui-unseen"> {breachWords(breach)}</span>}
          </span>
        )
      })}
    </div>
  )
}

/** Also for whoever does not see what it stands below. */
export function nameWords(row: MetricsRow): string {
  const { server, origin } = row
  const method = shownMethod(row)
  if (method === undefined) return `${server}, all methods but the handshake`
  return origin === 'server' ? `${method}, asked by ${server}` : `${method}, ${server}`
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
