import { Play } from 'lucide-react'
import { useTraffic } from '../../../stores/records/traffic'
import { useTrafficState } from '../../../stores/records/traffic-view'
import { Button } from '../../../ui/controls/Button'
import { togglePause } from '../../../stores/records/dock'
import styles from './list.module.css'

/** Says that the view is held, and how much has passed since; nothing while it is not. */
export function PauseBar() {
  const pausedAt = useTrafficState((state) => state.pausedAt)
  const lastSeq = useTraffic((state) => state.lastSeq)
  if (pausedAt === undefined) return null
  return (
    <div className={styles['paused']}>
      <span>Paused: {Math.max(0, lastSeq - pausedAt).toLocaleString('en-GB')} new</span>
      <Button shortcut="Space" onClick={togglePause}>
        <Play aria-hidden="true" size={12} /> Go on
      </Button>
    </div>
  )
}
