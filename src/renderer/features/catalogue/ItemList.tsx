import {
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode
} from 'react'
import { EmptyState } from '../../ui/panes/EmptyState'
import { ROW_HEIGHT } from '../../ui/list/row-height'
import { useFixedRows } from '../../ui/list/use-fixed-rows'
import { wordsIn } from './filter-words'
import { ItemFilter } from './ItemFilter'
import { actionOf, type ListAction } from './list-actions'
import type { ListRow, Place } from './list-row'
import styles from './item-list.module.css'

export type Shown<Row extends ListRow> = { readonly row: Row; readonly place: Place }

type Props<Row extends ListRow> = {
  readonly role: 'listbox' | 'tree'
  readonly label: string
  /** What is in the list, in the singular; the pane around it has the plural for its name. */
  readonly noun: string
  readonly rows: readonly Row[]
  /** How many there are without the filter. */
  readonly total: number
  readonly filter: string
  /** The id of the row that is shown beside the list. */
  readonly selected: string | undefined
  /** Beside the filter. */
  readonly actions: ReactNode
  readonly footer?: ReactNode
  /** Draws the rows that are in view, in which the words of the filter are marked. */
  readonly children: (shown: readonly Shown<Row>[], words: readonly string[]) => ReactNode
  readonly onFilter: (filter: string) => void
  readonly onSelect: (row: Row) => void
  /** Opens the row when it is folded, and folds it when it is open. */
  readonly onFold?: (row: Row) => void
  /** The person is done choosing and wants to go on with what was chosen. */
  readonly onEnter: () => void
}

/** One list for all that a server offers: a filter, and rows of which only the visible ones exist. */
export function ItemList<Row extends ListRow>(props: Props<Row>) {
  const { noun, rows, filter, selected, onFilter, onSelect, onFold, onEnter } = props
  const list = useRef<HTMLDivElement>(null)
  const filterField = useRef<HTMLInputElement>(null)
  const words = useMemo(() => wordsIn(filter), [filter])
  const [active, setActive] = useActiveRow(selected)
  const activeIndex = rows.findIndex(({ id }) => id === active)
  const fixed = useFixedRows({ scroller: list, count: rows.length, isFollowing: false })
  const followed = useRef<string>(undefined)
  // Follows the keys and the filter, but not a list that changes by itself.
  const follow = useEffectEvent((): void => {
    if (filter !== '' && active === followed.current) list.current?.scrollTo({ top: 0 })
    else if (activeIndex !== -1) fixed.scrollToIndex(activeIndex)
    followed.current = active
  })
  useEffect(() => follow(), [active, filter])

  function goTo(index: number): void {
    const row = rows[index]
    if (!row) return
    setActive(row)
    if (row.isHeading !== true) onSelect(row)
  }

  function fold(index: number): void {
    const row = rows[index]
    if (row) onFold?.(row)
  }

  function perform(action: ListAction): void {
    if (action.kind === 'go') goTo(action.index)
    else if (action.kind === 'fold') fold(action.index)
    else if (action.kind === 'enter') onEnter()
    else {
      filterField.current?.focus()
      onFilter(filter + action.text)
    }
  }

  function handleKey(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1)
    const action = actionOf(event, rows, activeIndex, page)
    if (!action) return
    perform(action)
    event.preventDefault()
  }

  /** From the filter straight to what it found. */
  function handleLeaveFilter(isDone: boolean): void {
    const first = rows.findIndex(({ isHeading }) => isHeading !== true)
    if (isDone && first === -1) return
    const isListed = rows.some(({ id }) => id === selected)
    if (filter !== '' || !isListed) goTo(Math.max(0, first))
    if (isDone) onEnter()
    else list.current?.focus()
  }

  function handleClick(event: MouseEvent): void {
    const target = event.target as HTMLElement
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1)
    const isHeading = rows[index]?.isHeading === true
    const isTwisty = target.closest('[data-twisty]') !== null
    if (isHeading || isTwisty) fold(index)
    if (isHeading || !isTwisty) goTo(index)
  }

  const shown = fixed.visible.flatMap(({ index, start }) => {
    const row = rows[index]
    if (!row) return []
    const place: Place = {
      elementId: `${noun}-${index}`,
      index,
      total: rows.length,
      start,
      isActive: index === activeIndex,
      isSelected: row.id === selected
    }
    return [{ row, place }]
  })
  const activePlace = shown.find(({ place }) => place.isActive)?.place
  return (
    <div className={styles['list']}>
      <div className={styles['filter']}>
        <ItemFilter
          field={filterField}
          noun={noun}
          total={props.total}
          filter={filter}
          onFilter={onFilter}
          onLeave={handleLeaveFilter}
        />
        {props.actions}
      </div>
      {rows.length === 0 && (
        <EmptyState title={`No ${noun} matches`}>Shorten the filter.</EmptyState>
      )}
      <div
        ref={list}
        className={styles['rows']}
        role={props.role}
        aria-label={props.label}
        aria-activedescendant={activePlace?.elementId}
        tabIndex={0}
        hidden={rows.length === 0}
        onKeyDown={handleKey}
        onClick={handleClick}
      >
        <div role="presentation" style={{ height: fixed.height }}>
          {props.children(shown, words)}
        </div>
      </div>
      {props.footer}
    </div>
  )
}

/** The row that the keys act upon: the chosen one, until they lead to a heading. */
function useActiveRow(
  selected: string | undefined
): readonly [active: string | undefined, setActive: (row: ListRow) => void] {
  const [heading, setHeading] = useState<{
    readonly id: string
    readonly over?: string | undefined
  }>()
  const isLeft = heading !== undefined && heading.over !== selected
  // Whoever chooses something elsewhere has left the heading for good.
  if (isLeft) setHeading(undefined)
  return [
    heading && !isLeft ? heading.id : selected,
    ({ id, isHeading }) => setHeading(isHeading === true ? { id, over: selected } : undefined)
  ]
}
