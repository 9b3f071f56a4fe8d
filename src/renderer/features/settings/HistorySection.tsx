import { HISTORY_LIMITS } from '../../../shared/calls/history'
import { Amount } from './Amount'
import { UnreadNote } from './UnreadNote'
import styles from './settings.module.css'

/** How much is remembered of calls. */
export function HistorySection() {
  return (
    <div className={styles['rows']}>
      <UnreadNote settings={['historyLimit']}>
        How many calls are kept could not be read. Nothing is deleted until you choose it again.
      </UnreadNote>
      <Amount
        name="historyLimit"
        label="Calls kept for each tool"
        bounds={HISTORY_LIMITS}
        hint="0 keeps none. Pinned calls are kept in any case."
      />
    </div>
  )
}
