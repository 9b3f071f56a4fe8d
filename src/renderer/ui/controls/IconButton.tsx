import { Tooltip } from 'radix-ui'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './controls.module.css'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Its accessible name, and what the tooltip says. */
  readonly label: string
  readonly shortcut?: string
  /** A whole sentence where it cannot be used, for the tooltip. It can still be reached. */
  readonly why?: string | undefined
  readonly children: ReactNode
}

export function IconButton({ label, shortcut, why, children, ...rest }: Props) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <button
          type="button"
          className={styles['iconButton']}
          aria-label={label}
          {...(why !== undefined && { 'aria-disabled': true })}
          {...rest}
        >
          {children}
        </button>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className={styles['tooltip']} sideOffset={4} collisionPadding={8}>
          {why ?? label} {shortcut !== undefined && <kbd className={styles['kbd']}>{shortcut}</kbd>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
