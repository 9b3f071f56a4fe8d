import type { ReactNode } from 'react'
import styles from './schema-form.module.css'

type Props = {
  readonly label: string
  readonly title: string
  readonly isDisabled?: boolean
  readonly onAct: () => void
  readonly children: ReactNode
}

/** Not a tooltip of our own: a long list has hundreds of these. */
export function Action({ label, title, isDisabled = false, onAct, children }: Props) {
  return (
    <button
      type="button"
      className={styles['action']}
      aria-label={label}
      title={title}
      disabled={isDisabled}
      onClick={onAct}
    >
      {children}
    </button>
  )
}
