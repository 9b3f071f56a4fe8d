import { useState } from 'react'
import { describeWaiting, type Waiting } from '../../../../shared/calls/call'
import type { Call } from '../../../../shared/calls/call-contract'
import { Button } from '../../../ui/controls/Button'
import { seconds } from '../../../ui/text/format'
import { useSecondsLeft } from '../../../ui/time/use-seconds-left'
import { Advance } from './Advance'
import { AskedMeanwhile } from './AskedMeanwhile'
import { CallLogs } from './CallLogs'
import styles from './progress.module.css'

type Props = { readonly call: Call; readonly onCancel: () => void }

/** A running call: how far it is when the server says so, how long it has taken in any case. */
export function CallProgress({ call, onCancel }: Props) {
  const { waiting } = call
  const [isCancelling, setIsCancelling] = useState(false)

  function handleCancel(): void {
    setIsCancelling(true)
    onCancel()
  }

  return (
    <div className={styles['progress']}>
      {waiting ? <Wait waiting={waiting} /> : <Advance call={call} />}
      <AskedMeanwhile serverId={call.serverId} />
      <Button shortcut="Esc" disabled={isCancelling} onClick={handleCancel}>
        {isCancelling ? 'Cancelling' : 'Cancel'}
      </Button>
      <CallLogs logs={call.logs} count={call.logCount} />
    </div>
  )
}

/** Nothing runs: the server is asked again after a while. */
function Wait({ waiting }: { readonly waiting: Waiting }) {
  const left = useSecondsLeft(waiting.until)
  return (
    <p className={styles['wait']} role="timer">
      {describeWaiting(waiting, seconds(left))}
    </p>
  )
}
