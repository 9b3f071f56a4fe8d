import type { Catalogue } from '../../../shared/calls/catalogue'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import { Button } from '../../ui/controls/Button'
import { CopyButton } from '../../ui/controls/CopyButton'
import { hasAuthorization, openAuthorization } from '../server/open-authorization'
import { Capabilities } from '../info/Capabilities'
import { catalogueFacts } from '../info/catalogue-facts'
import { definitionFacts } from '../info/definition-facts'
import { Facts } from '../info/Facts'
import { Folders } from '../info/Folders'
import { identityFacts } from '../info/identity-facts'
import { infoJson } from '../info/info-json'
import { ServerPolicyField } from '../info/ServerPolicyField'
import { sessionFacts } from '../info/session-facts'
import { SignInSection } from '../info/SignInSection'
import styles from '../info/info.module.css'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly catalogue: Catalogue
}

/** Who the server is, what both sides can do, how they speak, and how it is started or reached. */
export function InfoTab({ server, state, catalogue }: Props) {
  const isReady = state.phase === 'ready'
  return (
    <div className={styles['info']} role="region" aria-label="Info" tabIndex={0}>
      <div className={styles['copy']}>
        <CopyButton label="Copy as JSON" text={() => infoJson(server, state, catalogue)} />
      </div>
      {isReady && state.era !== 'bare' && (
        <Facts title="The server says" facts={identityFacts(server.id, state)} />
      )}
      <Facts title="The session" facts={sessionFacts(server.id, state)} />
      <SignInSection serverId={server.id} />
      {isReady && <Capabilities state={state} />}
      <ServerPolicyField serverId={server.id} />
      <Folders serverId={server.id} />
      <Facts title="The catalogue" facts={catalogueFacts(catalogue)} />
      {hasAuthorization(server) && (
        <section>
          <h2 className={styles['title']}>Authorization</h2>
          <div className={styles['buttons']}>
            <Button onClick={() => openAuthorization(server.id)}>Debug authorization</Button>
          </div>
        </section>
      )}
      <Facts title="The definition" facts={definitionFacts(server)} />
    </div>
  )
}
