import type { Explanation } from '../../../../shared/advice/explain'
import { ServerText } from '../../../ui/text/ServerText'
import { describeBlame, describeTier } from '../../server/session-words'
import styles from './explained.module.css'

/** What became of a call that did not succeed: where, what, whose doing, and what to do. */
export function Explained({ tier, blame, what, next }: Explanation) {
  return (
    <div className={styles['explained']} data-tier={tier}>
      <p className={styles['what']}>
        <span className={styles['tier']}>{describeTier(tier)}</span>
        <ServerText>{what.slice(0, SHOWN_CHARS)}</ServerText>
      </p>
      <p className="ui-subtle">
        {describeBlame(blame)} {next}
      </p>
    </div>
  )
}

/** A server can put anything into its error; the whole of it is under Raw. */
const SHOWN_CHARS = 10_000
