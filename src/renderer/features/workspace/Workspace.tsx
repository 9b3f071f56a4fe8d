import { Tabs } from 'radix-ui'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import type { Catalogue } from '../../../shared/catalogue'
import type { ServerSummary } from '../../../shared/server-config'
import { isOpen, type SessionState } from '../../../shared/session-state'
import { useExaminations } from '../../stores/examinations'
import { useServers } from '../../stores/servers'
import { useRefusals } from '../../stores/refusals'
import { useSession } from '../../stores/sessions'
import { goTo, usePlace, useView, type WorkspaceTab } from '../../stores/view'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { PaneBoundary } from '../../ui/PaneBoundary'
import { ServerText } from '../../ui/ServerText'
import { Skeleton } from '../../ui/Skeleton'
import { DoctorPanel } from '../doctor/DoctorPanel'
import { addServer } from '../servers/server-actions'
import { freshenCatalogue, openServer, refreshCatalogue } from '../servers/session-actions'
import { canBeOpened } from '../servers/standing-words'
import { ToolsPane } from '../tools/ToolsPane'
import { FailurePanel } from './FailurePanel'
import { InfoTab } from './InfoTab'
import { LogsTab } from './LogsTab'
import { RefusalPanel } from './RefusalPanel'
import { StandingPanel } from './StandingPanel'
import { WaitingPanel } from './WaitingPanel'
import { WorkspaceHeader } from './WorkspaceHeader'
import styles from './workspace.module.css'

export function Workspace() {
  const serverId = useView((state) => state.serverId)
  const server = useServers(({ servers }) => servers.find(({ id }) => id === serverId))
  if (!server) {
    return (
      <EmptyState
        title="No server chosen"
        isPage
        action={<Button onClick={() => addServer()}>Add server</Button>}
      >
        Choose one on the left, or add one.
      </EmptyState>
    )
  }
  return <ServerWorkspace key={server.id} server={server} />
}

function ServerWorkspace({ server }: { readonly server: ServerSummary }) {
  const { state, catalogue } = useSession(server.id)
  const hasBeenOpen = state.phase === 'ready' || catalogue.tools.length > 0
  const isDiagnosed = useExaminations(({ byServer }) => byServer[server.id] !== undefined)
  /** That the server is closed, and how to open it, the header says as well. */
  const isDiagnosisAlone =
    isDiagnosed && !hasBeenOpen && state.phase === 'idle' && server.standing.kind === 'usable'
  useFreshCatalogue(server, state)
  return (
    <div className={styles['workspace']}>
      <WorkspaceHeader server={server} state={state} />
      <DoctorPanel server={server} isAlone={isDiagnosisAlone} />
      {isOpen(state) && <Stale server={server} />}
      {hasBeenOpen && <StandingLine server={server} state={state} />}
      {state.phase === 'failed' && hasBeenOpen && (
        <FailurePanel server={server} failure={state} isCompact />
      )}
      {state.phase === 'waiting' && <WaitingPanel server={server} waiting={state} />}
      {state.phase === 'idle' && state.note !== undefined && (
        <p className={styles['note']} role="status">
          {state.note}
        </p>
      )}
      {!isDiagnosisAlone && (
        <div className={styles['body']}>
          {hasBeenOpen ? (
            <OpenWorkspace server={server} state={state} catalogue={catalogue} />
          ) : (
            <NotOpenYet server={server} state={state} />
          )}
        </div>
      )}
    </div>
  )
}

/** It goes on as it was opened; what was written since counts from the next start. */
function Stale({ server }: { readonly server: ServerSummary }) {
  if (server.isStale !== true) return null
  return (
    <p className={styles['note']} role="status">
      Its definition has changed since it was opened. Restart uses the new one.
    </p>
  )
}

function StandingLine({ server, state }: Props) {
  const { standing } = server
  if (standing.kind === 'usable' || isOpen(state)) return null
  return <StandingPanel server={server} standing={standing} isCompact />
}

/** Whoever comes back to an open server sees what it offers now; F5 asks for all of it again. */
function useFreshCatalogue(server: ServerSummary, { phase }: SessionState): void {
  const freshen = useEffectEvent(() => {
    if (phase === 'ready') freshenCatalogue(server.id)
  })
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (event.key !== 'F5' || hasModifier || phase !== 'ready') return
    event.preventDefault()
    if (!event.repeat) refreshCatalogue(server.id)
  })
  useEffect(() => {
    freshen()
    const listener = (event: KeyboardEvent): void => handleKey(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [])
}

type Props = { readonly server: ServerSummary; readonly state: SessionState }

function NotOpenYet({ server, state }: Props) {
  const refusal = useRefusals(({ byServer }) => byServer[server.id])
  if (state.phase === 'starting' || state.phase === 'closing') return <Skeleton rows={9} />
  if (state.phase === 'failed' && canBeOpened(server.standing)) {
    return <FailurePanel server={server} failure={state} />
  }
  if (state.phase === 'waiting') return <LogsTab server={server} />
  if (refusal && server.standing.kind === 'usable') {
    return <RefusalPanel server={server} refusal={refusal} />
  }
  if (server.standing.kind !== 'usable') {
    return <StandingPanel server={server} standing={server.standing} />
  }
  return (
    <EmptyState
      title={`${server.name} is closed`}
      action={
        <Button isPrimary onClick={() => openServer(server.id)}>
          Open {server.name}
        </Button>
      }
    >
      {server.description !== undefined && (
        <>
          <ServerText>{server.description}</ServerText>
          <br />
        </>
      )}
      {server.transport === 'stdio'
        ? 'Opening it starts its process and lists what it offers.'
        : 'Opening it connects to its address and lists what it offers.'}
    </EmptyState>
  )
}

function OpenWorkspace({ server, state, catalogue }: Props & { readonly catalogue: Catalogue }) {
  const { tab } = usePlace(server.id)
  const { tools, isLoading } = catalogue
  const count = isLoading && tools.length === 0 ? '' : ` ${tools.length}`
  const tabs: readonly { value: WorkspaceTab; title: string; body: ReactNode }[] = [
    {
      value: 'tools',
      title: `Tools${count}`,
      body: <ToolsPane server={server} state={state} catalogue={catalogue} />
    },
    {
      value: 'resources',
      title: 'Resources',
      body: <NotShownYet {...{ server, state }} kind="resources" />
    },
    {
      value: 'prompts',
      title: 'Prompts',
      body: <NotShownYet {...{ server, state }} kind="prompts" />
    },
    { value: 'logs', title: 'Logs', body: <LogsTab server={server} /> },
    { value: 'info', title: 'Info', body: <InfoTab {...{ server, state, catalogue }} /> }
  ]
  return (
    <Tabs.Root
      className={styles['tabs']}
      value={tab}
      onValueChange={(chosen) => goTo(server.id, { tab: chosen as WorkspaceTab })}
    >
      <Tabs.List className={styles['tabList']} aria-label={server.name}>
        {tabs.map(({ value, title }) => (
          <Tabs.Trigger key={value} value={value} className={styles['tab']}>
            {title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ value, title, body }) => (
        <Tabs.Content key={value} value={value} className={styles['tabBody']}>
          <PaneBoundary name={title}>{body}</PaneBoundary>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

function NotShownYet({ server, state, kind }: Props & { readonly kind: 'resources' | 'prompts' }) {
  const isOffered = state.phase === 'ready' && kind in state.capabilities
  if (!isOffered) return <EmptyState title={`${server.name} offers no ${kind}`} />
  return (
    <EmptyState title={`${server.name} offers ${kind}`}>
      This version of Patchbay shows their names only, under Info.
    </EmptyState>
  )
}
