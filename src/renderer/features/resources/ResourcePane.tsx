import type { Resource } from '../../../shared/calls/catalogue'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import { visibleText } from '../../../shared/text/visible-text'
import { useSession } from '../../stores/servers/sessions'
import { changesOf } from '../catalogue/changes-of'
import { ItemChange } from '../catalogue/ItemChange'
import { Reading } from './Reading'
import { ResourceHeader } from './ResourceHeader'
import styles from './resources.module.css'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly uri: string
  /** As the server listed it; undefined when it is not in its list. */
  readonly resource: Resource | undefined
}

export function ResourcePane({ server, state, uri, resource }: Props) {
  const { changes } = useSession(server.id)
  return (
    <article className={styles['resource']} aria-label={visibleText(uri)}>
      <ResourceHeader
        serverId={server.id}
        address={uri}
        copyLabel="Copy URI"
        described={resource}
      />
      <ItemChange
        serverId={server.id}
        kind="resources"
        itemKey={uri}
        change={changesOf(changes, 'resources').get(uri)}
        item={resource}
      />
      <Reading serverId={server.id} state={state} uri={uri} />
    </article>
  )
}
