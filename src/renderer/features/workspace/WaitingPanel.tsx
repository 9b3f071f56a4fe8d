import type { ServerSummary } from '../../../shared/server-config'
import type { SessionState } from '../../../shared/session-state'
import { Button } from '../../ui/Button'
import { ServerText } from '../../ui/ServerText'
import { useSecondsLeft } from '../../ui/use-seconds-left'
import { closeServer, openServer } from '../servers/session-actions'
import { describeWait } from '../servers/session-words'
import styles from './workspace.module.css'

export type Waiting = Extract<SessionState, { phase: 'waiting' }>
type Props = { readonly server: ServerSummary; readonly waiting: Waiting }

/** Why the server is not open, and when it will be. After an end, the post-mortem says so instead. */
export function WaitingPanel({ server, waiting }: Props) {
  return (
    <section className={styles['waiting']} aria-label="Waiting">
      <div className={styles['panelHead']}>
        <div>
          <div role="status">
            <h2>
              <ServerText>{waiting.reason}</ServerText>
            </h2>
          </div>
          <p>
            It <WaitingWords waiting={waiting} />
          </p>
        </div>
        <div className={styles['actions']}>
          <WaitingButtons server={server} isPrimary />
        </div>
      </div>
    </section>
  )
}

export function WaitingWords({ waiting }: Pick<Props, 'waiting'>) {
  const { until, attempt, attempts } = waiting
  return (
    <>
      <TimeLeft until={until} />, {attempt} of {attempts}.
    </>
  )
}

type ButtonsProps = Pick<Props, 'server'> & { readonly isPrimary: boolean }

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
