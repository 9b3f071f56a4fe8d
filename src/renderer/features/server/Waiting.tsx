/** How long until a server is opened again, and what you can do meanwhile. */
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import { Button } from '../../ui/controls/Button'
import { useSecondsLeft } from '../../ui/time/use-seconds-left'
import { closeServer, openServer } from './session-actions'
import { describeWait } from './session-words'
import styles from './waiting.module.css'

export type Waiting = Extract<SessionState, { phase: 'waiting' }>

export function WaitingWords({ waiting }: { readonly waiting: Waiting }) {
  const { until, attempt, attempts } = waiting
  return (
    <>
      <TimeLeft until={until} />, {attempt} of {attempts}.
    </>
  )
}

type ButtonsProps = { readonly server: ServerSummary; readonly isPrimary: boolean }

export function WaitingButtons({ server, isPrimary }: ButtonsProps) {
  return (
    <>
      <Button isPrimary={isPrimary} title="Open it now" onClick={() => openServer(server.id)}>
        Now
      </Button>
      <Button title="Do not open it again" onClick={() => closeServer(server.id)}>
        Stop
      </Button>
    </>
  )
}

/** A timer says nothing by itself: a voice that counts every second would drown all others. */
export function TimeLeft({ until }: { readonly until: number }) {
  const left = useSecondsLeft(until)
  return (
    <span role="timer" className={styles['timer']}>
      {describeWait(left)}
    </span>
  )
}
