import type { ReactNode } from 'react'
import styles from './settings.module.css'

type Props = { readonly term: string; readonly children: ReactNode }

export function Row({ term, children }: Props) {
  return (
    <div className={styles['fact']}>
      <span className={styles['term']}>{term}</span>
      <span>{children}</span>
    </div>
  )
}
