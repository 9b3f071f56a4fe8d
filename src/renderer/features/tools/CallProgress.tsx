import { useEffect, useState } from 'react'
import type { CallReport } from '../../../shared/call'
import { Button } from '../../ui/Button'
import { milliseconds, seconds } from '../../ui/format'
import { ServerText } from '../../ui/ServerText'
import { useSecondsLeft } from '../../ui/use-seconds-left'
import styles from './tools.module.css'

type Props = { readonly call: CallReport; readonly onCancel: () => void }

/** A running call: how far it is when the server says so, how long it has taken in any case. */
export function CallProgress({ call, onCancel }: Props) {
  const { waitingUntil } = call
  return (
    <div className={styles['progress']}>
      {waitingUntil === undefined ? <Advance call={call} /> : <Wait until={waitingUntil} />}
      <Button shortcut="Esc" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

function Advance({ call }: { readonly call: CallReport }) {
  const elapsedMs = useElapsed(call.startedAt)
  const { progress, total, message } = call.progress ?? {}
  const share =
    progress === undefined || total === undefined || total <= 0 ? undefined : progress / total
  return (
    <>
      <div
        className={styles['bar']}
        role="progressbar"
        aria-label={`Progress of ${call.tool}`}
        aria-valuemin={0}
        aria-valuemax={total ?? 100}
        {...(share !== undefined && { 'aria-valuenow': progress })}
        data-known={share !== undefined}
      >
        <div style={{ width: `${Math.min(100, (share ?? 0) * 100)}%` }} />
      </div>
      <p className={styles['progressText']}>
        {progress !== undefined && (
          <span>
            {progress}
            {total !== undefined && ` of ${total}`}
          </span>
        )}
        {message !== undefined && (
          <span>
            <ServerText>{message}</ServerText>
          </span>
        )}
        <span>{milliseconds(elapsedMs)}</span>
      </p>
    </>
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

function useElapsed(startedAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, now - startedAt)
}
