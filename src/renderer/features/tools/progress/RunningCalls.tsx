import { X } from 'lucide-react'
import { memo } from 'react'
import type { Call } from '../../../../shared/calls/call-contract'
import type { CallId } from '../../../../shared/protocol/ids'
import { shortTimeOfDay } from '../../../ui/text/format'
import { IconButton } from '../../../ui/controls/IconButton'
import { Advance } from './Advance'
import { cancelCall } from '../../call/call-actions'
import styles from './progress.module.css'

type Props = {
  /** Those that have not ended and are not shown beside the arguments. */
  readonly calls: readonly Call[]
  readonly onShow: (callId: CallId) => void
}

/** Calls of the same tool that run besides the one that is shown. */
export function RunningCalls({ calls, onShow }: Props) {
  if (calls.length === 0) return null
  return (
    <ul className={styles['running']} aria-label="Also running">
      {calls.map((call) => (
        <RunningCall key={call.id} call={call} onShow={onShow} />
      ))}
    </ul>
  )
}

type RowProps = { readonly call: Call; readonly onShow: (callId: CallId) => void }

const RunningCall = memo(function RunningCall({ call, onShow }: RowProps) {
  const time = shortTimeOfDay(call.startedAt)
  return (
    <li className={styles['runningRow']}>
      <button
        type="button"
        className={styles['show']}
        aria-label={`Show the one from ${time}`}
        onClick={() => onShow(call.id)}
      >
        <time>{time}</time>
      </button>
      <Advance call={call} isCompact />
      <IconButton label={`Cancel the one from ${time}`} onClick={() => cancelCall(call.id)}>
        <X aria-hidden="true" size={13} />
      </IconButton>
    </li>
  )
})
