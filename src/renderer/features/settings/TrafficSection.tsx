import { TRAFFIC_DAYS, TRAFFIC_MEGABYTES } from '../../../shared/ipc/preferences'
import { Amount } from './Amount'
import { UnreadNote } from './UnreadNote'
import styles from './settings.module.css'

/** How much of the traffic is kept. The oldest goes first. */
export function TrafficSection() {
  return (
    <div className={styles['rows']}>
      <p className={styles['about']}>
        What passes is recorded, so that it can be looked through after a restart. When there is
        more than may be kept, the oldest recordings go first, and then the beginning of this one.
      </p>
      <UnreadNote settings={['trafficMegabytes', 'trafficDays']}>
        How much is kept could not be read. Nothing is deleted until you choose it again.
      </UnreadNote>
      <Amount name="trafficMegabytes" label="Megabytes kept" bounds={TRAFFIC_MEGABYTES} />
      <Amount name="trafficDays" label="Days kept" bounds={TRAFFIC_DAYS} />
    </div>
  )
}
