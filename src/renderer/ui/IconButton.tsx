import { Tooltip } from 'radix-ui'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './controls.module.css'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Its accessible name, and what the tooltip says. */
  readonly label: string
  readonly shortcut?: string
  readonly children: ReactNode
}

export function IconButton({ label, shortcut, children, ...rest }: Props) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <button type="button" className={styles['iconButton']} aria-label={label} {...rest}>
          {children}
        </button>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className={styles['tooltip']} sideOffset={4} collisionPadding={8}>
          {label} {shortcut !== undefined && <kbd className={styles['kbd']}>{shortcut}</kbd>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
