import type { ReactNode } from 'react'
import type { ListRow, Place } from './list-row'
import styles from './item-list.module.css'

type Props = Place & {
  readonly row: ListRow
  readonly role: 'option' | 'treeitem'
  readonly title?: string
  readonly className?: string | undefined
  readonly 'aria-label'?: string
  readonly 'aria-describedby'?: string
  readonly children: ReactNode
}

/** The frame of a row: where it stands, and what it is to whoever does not see it. */
export function ItemRow(props: Props) {
  const { row, role, elementId, index, total, start, isActive, isSelected } = props
  const { title, className, children } = props
  const position =
    role === 'treeitem'
      ? { 'aria-level': row.depth + 1, 'aria-expanded': row.folder?.isOpen }
      : { 'aria-posinset': index + 1, 'aria-setsize': total }
  return (
    <div
      id={elementId}
      role={role}
      aria-selected={isSelected}
      aria-label={props['aria-label']}
      aria-describedby={props['aria-describedby']}
      {...position}
      data-index={index}
      data-active={isActive}
      className={className === undefined ? styles['row'] : `${styles['row']} ${className}`}
      style={{ transform: `translateY(${start}px)` }}
      title={title}
    >
      {children}
    </div>
  )
}
