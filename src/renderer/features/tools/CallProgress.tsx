import { useState } from 'react'
import type { CallReport } from '../../../shared/call'
import { Button } from '../../ui/Button'
import { seconds } from '../../ui/format'
import { useSecondsLeft } from '../../ui/use-seconds-left'
import { Advance } from './Advance'
import { AskedMeanwhile } from './AskedMeanwhile'
import { CallLogs } from './CallLogs'
import styles from './progress.module.css'

type Props = { readonly call: CallReport; readonly onCancel: () => void }

/** A running call: how far it is when the server says so, how long it has taken in any case. */
export function CallProgress({ call, onCancel }: Props) {
  const { waitingUntil } = call
  const [isCancelling, setIsCancelling] = useState(false)

  function handleCancel(): void {
    setIsCancelling(true)
    onCancel()
  }

  return (
    <div className={styles['progress']}>
      {waitingUntil === undefined ? <Advance call={call} /> : <Wait until={waitingUntil} />}
      <AskedMeanwhile serverId={call.serverId} />
      <Button shortcut="Esc" disabled={isCancelling} onClick={handleCancel}>
        {isCancelling ? 'Cancelling' : 'Cancel'}
      </Button>
      <CallLogs logs={call.logs} count={call.logCount} />
    </div>
  )
}

/** Nothing runs: the server has asked to be left alone for a while, and is then asked again. */
function Wait({ until }: { readonly until: number }) {
  const left = useSecondsLeft(until)
  return (
    <p className={styles['wait']} role="timer">
      The server asks to wait, {seconds(left)}
    </p>
  )
}
