import type { ReactNode } from 'react'
import { ServerText } from '../../ui/text/ServerText'
import styles from './info.module.css'

export type Fact = readonly [term: string, value: ReactNode]

type Props = { readonly title: string; readonly facts: readonly Fact[] }

/** Things that are known, each under what it is called. */
export function Facts({ title, facts }: Props) {
  return (
    <section>
      <h2 className={styles['title']}>{title}</h2>
      <dl className={styles['facts']}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A fact that a machine reads: a command, a path, an address. */
export function codeFact(term: string, value: string): Fact {
  return [
    term,
    <code key={term}>
      <ServerText>{value}</ServerText>
    </code>
  ]
}
