import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type ReactNode } from 'react'
import styles from './virtual-rows.module.css'

/** The value of --row. */
export const ROW_HEIGHT = 24

type Props = {
  readonly label: string
  readonly role: 'log'
  readonly count: number
  readonly children: (index: number) => ReactNode
}

/** Rows of one height, of which only the visible ones exist. Follows the end while it is in view. */
export function VirtualRows({ label, role, count, children }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10
  })
  useFollowEnd(scroller, count)
  return (
    <div ref={scroller} className={styles['scroller']} role={role} aria-label={label} tabIndex={0}>
      <div className={styles['rows']} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            className={styles['row']}
            style={{ transform: `translateY(${start}px)` }}
          >
            {children(index)}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Scrolls to the newest row, but only for someone who was there already. */
export function useFollowEnd(scroller: React.RefObject<HTMLElement | null>, count: number): void {
  const wasAtEnd = useRef(true)
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const look = (): void => {
      const below = element.scrollHeight - element.scrollTop - element.clientHeight
      wasAtEnd.current = below < ROW_HEIGHT
    }
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [scroller])
  useEffect(() => {
    const element = scroller.current
    if (element && wasAtEnd.current) element.scrollTop = element.scrollHeight
  }, [scroller, count])
}
