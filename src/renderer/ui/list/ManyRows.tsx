import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useState, type Key, type ReactNode, type RefObject } from 'react'
import styles from './many-rows.module.css'
import { ROW_HEIGHT } from './row-height'

/** So few are simply there, and then as high as they need to be. */
const FEW = 200

type Props = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  /** Up to how many are simply there. */
  readonly few?: number
  /** Which one it is, where rows change their places; without it the place says so. */
  readonly keyOf?: (index: number) => Key
  /** The row that has to be in view. */
  readonly active?: number | undefined
  /** Told from which row on to which before rows exist. */
  readonly onVisible?: (from: number, to: number) => void
  readonly children: (index: number) => ReactNode
}

/** Rows of one height inside something that scrolls; of many only the visible ones exist. */
export function ManyRows(props: Props) {
  return props.count <= (props.few ?? FEW) ? <FewRows {...props} /> : <VisibleRows {...props} />
}

function FewRows({ scroller, count, keyOf, active, onVisible, children }: Props) {
  useEffect(() => onVisible?.(0, count), [onVisible, count])
  useEffect(() => {
    if (active === undefined) return
    const row = scroller.current?.querySelector(`[data-row="${active}"]`)
    row?.scrollIntoView({ block: 'nearest' })
  }, [scroller, active])
  return Array.from({ length: count }, (_, index) => (
    <div
      key={keyOf?.(index) ?? index}
      data-row={index}
      role="presentation"
      className={styles['fewRow']}
    >
      {children(index)}
    </div>
  ))
}

function VisibleRows({ scroller, count, keyOf, active, onVisible, children }: Props) {
  // What scrolls is around this, and so is there only after this was drawn for the first time.
  const [, setIsInside] = useState(false)
  useEffect(() => setIsInside(true), [])
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12
  })
  useEffect(() => {
    if (active !== undefined) rows.scrollToIndex(active)
  }, [rows, active])
  const items = rows.getVirtualItems()
  const first = items[0]?.index ?? 0
  const end = (items.at(-1)?.index ?? -1) + 1
  useEffect(() => onVisible?.(first, end), [onVisible, first, end])
  return (
    <div className={styles['rows']} role="presentation" style={{ height: rows.getTotalSize() }}>
      {items.map(({ index, start }) => (
        <div
          key={keyOf?.(index) ?? index}
          role="presentation"
          className={styles['placed']}
          style={{ transform: `translateY(${start}px)` }}
        >
          {children(index)}
        </div>
      ))}
    </div>
  )
}
