import { useEffect } from 'react'
import { visibleText } from '../../../shared/visible-text'
import { Button } from '../../ui/Button'
import { count } from '../../ui/format'
import { openRecording } from './dock'
import { timesOf } from './recording-words'
import { useRecordings } from './use-recordings'
import styles from './recordings.module.css'

/** Says that what is shown does not pass now, and leads back to what does. */
export function RecordingBanner({ recording }: { readonly recording: number }) {
  const { recordings, reload } = useRecordings(true)
  useEffect(reload, [recording, reload])
  const shown = recordings?.find(({ id }) => id === recording)
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
