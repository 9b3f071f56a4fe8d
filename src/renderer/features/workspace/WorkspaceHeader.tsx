import type { ServerSummary } from '../../../shared/server-config'
import type { SessionState } from '../../../shared/session-state'
import { Button } from '../../ui/Button'
import { milliseconds } from '../../ui/format'
import { ServerText } from '../../ui/ServerText'
import { closeServer, openServer, restartServer } from '../servers/session-actions'
import { describeState } from '../servers/session-words'
import styles from './workspace.module.css'

type Props = { readonly server: ServerSummary; readonly state: SessionState }

export function WorkspaceHeader({ server, state }: Props) {
  const { glyph, word, tone } = describeState(state)
  return (
    <header className={styles['header']}>
      <h1 className={styles['name']}>
        <ServerText>{server.name}</ServerText>
      </h1>
      <p className={styles['facts']} role="status">
        <span className={styles['state']} data-tone={tone}>
          <span aria-hidden="true">{glyph}</span> {word}
        </span>
        {factsOf(server, state).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <div className={styles['actions']}>
        <Actions server={server} state={state} />
      </div>
    </header>
  )
}

function factsOf(server: ServerSummary, state: SessionState): readonly string[] {
  if (state.phase !== 'ready') return [server.transport]
  const pid = state.pid === undefined ? [] : [`pid ${state.pid}`]
  const handshake = `handshake ${milliseconds(state.handshakeMs)}`
  return [state.protocolVersion, server.transport, ...pid, handshake]
}

function Actions({ server: { id }, state }: Props) {
  switch (state.phase) {
    case 'idle':
      return <Button onClick={() => openServer(id)}>Open</Button>
    case 'starting':
      return <Button onClick={() => closeServer(id)}>Cancel</Button>
    case 'failed':
      return null // the panel that says why has the button
    case 'closing':
      return <Button disabled>Closing</Button>
    case 'ready':
      return (
        <>
          <Button onClick={() => restartServer(id)}>Restart</Button>
          <Button onClick={() => closeServer(id)}>Close</Button>
        </>
      )
  }
}
