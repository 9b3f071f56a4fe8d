import type { CSSProperties } from 'react'
import type { Timing } from '../../../../shared/traffic/traffic'
import { milliseconds } from '../../../ui/text/format'
import { partsOf } from './timing-parts'
import styles from './frame.module.css'

/** Where the time of an answer went: a bar, and the same in words. */
export function TimingBar({ timing }: { readonly timing: Timing }) {
  const parts = partsOf(timing)
  return (
    <div
      className={styles['timing']}
      role="group"
      aria-label="Timing"
      title={parts.map(({ word, ms }) => `${word} ${milliseconds(ms)}`).join(', ')}
    >
      <span className={styles['timingBar']} aria-hidden="true">
        {parts.map(({ kind, ms }) => (
          <i key={kind} data-part={kind} style={{ '--part': ms } as CSSProperties} />
        ))}
      </span>
      <ul className={styles['timingWords']}>
        {parts.map(({ kind, word, ms }) => (
          <li key={kind} data-part={kind}>
            {word} {milliseconds(ms)}
          </li>
        ))}
      </ul>
    </div>
  )
}
