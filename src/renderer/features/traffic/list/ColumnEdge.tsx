import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { columnTitle, resized, WIDEST, type Column } from './columns'
import styles from './list.module.css'

type Props = {
  readonly column: Column
  /** How much wider it may become. */
  readonly spare: number
  readonly onStep: (by: number) => void
  readonly onDrag: (width: number) => void
  /** Without a width it has its usual one. */
  readonly onEnd: (width: number | undefined) => void
}

type Drag = { readonly fromX: number; readonly column: Column; readonly spare: number }

const KEY_STEP = 8

/** Between two columns: dragged, or moved by arrow keys, it makes one of them wider. */
export function ColumnEdge({ column, spare, onStep, onDrag, onEnd }: Props) {
  const drag = useRef<Drag>(undefined)
  const towards = column.edge === 'start' ? -1 : 1

  function widthAt({ clientX }: PointerEvent): number {
    const { fromX, column: before, spare: room } = drag.current ?? { fromX: clientX, column, spare }
    return resized(before, towards * (clientX - fromX), room)
  }

  function handleKey(event: KeyboardEvent): void {
    const step = { ArrowRight: KEY_STEP, ArrowLeft: -KEY_STEP }[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onStep(towards * step)
  }

  return (
    <span
      className={styles['edge']}
      data-edge={column.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${columnTitle(column.id)}`}
      aria-valuenow={column.width}
      aria-valuemin={column.least}
      aria-valuemax={WIDEST}
      tabIndex={-1}
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { fromX: event.clientX, column, spare }
      }}
      onPointerMove={(event) => drag.current && onDrag(widthAt(event))}
      onPointerUp={(event) => {
        if (drag.current && drag.current.fromX !== event.clientX) onEnd(widthAt(event))
        drag.current = undefined
      }}
      onPointerCancel={() => {
        if (drag.current) onEnd(drag.current.column.width)
        drag.current = undefined
      }}
      onDoubleClick={() => onEnd(undefined)}
    />
  )
}
