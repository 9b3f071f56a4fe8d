import type { Risk } from '../../../../shared/question/inbox'
import { ServerText } from '../../../ui/text/ServerText'
import { RISK_WORDS } from './inbox-words'
import styles from './inbox.module.css'

const GLYPHS = { low: '○', medium: '◐', high: '●' } as const

/** What Patchbay makes of it, and beside it what the server claims. */
export function RiskNote({ risk }: { readonly risk: Risk }) {
  const { level, reasons, claimed } = risk
  return (
    <div className={styles['callout']} data-level={level}>
      <p className={styles['riskWord']}>
        <span aria-hidden="true">{GLYPHS[level]}</span> {RISK_WORDS[level]}
        {claimed !== undefined && (
          <span className={styles['claim']}>
            server says: <ServerText>{claimed}</ServerText>
          </span>
        )}
      </p>
      <ul>
        {reasons.map((reason, index) => (
          <li key={index}>
            <ServerText>{reason}</ServerText>
          </li>
        ))}
      </ul>
    </div>
  )
}
