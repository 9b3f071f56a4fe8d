import type { Exchange } from '../../../shared/exchange'
import { explainOutcome } from '../../../shared/explain'
import { ServerText } from '../../ui/ServerText'
import { describeBlame, describeTier } from '../servers/session-words'
import styles from './exchange.module.css'

/** A server can put anything into its error; the whole of it is in the raw answer. */
const SHOWN_CHARS = 10_000

/** What became of an exchange that brought no result. Nothing when it did. */
export function ExchangeFailure({ outcome }: Pick<Exchange, 'outcome'>) {
  const explanation = explainOutcome(outcome)
  if (!explanation || outcome.kind === 'result' || outcome.kind === 'held') return null
  const { tier, blame, what, next } = explanation
  const data = outcome.kind === 'error' ? outcome.error.data : undefined
  return (
    <div className={styles['failure']} data-tier={tier} role="alert">
      <p className={styles['what']}>
        <span className={styles['tier']}>{describeTier(tier)}</span>
        <ServerText>{what.slice(0, SHOWN_CHARS)}</ServerText>
      </p>
      <p className={styles['subtle']}>
        {describeBlame(blame)} {next}
      </p>
      {data !== undefined && (
        <pre className={styles['data']} aria-label="Data of the error" tabIndex={0}>
          <ServerText>{JSON.stringify(data, null, 2).slice(0, SHOWN_CHARS)}</ServerText>
        </pre>
      )}
      {outcome.kind === 'error' && outcome.isHeld && (
        <p className={styles['subtle']}>
          What came with it is too large to be shown here; all of it is in the raw answer.
        </p>
      )}
      {outcome.kind === 'connection-lost' && outcome.lastStderr && (
        <pre className={styles['data']} aria-label="Last lines of stderr" tabIndex={0}>
          <ServerText>{outcome.lastStderr.join('\n').slice(-SHOWN_CHARS)}</ServerText>
        </pre>
      )}
    </div>
  )
}
