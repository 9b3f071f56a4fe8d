import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './controls.module.css'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly isPrimary?: boolean
  readonly shortcut?: string
  readonly children: ReactNode
}

export function Button({ isPrimary = false, shortcut, children, ...rest }: Props) {
  const className = isPrimary ? `${styles['button']} ${styles['primary']}` : styles['button']
  return (
    <button type="button" className={className} {...rest}>
      {children}
      {shortcut !== undefined && (
        <kbd className={styles['kbd']} aria-hidden="true">
          {shortcut}
        </kbd>
      )}
    </button>
  )
}
