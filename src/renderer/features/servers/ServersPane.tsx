import { Inbox, ScrollText, Settings } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { ServerScope, ServerSummary } from '../../../shared/server-config'
import { isOpen, type SessionState } from '../../../shared/session-state'
import { useServers } from '../../stores/servers'
import { useSession, useSessions } from '../../stores/sessions'
import { selectServer, showPage, useView, type Page } from '../../stores/view'
import { seconds } from '../../ui/format'
import { moveFocus } from '../../ui/move-focus'
import { ServerText } from '../../ui/ServerText'
import { useSecondsLeft } from '../../ui/use-seconds-left'
import { openServer } from './session-actions'
import { describeState } from './session-words'
import styles from './servers.module.css'

const SCOPES: readonly { scope: ServerScope; title: string; empty?: string }[] = [
  { scope: 'built-in', title: 'Built in' },
  { scope: 'local', title: 'Local' },
  { scope: 'project', title: 'Project' },
  { scope: 'command line', title: 'Command line' },
  {
    scope: 'user',
    title: 'User',
    empty: 'Your own servers will be listed here. This version opens the built-in one only.'
  }
]

const PAGES: readonly { page: Page; title: string; icon: typeof Inbox }[] = [
  { page: 'inbox', title: 'Inbox', icon: Inbox },
  { page: 'audit', title: 'Audit', icon: ScrollText },
  { page: 'settings', title: 'Settings', icon: Settings }
]

export function ServersPane() {
  const servers = useServers((state) => state.servers)
  return (
    <nav className={styles['pane']} aria-label="Servers">
      <h2 className={styles['title']}>Servers</h2>
      <div className={styles['scopes']}>
        {SCOPES.map(({ scope, title, empty }) => (
          <Scope
            key={scope}
            title={title}
            servers={servers.filter((server) => server.scope === scope)}
            {...(empty !== undefined && { empty })}
          />
        ))}
      </div>
      <ul className={styles['pages']}>
        {PAGES.map(({ page, title, icon: Icon }) => (
          <li key={page}>
            <PageLink page={page}>
              <Icon aria-hidden="true" className={styles['icon']} />
              {title}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type ScopeProps = {
  readonly title: string
  readonly servers: readonly ServerSummary[]
  readonly empty?: string
}

function Scope({ title, servers, empty }: ScopeProps) {
  if (servers.length === 0 && empty === undefined) return null
  return (
    <section aria-label={title}>
      <h3 className={styles['scope']}>{title}</h3>
      {servers.length === 0 && <p className={styles['none']}>{empty}</p>}
      <ul onKeyDown={moveFocus}>
        {servers.map((server) => (
          <li key={server.id}>
            <ServerRow server={server} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ServerRow({ server }: { readonly server: ServerSummary }) {
  const { state, catalogue } = useSession(server.id)
  const isSelected = useView(({ serverId, page }) => page === 'workspace' && serverId === server.id)
  const { glyph, word, tone } = describeState(state)
  const tools = catalogue.tools.length

  function handleKey(event: KeyboardEvent): void {
    const now = useSessions.getState().byServer[server.id]?.state ?? state
    if (event.key === 'Enter' && canOpen(now)) openServer(server.id)
  }

  return (
    <button
      type="button"
      className={styles['server']}
      aria-current={isSelected ? 'page' : undefined}
      title={`${server.name}: ${word}`}
      onClick={() => selectServer(server.id)}
      onDoubleClick={() => openServer(server.id)}
      onKeyDown={handleKey}
    >
      <span className={styles['glyph']} data-tone={tone} aria-hidden="true">
        {glyph}
      </span>
      <span className={styles['name']}>
        <ServerText>{server.name}</ServerText>
      </span>
      <span className={styles['meta']}>
        {state.phase === 'waiting' ? (
          <TimeLeft until={state.until} />
        ) : (
          <>
            {server.transport}
            {tools > 0 && ` · ${tools}`}
          </>
        )}
      </span>
      <span className={styles['unseen']}>{word}</span>
    </button>
  )
}

/** What waits to be opened again can be opened now. */
function canOpen(state: SessionState): boolean {
  return state.phase === 'waiting' || !isOpen(state)
}

function TimeLeft({ until }: { readonly until: number }) {
  return <>in {seconds(useSecondsLeft(until))}</>
}

function PageLink({ page, children }: { readonly page: Page; readonly children: React.ReactNode }) {
  const isCurrent = useView((state) => state.page === page)
  return (
    <button
      type="button"
      className={styles['server']}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => showPage(page)}
    >
      {children}
    </button>
  )
}
