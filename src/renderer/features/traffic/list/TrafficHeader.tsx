import { useRef, useState, type KeyboardEvent } from 'react'
import {
  TRAFFIC_COLUMNS,
  type TrafficColumn,
  type TrafficList,
  type TrafficTime
} from '../../../../shared/ipc/preferences'
import { RecordHead } from '../../../records/RecordTable'
import { MenuButton, type MenuEntry } from '../../../ui/controls/Menu'
import { ColumnEdge } from './ColumnEdge'
import {
  canHide,
  columnLabel,
  columnTitle,
  resized,
  withColumn,
  withWidth,
  type Column,
  type Layout
} from './columns'

type Props = {
  readonly list: TrafficList
  readonly layout: Layout
  readonly onChange: (list: TrafficList) => void
  /** As it is while an edge is being dragged. */
  readonly onDrag: (list: TrafficList | undefined) => void
}

const KEY_STEP = 8

/** One stop on the way through the window; from there the arrow keys lead to each column. */
export function TrafficHeader({ list, layout, onChange, onDrag }: Props) {
  const { columns, spare } = layout
  const row = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<TrafficColumn>('number')
  const reached = columns.some(({ id }) => id === active) ? active : columns[0]?.id

  function resize(column: Column, by: number): void {
    onChange(withWidth(list, column.id, resized(column, by, spare)))
  }

  function handleKey(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const at = columns.findIndex(({ id }) => id === reached)
    const column = columns[at]
    if (step === undefined || !column || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (event.shiftKey) return resize(column, step * KEY_STEP)
    const next = columns[Math.max(0, Math.min(columns.length - 1, at + step))]
    if (!next) return
    setActive(next.id)
    row.current?.querySelector<HTMLElement>(`[data-column="${next.id}"] button`)?.focus()
  }

  const heads = columns.map((column) => ({
    id: column.id,
    head: (
      <>
        <MenuButton
          label={`Column ${columnTitle(column.id)}`}
          entries={() => columnMenu(column.id, list, onChange)}
        >
          <button
            type="button"
            tabIndex={column.id === reached ? 0 : -1}
            aria-label={columnTitle(column.id)}
            title={`${columnTitle(column.id)}. Shift ← → changes its width.`}
            onFocus={() => setActive(column.id)}
          >
            {columnLabel(column, list.time)}
          </button>
        </MenuButton>
        {column.edge !== 'none' && (
          <ColumnEdge
            column={column}
            spare={spare}
            onStep={(by) => resize(column, by)}
            onDrag={(width) => onDrag(withWidth(list, column.id, width))}
            onEnd={(width) => {
              onChange(withWidth(list, column.id, width))
              onDrag(undefined)
            }}
          />
        )}
      </>
    )
  }))
  return <RecordHead head={row} columns={heads} onKeyDown={handleKey} />
}

const TIMES: readonly { readonly time: TrafficTime; readonly label: string }[] = [
  { time: 'clock', label: 'Time of day' },
  { time: 'previous', label: 'Since the row before' },
  { time: 'selected', label: 'Since the selected row' }
]

type Change = (list: TrafficList) => void

export function timeMenu(list: TrafficList, onChange: Change): readonly MenuEntry[] {
  return TIMES.map(({ time, label }) => ({
    label,
    isChecked: list.time === time,
    onSelect: () => onChange({ ...list, time })
  }))
}

/** All columns, with a tick at those that are shown. */
export function columnsMenu(list: TrafficList, onChange: Change): readonly MenuEntry[] {
  return [
    ...TRAFFIC_COLUMNS.filter(canHide).map((id) => {
      const isShown = !list.hidden.includes(id)
      return {
        label: columnTitle(id),
        isChecked: isShown,
        staysOpen: true,
        onSelect: () => onChange(withColumn(list, id, !isShown))
      }
    }),
    'line',
    {
      label: 'As they were at first',
      onSelect: () => onChange({ ...list, hidden: [], widths: {} })
    }
  ]
}

function columnMenu(id: TrafficColumn, list: TrafficList, onChange: Change): readonly MenuEntry[] {
  return [
    ...(id === 'time' ? [...timeMenu(list, onChange), 'line' as const] : []),
    ...(canHide(id)
      ? [{ label: 'Hide this column', onSelect: () => onChange(withColumn(list, id, false)) }]
      : []),
    ...(id === 'subject'
      ? []
      : [{ label: 'Usual width', onSelect: () => onChange(withWidth(list, id, undefined)) }]),
    { label: 'Columns', entries: columnsMenu(list, onChange) }
  ]
}
