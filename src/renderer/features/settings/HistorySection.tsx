import { useState } from 'react'
import { HISTORY_LIMITS } from '../../../shared/history'
import { changePreferences, usePreferences } from '../../stores/preferences'
import { TextField } from '../../ui/TextField'
import { historyLimitIn } from './history-limit'
import styles from './settings.module.css'

const { least, most, usual } = HISTORY_LIMITS

/** How much is remembered of calls. */
export function HistorySection() {
  const kept = usePreferences(({ historyLimit }) => historyLimit)
  const [text, setText] = useState(String(kept))
  const limit = historyLimitIn(text)

  /** Not while it is being written: 200 begins with 2, and what is dropped then is gone. */
  function apply(): void {
    if (limit !== undefined && limit !== kept) changePreferences({ historyLimit: limit })
  }

  return (
    <div className={styles['rows']}>
      <TextField
        label="Calls kept for each tool"
        inputMode="numeric"
        value={text}
        onChange={setText}
        onBlur={apply}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
        hint={`${usual} if nothing else is said, 0 to keep none. Pinned calls are kept in any case.`}
        problem={
          limit === undefined ? `It has to be a whole number from ${least} to ${most}.` : undefined
        }
      />
    </div>
  )
}
