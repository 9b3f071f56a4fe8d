import { useShallow } from 'zustand/react/shallow'
import type { ServerId } from '../../../../shared/protocol/ids'
import { awaitedCalls, selectItem, useInbox } from '../../../stores/calls/inbox'
import { useWhyNotCalled } from '../../../stores/calls/not-called'
import { policiesOf, policyFor, usePolicies } from '../../../stores/calls/policies'
import { showPage } from '../../../stores/window/view'
import { ServerText } from '../../../ui/text/ServerText'
import { withdraw } from '../../inbox/item/inbox-actions'
import styles from './arguments.module.css'

type Props = { readonly serverId: ServerId; readonly tool: string }

/** Calls of this tool that are not made before the person has said yes in the inbox, or were not made. */
export function AwaitedApprovals({ serverId, tool }: Props) {
  const ids = useInbox(useShallow(({ items }) => awaitedCalls(items, serverId, tool)))
  const whyNot = useWhyNotCalled(serverId, tool)
  const isDenied = usePolicies(
    ({ records }) => policyFor(policiesOf(records, serverId), tool) === 'deny'
  )
  const [first] = ids
  if (first === undefined) {
    if (whyNot === undefined) return null
    return (
      <p className={styles['awaited']} role="status">
        <ServerText>{whyNot}</ServerText>
        {isDenied && (
          <button type="button" className={styles['link']} onClick={() => showPage('inbox')}>
            Change
          </button>
        )}
      </p>
    )
  }
  const what = ids.length === 1 ? 'The call waits' : `${ids.length} calls wait`
  return (
    <p className={styles['awaited']} role="status">
      <span>{what} for your approval in the inbox. Nothing has been sent.</span>
      <button type="button" className={styles['link']} onClick={() => selectItem(first)}>
        Show
      </button>
      <button type="button" className={styles['link']} onClick={() => ids.forEach(withdraw)}>
        {ids.length === 1 ? 'Cancel the call' : 'Cancel the calls'}
      </button>
    </p>
  )
}
