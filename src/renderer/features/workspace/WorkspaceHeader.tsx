import { Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionPhase, SessionState } from '../../../shared/servers/session-state'
import { needsSignIn, useSignIn } from '../../stores/servers/sign-ins'
import { Button } from '../../ui/controls/Button'
import { milliseconds } from '../../ui/text/format'
import { IconButton } from '../../ui/controls/IconButton'
import { MixedLetters } from '../../ui/text/MixedLetters'
import { ServerText } from '../../ui/text/ServerText'
import { closeServer, openServer, restartServer } from '../server/session-actions'
import { editServer } from '../server/server-actions'
import { describeEra, describeTransport } from '../server/session-words'
import { describeServer, isWritable } from '../server/standing-words'
import { signIn } from '../server/sign-in-actions'
import { WatchControl } from '../watch/WatchControl'
import { TimeLeft } from '../server/Waiting'
import styles from './workspace.module.css'

type Props = { readonly server: ServerSummary; readonly state: SessionState }

export function WorkspaceHeader({ server, state }: Props) {
  const { glyph, word, tone } = describeServer(server, state, useSignIn(server.id))
  return (
    <header className={styles['header']}>
      <h1 className={styles['name']}>
        <ServerText>{server.name}</ServerText>
      </h1>
      <MixedLetters name={server.name} />
      <p className={styles['facts']} role="status">
        <span className="ui-tone" data-tone={tone}>
          <span aria-hidden="true">{glyph}</span> {word}
        </span>
        {state.phase === 'waiting' && (
          <span>
            <TimeLeft until={state.until} />
          </span>
        )}
        {state.phase === 'ready' && <Version state={state} />}
        {server.transport !== 'unknown' && <Transport name={server.transport} state={state} />}
        {factsOf(state).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <div className={styles['actions']}>
        {server.standing.kind === 'usable' && <WatchControl server={server} />}
        {isWritable(server.scope) && (
          <IconButton label={`Edit ${server.name}`} onClick={() => editServer(server)}>
            <Pencil aria-hidden="true" size={14} />
          </IconButton>
        )}
        <SignInButton server={server} />
        <Actions server={server} state={state} />
      </div>
    </header>
  )
}

/** While you are not signed in and have to be. The panel has it as well, but can be out of sight. */
function SignInButton({ server }: Pick<Props, 'server'>) {
  const known = useSignIn(server.id)
  if (!needsSignIn(known)) return null
  return <Button onClick={() => signIn(server.id)}>Sign in</Button>
}

function Transport({ name, state }: { readonly name: string; readonly state: SessionState }) {
  const { word, title } = describeTransport(name, state)
  return <span title={title}>{word}</span>
}

function factsOf(state: SessionState): readonly string[] {
  if (state.phase !== 'ready') return []
  const pid = state.pid === undefined ? [] : [`pid ${state.pid}`]
  return [...pid, `opened in ${milliseconds(state.handshakeMs)}`]
}

function Version({ state }: { readonly state: Extract<SessionState, { phase: 'ready' }> }) {
  const { era, protocolVersion } = state
  const { word, meaning } = describeEra(era)
  if (era === 'bare') {
    return (
      <span className={styles['found']} title={`Patchbay finds: ${meaning}`}>
        {word}
      </span>
    )
  }
  return (
    <span title={meaning}>
      <ServerText>{protocolVersion}</ServerText> {word}
    </span>
  )
}

function Actions({ server: { id, standing }, state }: Props) {
  const shielded = useShield(id, state.phase)
  switch (state.phase) {
    case 'idle':
      // of one that cannot be opened, the panel that says why has the button
      if (standing.kind !== 'usable') return null
      return <Button onClick={shielded(() => openServer(id))}>Open</Button>
    case 'starting':
      return <Button onClick={shielded(() => closeServer(id))}>Cancel</Button>
    case 'failed':
    case 'waiting':
      return null // the panel that says why has the buttons
    case 'closing':
      return <Button disabled>Closing</Button>
    case 'ready':
      return (
        <>
          <Button onClick={shielded(() => restartServer(id))}>Restart</Button>
          <Button onClick={shielded(() => closeServer(id))}>Close</Button>
        </>
      )
  }
}

const SHIELD_MS = 500

/** A button that appears under the pointer must not take the second click of a double click. */
function useShield(id: ServerId, phase: SessionPhase): (action: () => void) => () => void {
  const shown = useRef({ id, phase, since: -Infinity })
  useEffect(() => {
    const { current } = shown
    const isChange = current.id === id && current.phase !== phase
    shown.current = { id, phase, since: isChange ? performance.now() : current.since }
  }, [id, phase])
  return (action) => () => {
    if (performance.now() - shown.current.since > SHIELD_MS) action()
  }
}
