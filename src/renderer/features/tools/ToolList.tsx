import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import type { Tool } from '../../../shared/catalogue'
import { EmptyState } from '../../ui/EmptyState'
import { count } from '../../ui/format'
import { nextIndex } from '../../ui/list-keys'
import { ServerText } from '../../ui/ServerText'
import { ROW_HEIGHT } from '../../ui/VirtualRows'
import controls from '../../ui/controls.module.css'
import styles from './tools.module.css'

type Props = {
  readonly tools: readonly Tool[]
  readonly total: number
  readonly filter: string
  readonly selected: string | undefined
  /** Tools with a call that has not ended. */
  readonly running: ReadonlySet<string>
  /** Beside the filter. */
  readonly action: ReactNode
  readonly onFilter: (filter: string) => void
  readonly onSelect: (name: string) => void
  /** The person is done choosing and wants to fill in the arguments. */
  readonly onEnter: () => void
}

export function ToolList({
  tools,
  total,
  filter,
  selected,
  running,
  action,
  onFilter,
  onSelect,
  onEnter
}: Props) {
  const list = useRef<HTMLDivElement>(null)
  const selectedIndex = tools.findIndex(({ name }) => name === selected)
  const rows = useVirtualizer({
    count: tools.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10
  })
  useEffect(() => {
    if (selectedIndex !== -1) rows.scrollToIndex(selectedIndex)
  }, [rows, selectedIndex])

  /** From the filter straight to what it found. */
  function handleFilterKey(event: KeyboardEvent): void {
    const [first] = tools
    if (!first || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return
    if (selectedIndex === -1) onSelect(first.name)
    if (event.key === 'Enter') onEnter()
    else list.current?.focus()
    event.preventDefault()
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') return onEnter()
    const index = nextIndex(event.key, selectedIndex, tools.length, 10)
    const tool = index === undefined ? undefined : tools[index]
    if (!tool) return
    onSelect(tool.name)
    event.preventDefault()
  }

  function handleClick(event: MouseEvent): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    const tool = row && tools[Number(row.dataset['index'])]
    if (tool) onSelect(tool.name)
  }

  const visible = rows.getVirtualItems()
  const isSelectedVisible = visible.some(({ index }) => index === selectedIndex)
  return (
    <div className={styles['list']}>
      <div className={styles['filter']}>
        <input
          type="search"
          className={controls['input']}
          aria-label="Filter tools"
          placeholder={`Filter ${count(total, 'tool')}`}
          value={filter}
          spellCheck={false}
          onChange={(event) => onFilter(event.target.value)}
          onKeyDown={handleFilterKey}
        />
        {action}
      </div>
      {tools.length === 0 && <EmptyState title="No tool matches">Shorten the filter.</EmptyState>}
      <div
        ref={list}
        className={styles['rows']}
        role="listbox"
        aria-label="Tools"
        aria-activedescendant={isSelectedVisible ? `tool-${selectedIndex}` : undefined}
        tabIndex={0}
        hidden={tools.length === 0}
        onKeyDown={handleKey}
        onClick={handleClick}
      >
        <div role="presentation" style={{ height: rows.getTotalSize() }}>
          {visible.map(({ index, start }) => {
            const tool = tools[index]
            return (
              tool && (
                <div
                  key={index}
                  id={`tool-${index}`}
                  role="option"
                  aria-selected={index === selectedIndex}
                  aria-posinset={index + 1}
                  aria-setsize={tools.length}
                  data-index={index}
                  className={styles['row']}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <ServerText>{tool.name}</ServerText>
                  {running.has(tool.name) && <span className={styles['running']}>running</span>}
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}
