import type { ReactNode } from 'react'
import { ServerText } from '../../ui/text/ServerText'
import styles from './content.module.css'

type Props = {
  /** What it is, in a word. */
  readonly kind: string
  /** What Patchbay found out about it. */
  readonly facts?: readonly string[]
  /** What the server says about it. */
  readonly claims?: readonly string[]
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** One piece of content: what it is, what can be done with it, and below that the thing itself. */
export function BlockFrame({ kind, facts = [], claims = [], actions, children }: Props) {
  return (
    <div className={styles['block']} role="group" aria-label={kind}>
      <header className={styles['blockHeader']}>
        <span className={styles['kind']}>{kind}</span>
        {facts.map((fact, index) => (
          <span key={index} className={styles['fact']}>
            <ServerText>{fact}</ServerText>
          </span>
        ))}
        <span className={styles['actions']}>{actions}</span>
        {claims.length > 0 && (
          <span
            className={styles['claims']}
            title="The server says so. Patchbay has not checked it."
          >
            <ServerText>{claims.join(' · ')}</ServerText> <i>(server says)</i>
          </span>
        )}
      </header>
      {children}
    </div>
  )
}
