import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { CallId } from '../../../shared/protocol/ids'
import { nextIndex } from '../../ui/list/list-keys'
import { ManyRows } from '../../ui/list/ManyRows'
import { ContextMenu, type MenuEntry } from '../../ui/controls/Menu'
import { nameCall, removeCall } from './history-actions'
import type { HistoryRow } from './history-rows'
import { HistoryListRow } from './HistoryListRow'
import { NameField } from './NameField'
import styles from './history.module.css'

type Props = {
  /** Empty where a row is not there yet. */
  readonly rows: readonly (HistoryRow | undefined)[]
  readonly shownId: CallId | undefined
  /** The call for which another one is being chosen. */
  readonly comparingId: CallId | undefined
  readonly namingId: CallId | undefined
  readonly onVisible?: (from: number, to: number) => void
  readonly menuOf: (row: HistoryRow) => readonly MenuEntry[]
  readonly onChoose: (callId: CallId) => void
  readonly onName: (callId: CallId | undefined) => void
  readonly onEscape: () => void
  /** Given where the list is in the way of what was chosen in it. */
  readonly onDone?: (() => void) | undefined
}

const ROWS_PER_PAGE = 8

export function HistoryList(props: Props) {
  const { rows, shownId, comparingId, namingId, menuOf, onChoose, onName, onEscape, onDone } = props
  const list = useRef<HTMLDivElement>(null)
  const menuRow = useRef<HistoryRow>(undefined)
  const shownIndex = indexOf(rows, shownId)
  const isComparing = comparingId !== undefined
  /** While another call is being chosen, the arrow keys go through them and show none. */
  const [candidateId, setCandidateId] = useState<CallId>()
  const activeId = isComparing ? (candidateId ?? comparingId) : shownId
  const activeIndex = indexOf(rows, activeId)
  useEffect(() => {
    setCandidateId(undefined)
    if (isComparing) list.current?.focus()
  }, [isComparing])

  function rowAt(event: MouseEvent): HistoryRow | undefined {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-call]')
    return row ? rows.find((known) => known?.id === row.dataset['call']) : undefined
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.target !== list.current) return
    const shown = isComparing ? undefined : rows[shownIndex]
    const moved = nextIndex(event.key, activeIndex, rows.length, ROWS_PER_PAGE)
    const next = moved === undefined ? undefined : rows[moved]
    if (next && isComparing) setCandidateId(next.id)
    else if (next) onChoose(next.id)
    else if (event.key === 'Enter' && isComparing && activeId !== undefined) onChoose(activeId)
    else if (event.key === 'F2' && shown?.isKept === true) onName(shown.id)
    else if (event.key === 'Delete' && shown?.isKept === true) remove(shownIndex)
    else if (event.key === 'Escape' && isComparing) onEscape()
    else if (onDone && !isComparing && ['Enter', 'Escape'].includes(event.key)) onDone()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** The next one takes its place. */
  function remove(index: number): void {
    const next = rows[index + 1] ?? rows[index - 1]
    const row = rows[index]
    if (row) void removeCall(row.id)
    if (next) onChoose(next.id)
  }

  function handleNamed(row: HistoryRow, name: string | undefined): void {
    if (name !== undefined && name.trim() !== (row.name ?? '')) nameCall(row.id, name)
    onName(undefined)
    list.current?.focus()
  }

  return (
    <ContextMenu
      label="Call"
      entries={() => {
        const row = menuRow.current ?? rows[shownIndex]
        return row ? menuOf(row) : []
      }}
      hasMovedFocus={() => namingId !== undefined}
    >
      <div
        ref={list}
        className={styles['list']}
        role="listbox"
        aria-label="Calls of this tool"
        aria-activedescendant={activeIndex < 0 ? undefined : optionId(activeId)}
        tabIndex={0}
        onKeyDown={handleKey}
        onClick={(event) => {
          const row = rowAt(event)
          if (!row) return
          onChoose(row.id)
          if (!isComparing) onDone?.()
        }}
        onContextMenu={(event) => {
          menuRow.current = rowAt(event)
        }}
      >
        <ManyRows
          scroller={list}
          count={rows.length}
          keyOf={(index) => rows[index]?.id ?? index}
          active={activeIndex < 0 ? undefined : activeIndex}
          {...(props.onVisible && { onVisible: props.onVisible })}
        >
          {(index) => {
            const row = rows[index]
            if (!row) return null
            return row.id === namingId ? (
              <NameField name={row.name ?? ''} onEnd={(name) => handleNamed(row, name)} />
            ) : (
              <HistoryListRow
                id={optionId(row.id)}
                row={row}
                isShown={row.id === shownId}
                isCompared={row.id === comparingId}
                isCandidate={isComparing && row.id === candidateId}
              />
            )
          }}
        </ManyRows>
      </div>
    </ContextMenu>
  )
}

function optionId(callId: CallId | undefined): string {
  return `history-${callId ?? ''}`
}

function indexOf(rows: Props['rows'], callId: CallId | undefined): number {
  return callId === undefined ? -1 : rows.findIndex((row) => row?.id === callId)
}
