import type { RecordingSummary } from '../../../shared/traffic/traffic-row'
import { visibleText } from '../../../shared/text/visible-text'
import { Button } from '../../ui/controls/Button'
import { count } from '../../ui/text/format'
import { openRecording } from '../../stores/records/dock'
import { timesOf } from './recording-words'
import styles from './recordings.module.css'

/** Says that what is shown does not pass now, and leads back to what does. */
export function RecordingBanner({ shown }: { readonly shown: RecordingSummary | undefined }) {
  return (
    <div className={styles['banner']} role="region" aria-label="Earlier recording">
      <p>
        {shown && (
          <>
            <b>Recorded on {timesOf(shown)}</b>
            {shown.source === 'file' && ` · from ${visibleText(shown.name ?? 'a file')}`} ·{' '}
            {count(shown.entries, 'entry', 'entries')} · frames are as they were recorded
          </>
        )}
      </p>
      <Button onClick={() => openRecording(undefined)}>Back to live</Button>
    </div>
  )
}
