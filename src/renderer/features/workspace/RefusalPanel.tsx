import type { ServerSummary } from '../../../shared/servers/server-config'
import type { Refusal } from '../../stores/servers/refusals'
import { Button } from '../../ui/controls/Button'
import { ServerText } from '../../ui/text/ServerText'
import { editServer } from '../server/server-actions'
import { openServer } from '../server/session-actions'
import { askForSecret } from '../settings/secret-actions'
import styles from './workspace.module.css'

type Props = { readonly server: ServerSummary; readonly refusal: Refusal }

/** What the server lacks, and the way to give it that. */
export function RefusalPanel({ server, refusal: { message, secrets } }: Props) {
  async function give(name: string): Promise<void> {
    if (await askForSecret(name)) openServer(server.id)
  }

  return (
    <section className={styles['failure']} role="alert">
      <div className={styles['panelHead']}>
        <div>
          <h2 className={styles['reason']}>
            <ServerText>{message}</ServerText>
          </h2>
          <p>Nothing was started.</p>
        </div>
        <div className={styles['actions']}>
          {secrets.map((name) => (
            <Button key={name} isPrimary onClick={() => void give(name)}>
              Set {name}…
            </Button>
          ))}
          <Button isPrimary={secrets.length === 0} onClick={() => openServer(server.id)}>
            Open again
          </Button>
          <Button onClick={() => editServer(server)}>Edit</Button>
        </div>
      </div>
    </section>
  )
}
