import { useState, type KeyboardEvent } from 'react'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { isOpen, type SessionState } from '../../../shared/servers/session-state'
import { useInbox } from '../../stores/calls/inbox'
import { useSession, useSessions } from '../../stores/servers/sessions'
import { useSignIn } from '../../stores/servers/sign-ins'
import { renameInList, selectServer, useView } from '../../stores/window/view'
import { seconds } from '../../ui/text/format'
import { ContextMenu } from '../../ui/controls/Menu'
import { MixedLetters } from '../../ui/text/MixedLetters'
import { ServerText } from '../../ui/text/ServerText'
import { useSecondsLeft } from '../../ui/time/use-seconds-left'
import { RenameField } from './RenameField'
import { duplicateServer, editServer, moveServer, toggleDisabled } from '../server/server-actions'
import { removeServer } from './remove-server'
import { serverMenu } from './server-menu'
import { openServer } from '../server/session-actions'
import { describeTransport } from '../server/session-words'
import { canBeOpened, describeServer, isDimmed, isWritable } from '../server/standing-words'
import styles from './servers.module.css'

type Props = {
  readonly server: ServerSummary
  /** The one row of the list that Tab leads to. */
  readonly isTabStop: boolean
}

export function ServerRow({ server, isTabStop }: Props) {
  const { state, catalogue } = useSession(server.id)
  const isSelected = useView(({ serverId, page, editing }) =>
    page === 'editor'
      ? editing?.serverId === server.id
      : page === 'workspace' && serverId === server.id
  )
  const isRenaming = useView(({ renamingId }) => renamingId === server.id)
  const [hasMenu, setHasMenu] = useState(false)
  const words = describeServer(server, state, useSignIn(server.id))

  if (isRenaming) return <RenameField server={server} />
  return (
    <ContextMenu
      label={server.name}
      entries={() => serverMenu(server, state)}
      hasMovedFocus={() => useView.getState().renamingId === server.id}
      onOpenChange={setHasMenu}
    >
      <button
        type="button"
        className={styles['server']}
        data-server-row={server.id}
        data-dimmed={isDimmed(server.standing)}
        data-menu={hasMenu}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isSelected ? 'page' : undefined}
        aria-haspopup="menu"
        title={tooltipOf(server, state, words.word)}
        onClick={() => selectServer(server.id)}
        onDoubleClick={() => canBeOpened(server.standing) && openServer(server.id)}
        onKeyDown={(event) => handleKey(event, server, state)}
      >
        <span className={styles['glyph']} data-tone={words.tone} aria-hidden="true">
          {words.glyph}
        </span>
        <ServerName name={server.name} />
        <MixedLetters name={server.name} isSmall />
        <Meta server={server} state={state} word={words.word} tools={catalogue.tools.length} />
      </button>
    </ContextMenu>
  )
}

/** So much of its end is always seen: names of many servers often differ only there. */
const TAIL_CHARS = 8
const SHORT_NAME_CHARS = 16

function ServerName({ name }: { readonly name: string }) {
  const letters = [...name]
  const isShort = letters.length <= SHORT_NAME_CHARS
  const head = isShort ? name : letters.slice(0, -TAIL_CHARS).join('')
  const tail = isShort ? '' : letters.slice(-TAIL_CHARS).join('')
  return (
    <span className={styles['name']}>
      <span className={styles['nameHead']}>
        <ServerText>{head}</ServerText>
      </span>
      {tail !== '' && (
        <span>
          <ServerText>{tail}</ServerText>
        </span>
      )}
    </span>
  )
}

type MetaProps = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly word: string
  readonly tools: number
}

/**
 * Why a server cannot be opened matters more than how; of one that can, the state is unseen words,
 * and so is by what it is shadowed, for which a row has no room. One that is shadowed and open says
 * both, because it looks like the one that counts.
 */
function Meta({ server, state, word, tools }: MetaProps) {
  const isPaused = useInbox(({ paused }) => paused.includes(server.id))
  if (server.standing.kind !== 'usable' && state.phase === 'idle') {
    const [seen, unseen = ''] = word.split(/(?= by )/)
    return (
      <>
        <span className={styles['meta']}>{seen}</span>
        <span className="ui-unseen">{unseen}</span>
      </>
    )
  }
  if (server.standing.kind === 'shadowed' && isOpen(state)) {
    return <span className={styles['meta']}>{word}</span>
  }
  return (
    <>
      <span className={styles['meta']}>
        {state.phase === 'waiting' ? (
          <TimeLeft until={state.until} />
        ) : (
          <>
            {isPaused && <span title="What it asks of you is denied at once.">paused · </span>}
            {server.isStale === true && isOpen(state) ? (
              'stale'
            ) : (
              <TransportName server={server} state={state} />
            )}
            {tools > 0 && ` · ${tools}`}
          </>
        )}
      </span>
      <span className="ui-unseen">{word}</span>
    </>
  )
}

function TransportName({ server, state }: { server: ServerSummary; state: SessionState }) {
  const { word, title } = describeTransport(server.transport, state)
  return <span title={title}>{word}</span>
}

function tooltipOf(server: ServerSummary, state: SessionState, word: string): string {
  return [
    `${server.name}: ${word}`,
    ...(server.description === undefined ? [] : [server.description]),
    ...(server.isStale === true && isOpen(state)
      ? ['Its definition has changed since it was opened.']
      : []),
    ...server.warnings.map(({ message }) => `⚠ ${message}`)
  ].join('\n')
}

function TimeLeft({ until }: { readonly until: number }) {
  return <>in {seconds(useSecondsLeft(until))}</>
}

function handleKey(event: KeyboardEvent<HTMLElement>, server: ServerSummary, state: SessionState) {
  const name = keyName(event)
  if (name === 'Enter') {
    const now = useSessions.getState().byServer[server.id]?.state ?? state
    if (canBeOpened(server.standing) && canOpenNow(now)) openServer(server.id)
    return // the click that Enter makes of itself selects the server
  }
  if (name === 'ContextMenu' || name === 'Shift+F10') {
    openMenuAt(event.currentTarget)
  } else {
    const action = isWritable(server.scope) ? DEFINITION_KEYS[name] : undefined
    if (!action) return
    action(server)
  }
  event.preventDefault()
  event.stopPropagation()
}

const DEFINITION_KEYS: Readonly<Record<string, (server: ServerSummary) => void>> = {
  F2: (server) => editServer(server),
  'Shift+F2': ({ id }) => renameInList(id),
  'Ctrl+d': duplicateServer,
  'Ctrl+e': toggleDisabled,
  Delete: removeServer,
  'Ctrl+Backspace': removeServer,
  'Alt+ArrowUp': (server) => moveServer(server, -1),
  'Alt+ArrowDown': (server) => moveServer(server, 1)
}

function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const prefix = `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}`
  return prefix + (key.length === 1 ? key.toLowerCase() : key)
}

/** What waits to be opened again can be opened now. */
function canOpenNow(state: SessionState): boolean {
  return state.phase === 'waiting' || !isOpen(state)
}

/** As the pointer would: not every system makes this event of the key itself. */
function openMenuAt(row: HTMLElement): void {
  const { left, bottom } = row.getBoundingClientRect()
  row.dispatchEvent(
    new MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: left + 24,
      clientY: bottom - 4
    })
  )
}
