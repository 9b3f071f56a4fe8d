import type { ServerSummary } from '../../../shared/server-config'
import type { SessionState } from '../../../shared/session-state'
import { Button } from '../../ui/Button'
import { ServerText } from '../../ui/ServerText'
import { openServer } from '../servers/session-actions'
import { describeBlame } from '../servers/session-words'
import styles from './workspace.module.css'

type Props = {
  readonly server: ServerSummary
  readonly failure: Extract<SessionState, { phase: 'failed' }>
}

/** What happened, whose doing it was, what to do next, and the last words. */
export function FailurePanel({ server, failure }: Props) {
  const { reason, blame, next, lastStderr } = failure
  return (
    <section className={styles['failure']} role="alert">
      <h2 className={styles['reason']}>
        <ServerText>{reason}</ServerText>
      </h2>
      <p>
        {describeBlame(blame)} {next}
      </p>
      {lastStderr.length > 0 && (
        <pre className={styles['stderr']} role="log" aria-label="Last lines of stderr" tabIndex={0}>
          <ServerText>{lastStderr.join('\n')}</ServerText>
        </pre>
      )}
      <Button isPrimary onClick={() => openServer(server.id)}>
        Open again
      </Button>
    </section>
  )
}
