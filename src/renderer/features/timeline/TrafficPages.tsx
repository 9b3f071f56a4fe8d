import { changeTraffic, useTrafficState } from '../../stores/records/traffic-view'
import { Segments } from '../../ui/controls/Segments'
import styles from './timeline.module.css'

const PAGES = [
  { value: 'list', label: 'List' },
  { value: 'timeline', label: 'Timeline' },
  { value: 'metrics', label: 'Metrics' }
] as const

/** The same traffic frame by frame, over time, and in numbers. */
export function TrafficPages() {
  const page = useTrafficState((state) => state.page)
  return (
    <div className={styles['pages']}>
      <Segments
        label="Traffic as"
        value={page}
        options={PAGES}
        onChange={(chosen) => changeTraffic({ page: chosen })}
      />
    </div>
  )
}
