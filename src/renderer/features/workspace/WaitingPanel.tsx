import type { ServerSummary } from '../../../shared/server-config'
import type { SessionState } from '../../../shared/session-state'
import { Button } from '../../ui/Button'
import { ServerText } from '../../ui/ServerText'
import { useSecondsLeft } from '../../ui/use-seconds-left'
import { closeServer, openServer } from '../servers/session-actions'
import { describeWait } from '../servers/session-words'
import styles from './workspace.module.css'

type Waiting = Extract<SessionState, { phase: 'waiting' }>
type Props = { readonly server: ServerSummary; readonly waiting: Waiting }

/** Why the server is not open, and when it will be. */
export function WaitingPanel({ server, waiting }: Props) {
  const { until, attempt, attempts, reason } = waiting
  return (
    <section className={styles['waiting']} aria-label="Waiting">
      <div className={styles['panelHead']}>
        <div>
          <div role="status">
            <h2>
              <ServerText>{reason}</ServerText>
            </h2>
          </div>
          <p>
            It <TimeLeft until={until} />, {attempt} of {attempts}.
          </p>
        </div>
        <div className={styles['actions']}>
          <Button isPrimary title="Open it now" onClick={() => openServer(server.id)}>
            Now
          </Button>
          <Button title="Do not open it again" onClick={() => closeServer(server.id)}>
            Stop
          </Button>
        </div>
      </div>
    </section>
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
