import { useEffect, useRef, type ReactNode } from 'react'
import { PopoverPanel } from './PopoverPanel'
import styles from './suggestions.module.css'

type Props = {
  /** Of the list is this, and of its options this and their place. */
  readonly id: string
  readonly label: string
  readonly items: readonly ReactNode[]
  /** The one that Enter would take; -1 when it would take none. */
  readonly active: number
  readonly side?: 'top' | 'bottom'
  readonly onTake: (index: number) => void
  /** Below the list. */
  readonly children?: ReactNode
}

/** What a field suggests while somebody writes in it. */
export function Suggestions({ id, label, items, active, side, onTake, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <PopoverPanel
      className={styles['popover']}
      role="presentation"
      {...(side && { side })}
      onOpenAutoFocus={(event) => event.preventDefault()}
      onCloseAutoFocus={(event) => event.preventDefault()}
    >
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className={styles['list']}
      >
        {items.map((item, index) => (
          <div
            key={index}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles['option']}
            // The field keeps the cursor.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(index)}
          >
            {item}
          </div>
        ))}
      </div>
      {children}
    </PopoverPanel>
  )
}
