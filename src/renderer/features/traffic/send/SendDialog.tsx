import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { ServerId } from '../../../../shared/protocol/ids'
import { useInbox } from '../../../stores/calls/inbox'
import { tell } from '../../../stores/window/notices'
import { useServers } from '../../../stores/servers/servers'
import { useSessions } from '../../../stores/servers/sessions'
import { Button } from '../../../ui/controls/Button'
import { CodeEditor } from '../../../ui/editor/CodeEditor'
import { Dialog } from '../../../ui/controls/Dialog'
import { Select } from '../../../ui/controls/Select'
import { openServer } from '../../server/session-actions'
import { withId } from '../../../../shared/protocol/frame-id'
import { FrameLink } from '../../frame/FrameLink'
import { readFrame } from './frame-faults'
import { stopSending, useFrameWork, type Sending } from '../actions/frame-work'
import { freshId, sendFrame } from '../actions/send-actions'
import { serverOptions } from './server-options'
import { useUsedIds } from './use-used-ids'
import styles from './send.module.css'

export function SendDialog() {
  const sending = useFrameWork((state) => state.sending)
  return sending && <OpenDialog key={sending.from?.seq ?? 'scratch'} sending={sending} />
}

/** Any text, to any server that is open. What is wrong with it is said, and keeps nobody from it. */
function OpenDialog({ sending }: { readonly sending: Sending }) {
  const { from, original } = sending
  const servers = useServers((state) => state.servers)
  const nameOf = useServers((state) => state.nameOf)
  const [serverId, setServerId] = useState(sending.serverId)
  const [start, setStart] = useState({ text: sending.text, version: 0 })
  const [text, setText] = useState(sending.text)
  /** What is written when the keys are pressed that send it, drawn or not. */
  const written = useRef(sending.text)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const phase = useSessions(({ byServer }) => serverId && byServer[serverId]?.state.phase)
  const openIds = useSessions(
    useShallow(({ byServer }) =>
      servers.map(({ id }) => id).filter((id) => byServer[id]?.state.phase === 'ready')
    )
  )
  const options = serverOptions(servers, openIds, nameOf)
  const server = servers.find(({ id }) => id === serverId)
  const isReady = phase === 'ready'
  const canSend = server !== undefined && isReady && text.trim() !== '' && !isBusy

  const isAsked = useInbox(({ items }) =>
    items.some((item) => item.kind === 'approval' && item.serverId === serverId)
  )
  const giveWay = useEffectEvent(close)
  // What is asked first is asked in the inbox, which a dialog would keep out of reach.
  useEffect(() => {
    if (isBusy && isAsked) giveWay()
  }, [isBusy, isAsked])

  function change(changed: string): void {
    written.current = changed
    setText(changed)
    setProblem(undefined)
  }

  function close(): void {
    stopSending(sending, written.current)
  }

  async function send(isForced: boolean): Promise<void> {
    if (!canSend) return
    setIsBusy(true)
    const failure = await sendFrame(server.id, written.current, isForced)
    if (failure !== undefined && useFrameWork.getState().sending !== sending) tell(failure)
    setIsBusy(false)
    setProblem(failure)
    if (failure === undefined) stopSending(sending, undefined)
  }

  async function renew(): Promise<void> {
    const id = serverId && (await freshId(serverId))
    if (id === undefined) return
    replaceText(withId(written.current, id))
  }

  function replaceText(replacement: string): void {
    change(replacement)
    setStart(({ version }) => ({ text: replacement, version: version + 1 }))
  }

  return (
    <Dialog
      title={from === undefined ? 'Send a raw frame' : `Edit and resend #${from.seq}`}
      description="It goes on the wire as it is written here, JSON on one line, and is not kept in the history of a tool."
      onClose={close}
      footer={
        <>
          <Reading
            text={text}
            problem={problem}
            serverId={isReady ? serverId : undefined}
            onLeave={close}
          />
          {problem !== undefined && isReady && (
            <Button onClick={() => void send(true)}>Send anyway</Button>
          )}
          <Button
            isPrimary
            shortcut="Ctrl ↵"
            aria-keyshortcuts="Control+Enter"
            disabled={!canSend}
            onClick={() => void send(false)}
          >
            Send
          </Button>
        </>
      }
    >
      <div
        className={styles['body']}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.stopPropagation()
          void send(false)
        }}
      >
        <div className={styles['bar']}>
          <div className={styles['server']}>
            <Select<string>
              label="To server"
              value={serverId ?? ''}
              options={options}
              onChange={(id) => setServerId(id as ServerId)}
            />
          </div>
          {server && !isReady && (
            <p className={styles['closed']} role="status">
              {phase === 'starting'
                ? `${nameOf(server)} is being opened.`
                : `${nameOf(server)} is not open.`}{' '}
              {phase !== 'starting' && (
                <Button onClick={() => openServer(server.id)}>Open {nameOf(server)}</Button>
              )}
            </p>
          )}
          {text !== original && <Button onClick={() => replaceText(original)}>Start over</Button>}
          <Button disabled={!isReady} onClick={() => void renew()}>
            New id
          </Button>
        </div>
        <div className="ui-fill">
          <CodeEditor
            key={start.version}
            label="Frame"
            language="json"
            value={start.text}
            place={AT_START}
            onChange={change}
          />
        </div>
      </div>
    </Dialog>
  )
}

const AT_START = { offset: 0 }

type ReadingProps = {
  readonly text: string
  readonly problem: string | undefined
  /** Where it would be sent, if that is open. */
  readonly serverId: ServerId | undefined
  readonly onLeave: () => void
}

/** What it is, or what is wrong with it. */
function Reading({ text, problem, serverId, onLeave }: ReadingProps) {
  const reading = useMemo(() => readFrame(text), [text])
  const used = useUsedIds(serverId, reading)
  if (problem !== undefined) {
    return (
      <p className={styles['refusal']} role="alert">
        {problem}
      </p>
    )
  }
  return (
    <div className={styles['reading']} role="status">
      {reading.kind === 'frame' ? (
        <p>{reading.word}.</p>
      ) : (
        <p className={styles['broken']}>! {reading.why} It can be sent all the same.</p>
      )}
      {reading.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {used.map(({ id, seq }) => (
        <p key={JSON.stringify(id)} className={styles['broken']}>
          ! id {JSON.stringify(id)} was used in{' '}
          <FrameLink seq={seq} onLeave={onLeave}>
            #{seq}
          </FrameLink>
          .
        </p>
      ))}
    </div>
  )
}
