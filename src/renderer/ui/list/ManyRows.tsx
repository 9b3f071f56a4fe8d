import { useEffect, useEffectEvent, type Key, type ReactNode, type RefObject } from 'react'
import styles from './many-rows.module.css'
import { useFixedRows } from './use-fixed-rows'

/** So few are simply there, and then as high as they need to be. */
const FEW = 200

type Props = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  /** Up to how many are simply there. */
  readonly few?: number
  /** What stays above the rows while they scroll below it. */
  readonly headHeight?: number
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

function VisibleRows({
  scroller,
  count,
  headHeight = 0,
  keyOf,
  active,
  onVisible,
  children
}: Props) {
  const rows = useFixedRows({ scroller, count, headHeight, isFollowing: false })
  const reveal = useEffectEvent(rows.scrollToIndex)
  useEffect(() => {
    if (active !== undefined) reveal(active)
  }, [active])
  const first = rows.visible[0]?.index ?? 0
  const end = (rows.visible.at(-1)?.index ?? -1) + 1
  useEffect(() => onVisible?.(first, end), [onVisible, first, end])
  return (
    <div className={styles['rows']} role="presentation" style={{ height: rows.height }}>
      {rows.visible.map(({ index, start }) => (
        <div
          key={keyOf?.(index) ?? index}
          role="presentation"
          className={styles['placed']}
          style={{ transform: `translateY(${start - headHeight}px)` }}
        >
          {children(index)}
        </div>
      ))}
    </div>
  )
}
