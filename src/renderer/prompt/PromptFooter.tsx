import type { ReactNode } from 'react'
import styles from './prompt.module.css'

type Props = {
  readonly hint: string
  readonly problem: string | undefined
  readonly children: ReactNode
}

/** Always in view, however long what is above it. */
export function PromptFooter({ hint, problem, children }: Props) {
  return (
    <footer className={styles['footer']}>
      <p
        className={styles['hint']}
        role="status"
        data-tone={problem === undefined ? 'quiet' : 'bad'}
      >
        {problem ?? hint}
      </p>
      <div className={styles['buttons']}>{children}</div>
    </footer>
  )
}
