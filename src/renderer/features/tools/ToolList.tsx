import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode
} from 'react'
import type { Tool } from '../../../shared/catalogue'
import { EmptyState } from '../../ui/EmptyState'
import { ROW_HEIGHT } from '../../ui/row-height'
import { keyOf, type Row } from './group-tools'
import { actionOf, type ListAction } from './list-actions'
import { GroupListRow, ToolListRow } from './ToolListRow'
import { ToolFilter } from './ToolFilter'
import { schemaFaultOf, useSchemaFaults } from './use-schema-faults'
import styles from './tool-list.module.css'

type Props = {
  readonly rows: readonly Row[]
  /** How many tools there are without the filter. */
  readonly total: number
  readonly filter: string
  readonly words: readonly string[]
  readonly selected: string | undefined
  /** How many calls of a tool have not ended. */
  readonly running: ReadonlyMap<string, number>
  readonly changes: ReadonlyMap<string, 'new' | 'changed'>
  /** Beside the filter. */
  readonly actions: ReactNode
  readonly footer: ReactNode
  readonly onFilter: (filter: string) => void
  readonly onSelect: (name: string) => void
  readonly onFold: (prefix: string, isFolded: boolean) => void
  /** The person is done choosing and wants to fill in the arguments. */
  readonly onEnter: () => void
}

export function ToolList(props: Props) {
  const { rows, filter, words, selected, running, changes, onFilter, onSelect, onFold } = props
  const list = useRef<HTMLDivElement>(null)
  const filterField = useRef<HTMLInputElement>(null)
  const [active, setActive] = useActiveRow(selected)
  const followed = useRef('')
  const activeIndex = rows.findIndex((row) => keyOf(row) === active)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8
  })
  // Follows the keys and the filter, but not a list that changes by itself.
  const follow = useEffectEvent((): void => {
    if (filter !== '' && active === followed.current) virtual.scrollToOffset(0)
    else if (activeIndex !== -1) virtual.scrollToIndex(activeIndex)
    followed.current = active
  })
  useEffect(() => follow(), [active, filter])
  const visible = virtual.getVirtualItems()
  useSchemaFaults(visible.flatMap(({ index }) => toolAt(rows, index)))

  function goTo(index: number): void {
    const row = rows[index]
    if (!row) return
    setActive(keyOf(row))
    if (row.kind === 'tool') onSelect(row.tool.name)
  }

  function perform(action: ListAction): void {
    if (action.kind === 'go') goTo(action.index)
    else if (action.kind === 'fold') onFold(action.prefix, action.isFolded)
    else if (action.kind === 'enter') props.onEnter()
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
    const first = rows.findIndex(({ kind }) => kind === 'tool')
    if (first === -1) return
    const isListed = rows.some((row) => row.kind === 'tool' && row.tool.name === selected)
    if (filter !== '' || !isListed) goTo(first)
    if (isDone) props.onEnter()
    else list.current?.focus()
  }

  function handleClick(event: MouseEvent): void {
    const place = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    const index = Number(place?.dataset['index'] ?? -1)
    goTo(index)
    const row = rows[index]
    if (row?.kind === 'group') onFold(row.prefix, !row.isFolded)
  }

  const isActiveVisible = visible.some(({ index }) => index === activeIndex)
  return (
    <div className={styles['list']}>
      <div className={styles['filter']}>
        <ToolFilter
          field={filterField}
          total={props.total}
          filter={filter}
          onFilter={onFilter}
          onLeave={handleLeaveFilter}
        />
        {props.actions}
      </div>
      {rows.length === 0 && <EmptyState title="No tool matches">Shorten the filter.</EmptyState>}
      <div
        ref={list}
        className={styles['rows']}
        role="listbox"
        aria-label="Tools"
        aria-activedescendant={isActiveVisible ? `tool-${activeIndex}` : undefined}
        tabIndex={0}
        hidden={rows.length === 0}
        onKeyDown={handleKey}
        onClick={handleClick}
      >
        <div role="presentation" style={{ height: virtual.getTotalSize() }}>
          {visible.map(({ index, start }) => {
            const row = rows[index]
            const place = { index, total: rows.length, start, isActive: index === activeIndex }
            if (!row) return null
            if (row.kind === 'group') return <GroupListRow key={index} row={row} {...place} />
            const { tool } = row
            return (
              <ToolListRow
                key={index}
                row={row}
                {...place}
                isSelected={tool.name === selected}
                words={words}
                running={running.get(tool.name) ?? 0}
                change={changes.get(tool.name)}
                schemaFault={schemaFaultOf(tool)}
              />
            )
          })}
        </div>
      </div>
      {props.footer}
    </div>
  )
}

function toolAt(rows: readonly Row[], index: number): readonly Tool[] {
  const row = rows[index]
  return row?.kind === 'tool' ? [row.tool] : []
}

/** The row that the keys act upon: the chosen tool, until they lead to the heading of a group. */
function useActiveRow(selected: string | undefined): [string, (key: string) => void] {
  const own = `tool ${selected ?? ''}`
  const [active, setActive] = useState({ key: own, selected })
  return [
    active.selected === selected ? active.key : own,
    (key) => setActive({ key, selected: key.startsWith('tool ') ? key.slice(5) : selected })
  ]
}
