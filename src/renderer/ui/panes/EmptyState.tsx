import type { ReactNode } from 'react'
import styles from './empty.module.css'

type Props = {
  readonly title: string
  /** Its title is the title of the whole page. */
  readonly isPage?: boolean
  readonly children?: ReactNode
  /** The one thing to do next. */
  readonly action?: ReactNode
}

export function EmptyState({ title, isPage = false, children, action }: Props) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className={styles['empty']}>
      <Heading className={styles['title']}>{title}</Heading>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  )
}
