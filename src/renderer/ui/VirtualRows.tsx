import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, type ReactNode } from 'react'
import { useFollowEnd } from './use-follow-end'
import styles from './virtual-rows.module.css'

/** The value of --row. */
export const ROW_HEIGHT = 24

type Props<T> = {
  readonly label: string
  readonly role: 'log'
  readonly items: readonly T[]
  readonly children: (item: T) => ReactNode
}

/** Rows of one height, of which only the visible ones exist. Follows the end while it is in view. */
export function VirtualRows<T>({ label, role, items, children }: Props<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10
  })
  useFollowEnd(scroller, items)
  return (
    <div ref={scroller} className={styles['scroller']} role={role} aria-label={label} tabIndex={0}>
      <div className={styles['rows']} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          const style = { transform: `translateY(${start}px)` }
          return (
            item !== undefined && (
              <div key={index} className={styles['row']} style={style}>
                {children(item)}
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}
