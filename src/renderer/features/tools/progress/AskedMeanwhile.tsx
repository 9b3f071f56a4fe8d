import type { ServerId } from '../../../../shared/protocol/ids'
import { selectItem, useInbox } from '../../../stores/calls/inbox'
import styles from './progress.module.css'

/** A call may take long because its server waits for the person. */
export function AskedMeanwhile({ serverId }: { readonly serverId: ServerId }) {
  const first = useInbox(
    ({ items }) => items.find((item) => item.serverId === serverId && item.kind !== 'approval')?.id
  )
  if (first === undefined) return null
  return (
    <p className={styles['asked']} role="status">
      The server waits for your answer in the inbox.
      <button type="button" className={styles['link']} onClick={() => selectItem(first)}>
        Show
      </button>
    </p>
  )
}
