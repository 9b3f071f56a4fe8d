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
import { EmptyState } from '../../ui/EmptyState'
import { ROW_HEIGHT } from '../../ui/row-height'
import controls from '../../ui/controls.module.css'
import { useSlash } from '../catalogue/use-slash'
import type { RowMarks } from './row-marks'
import { ResourceListRow } from './ResourceListRow'
import type { ResourceRow } from './resource-tree'
import { stepOf } from './tree-keys'
import styles from './resources.module.css'

type Props = {
  readonly rows: readonly ResourceRow[]
  readonly placeholder: string
  readonly filter: string
  /** The id of the row that is shown beside the list. */
  readonly selected: string | undefined
  readonly marks: RowMarks
  readonly isFlat: boolean
  /** Beside the filter. */
  readonly actions: ReactNode
  readonly onFilter: (filter: string) => void
  readonly onSelect: (row: ResourceRow) => void
  readonly onToggle: (id: string) => void
  /** The person is done choosing and wants to go on with what was chosen. */
  readonly onEnter: () => void
}

/** A tree whose keys and roles are those of any tree; only the visible rows exist. */
export function ResourceList(props: Props) {
  const { rows, filter, selected, marks, isFlat, onFilter, onSelect, onToggle, onEnter } = props
  const list = useRef<HTMLDivElement>(null)
  const filterField = useRef<HTMLInputElement>(null)
  useSlash('resources', () => filterField.current?.select())
  /** A folder is not shown beside the list, but the keys can stand on it. */
  const [folder, setFolder] = useState<string>()
  const cursor = folder ?? selected
  const at = rows.findIndex(({ id }) => id === cursor)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10
  })
  // Follows the keys, but not a list that changes by itself.
  const follow = useEffectEvent((): void => {
    if (at !== -1) virtual.scrollToIndex(at)
  })
  useEffect(() => follow(), [cursor])
  useEffect(() => setFolder(undefined), [selected])

  function moveTo(index: number): void {
    const row = rows[index]
    if (!row) return
    const isFolder = !row.resource && !row.template
    setFolder(isFolder ? row.id : undefined)
    if (!isFolder) onSelect(row)
  }

  function handleFilterKey(event: KeyboardEvent): void {
    const isDown = event.key === 'ArrowDown'
    if (event.key === 'Escape' && filter !== '') onFilter('')
    else if ((isDown || event.key === 'Enter') && rows.length > 0) {
      if (at === -1)
        moveTo(
          Math.max(
            0,
            rows.findIndex((row) => row.resource ?? row.template)
          )
        )
      if (isDown) list.current?.focus()
      else onEnter()
    } else return
    event.preventDefault()
  }

  function handleKey(event: KeyboardEvent): void {
    const row = rows[at]
    if (event.key === 'Enter' || event.key === ' ') {
      if (row?.folder && !row.resource) onToggle(row.id)
      else onEnter()
      return event.preventDefault()
    }
    const step = stepOf(rows, at, event.key)
    if (!step) return
    event.preventDefault()
    if ('move' in step) moveTo(step.move)
    else onToggle(step.toggle)
  }

  function handleClick(event: MouseEvent): void {
    const target = event.target as HTMLElement
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1)
    const row = rows[index]
    if (!row) return
    const isTwisty = target.closest('[data-twisty]') !== null
    if (row.folder && (isTwisty || !row.resource)) {
      onToggle(row.id)
      if (!row.resource) setFolder(row.id)
    } else moveTo(index)
  }

  const visible = virtual.getVirtualItems()
  const isCursorVisible = visible.some(({ index }) => index === at)
  return (
    <div className={styles['list']}>
      <div className={styles['filter']}>
        <input
          ref={filterField}
          type="search"
          aria-keyshortcuts="/"
          title="Filter resources (/)"
          className={controls['input']}
          aria-label="Filter resources"
          placeholder={props.placeholder}
          value={filter}
          spellCheck={false}
          onChange={(event) => onFilter(event.target.value)}
          onKeyDown={handleFilterKey}
        />
        {props.actions}
      </div>
      {rows.length === 0 && (
        <EmptyState title="No resource matches">Shorten the filter.</EmptyState>
      )}
      <div
        ref={list}
        className={styles['rows']}
        role="tree"
        aria-label="Resources"
        aria-activedescendant={isCursorVisible ? `resource-${at}` : undefined}
        tabIndex={0}
        hidden={rows.length === 0}
        onKeyDown={handleKey}
        onClick={handleClick}
      >
        <div role="presentation" style={{ height: virtual.getTotalSize() }}>
          {visible.map(({ index, start }) => {
            const row = rows[index]
            return (
              row && (
                <ResourceListRow
                  key={row.id}
                  {...{ row, index, start, isFlat }}
                  isSelected={row.id === selected}
                  isCursor={index === at}
                  mark={marks.get(row.id)}
                />
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}
