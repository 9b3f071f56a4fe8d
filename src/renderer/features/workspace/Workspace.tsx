import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { LIST_KINDS } from '../../../shared/calls/catalogue'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { isOpen, type SessionState } from '../../../shared/servers/session-state'
import { useExaminations } from '../../stores/servers/examinations'
import { useInbox } from '../../stores/calls/inbox'
import { useServers } from '../../stores/servers/servers'
import { useRefusals } from '../../stores/servers/refusals'
import { useSession } from '../../stores/servers/sessions'
import { useView } from '../../stores/window/view'
import { Button } from '../../ui/controls/Button'
import { EmptyState } from '../../ui/panes/EmptyState'
import { ServerText } from '../../ui/text/ServerText'
import { Skeleton } from '../../ui/panes/Skeleton'
import { DoctorPanel } from '../doctor/DoctorPanel'
import { pauseServer } from '../inbox/item/inbox-actions'
import { addServer } from '../server/server-actions'
import { freshenCatalogue, openServer, refreshCatalogue } from '../server/session-actions'
import { canBeOpened } from '../server/standing-words'
import { SignInPanel } from '../sign-in/SignInPanel'
import { FailurePanel } from './FailurePanel'
import { LogsTab } from './LogsTab'
import { RefusalPanel } from './RefusalPanel'
import { SessionNotes } from './SessionNotes'
import { StandingPanel } from './StandingPanel'
import { WaitingPanel } from './WaitingPanel'
import { WorkspaceHeader } from './WorkspaceHeader'
import styles from './workspace.module.css'

/** What no server needs that is not open comes after the first paint. */
const OpenWorkspace = lazy(() =>
  import('./OpenWorkspace').then((module) => ({ default: module.OpenWorkspace }))
)

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
  const { state, catalogue, postMortem } = useSession(server.id)
  const hasBeenOpen =
    state.phase === 'ready' || LIST_KINDS.some((kind) => catalogue[kind].length > 0)
  const isDiagnosed = useExaminations(({ byServer }) => byServer[server.id] !== undefined)
  /** That the server is closed, and how to open it, the header says as well. */
  const isDiagnosisAlone =
    isDiagnosed && !hasBeenOpen && state.phase === 'idle' && server.standing.kind === 'usable'
  useFreshCatalogue(server, state)
  return (
    <div className="ui-pane">
      <WorkspaceHeader server={server} state={state} />
      <SignInPanel server={server} state={state} isAlone={!hasBeenOpen} />
      <DoctorPanel server={server} isAlone={isDiagnosisAlone} />
      {isOpen(state) && <Stale server={server} />}
      <Paused server={server} />
      {hasBeenOpen && <StandingLine server={server} state={state} />}
      {state.phase === 'failed' && hasBeenOpen && (
        <FailurePanel server={server} failure={state} isCompact />
      )}
      {state.phase === 'waiting' && !postMortem && <WaitingPanel server={server} waiting={state} />}
      <SessionNotes server={server} hasBeenOpen={hasBeenOpen} />
      {state.phase === 'idle' && state.note !== undefined && (
        <p className={styles['notice']} role="status">
          {state.note}
        </p>
      )}
      {!isDiagnosisAlone && (
        <div className={styles['body']}>
          {hasBeenOpen ? (
            <Suspense fallback={<Skeleton rows={9} />}>
              <OpenWorkspace server={server} state={state} catalogue={catalogue} />
            </Suspense>
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
    <p className={styles['notice']} role="status">
      Its definition has changed since it was opened. Restart uses the new one.
    </p>
  )
}

/** Nobody should wonder why a server is always denied. */
function Paused({ server }: { readonly server: ServerSummary }) {
  const isPaused = useInbox(({ paused }) => paused.includes(server.id))
  if (!isPaused) return null
  return (
    <div className={styles['paused']}>
      <p role="status">It is paused: what it asks of you is denied at once.</p>
      <Button onClick={() => pauseServer(server.id, false)}>Go on</Button>
    </div>
  )
}

function StandingLine({ server, state }: Props) {
  const { standing } = server
  if (standing.kind === 'usable' || isOpen(state)) return null
  return <StandingPanel server={server} standing={standing} isCompact />
}

/** How often it is looked whether the lists that are shown are still fresh. */
const LOOK_MS = 15_000

/** You see what an open server offers now; F5 asks for all of it again. */
function useFreshCatalogue(server: ServerSummary, { phase }: SessionState): void {
  const freshen = useEffectEvent(() => {
    if (phase === 'ready' && !document.hidden) freshenCatalogue(server.id)
  })
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (event.key !== 'F5' || hasModifier || phase !== 'ready') return
    event.preventDefault()
    if (!event.repeat) refreshCatalogue(server.id)
  })
  useEffect(() => {
    freshen()
    const timer = setInterval(() => freshen(), LOOK_MS)
    const listener = (event: KeyboardEvent): void => handleKey(event)
    addEventListener('keydown', listener, { capture: true })
    return () => {
      clearInterval(timer)
      removeEventListener('keydown', listener, { capture: true })
    }
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
