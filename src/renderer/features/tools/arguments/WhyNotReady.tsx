import type { ServerSummary } from '../../../../shared/servers/server-config'
import type { SessionState } from '../../../../shared/servers/session-state'
import { openServer } from '../../server/session-actions'
import { canBeOpened } from '../../server/standing-words'
import styles from './arguments.module.css'

type Props = { readonly server: ServerSummary; readonly state: SessionState }

/** Why nothing can be sent now, and what can be done about it. What is written stays. */
export function WhyNotReady({ server, state: { phase } }: Props) {
  if (phase === 'ready') return null
  const canOpen = (phase === 'idle' || phase === 'failed') && canBeOpened(server.standing)
  return (
    <p className={styles['notReady']} role="status">
      {server.name} {WORDS[phase]}
      {canOpen && (
        <button type="button" className={styles['link']} onClick={() => openServer(server.id)}>
          Open it
        </button>
      )}
    </p>
  )
}

const WORDS: Readonly<Record<Exclude<SessionState['phase'], 'ready'>, string>> = {
  idle: 'is closed, so nothing can be sent.',
  starting: 'is being opened.',
  waiting: 'broke, and is opened again by itself.',
  closing: 'is being closed.',
  failed: 'could not go on, so nothing can be sent.'
}
