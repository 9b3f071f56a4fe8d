import type { ServerSummary } from '../../../shared/servers/server-config'
import { ServerText } from '../../ui/text/ServerText'
import { WaitingButtons, WaitingWords, type Waiting } from '../server/Waiting'
import styles from './workspace.module.css'

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
