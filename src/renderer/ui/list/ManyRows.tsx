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
  readonly children: (index: number) => ReactNode
}

/** Rows of one height inside something that scrolls; of many only the visible ones exist. */
export function ManyRows(props: Props) {
  return props.count <= (props.few ?? FEW) ? <FewRows {...props} /> : <VisibleRows {...props} />
}

function FewRows({ scroller, count, keyOf, active, children }: Props) {
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

function VisibleRows({ scroller, count, keyOf, active, children }: Props) {
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
  return (
    <div className={styles['rows']} role="presentation" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, start }) => (
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
