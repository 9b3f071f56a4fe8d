import {
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  type KeyboardEvent
} from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Tool } from '../../../shared/calls/catalogue'
import type { CatalogueChange } from '../../../shared/calls/catalogue-change'
import type { CallId } from '../../../shared/protocol/ids'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import { visibleText } from '../../../shared/text/visible-text'
import { callsOf, useCalls } from '../../stores/calls/calls'
import { latestDraft, replaceDraft } from '../../stores/kept/drafts'
import { awaitedCalls, useInbox } from '../../stores/calls/inbox'
import { showCall, useView, wantArguments } from '../../stores/window/view'
import { TwoPanes } from '../../ui/panes/TwoPanes'
import { ItemChange } from '../catalogue/ItemChange'
import { withdraw } from '../inbox/item/inbox-actions'
import { ArgumentsPane } from './arguments/ArgumentsPane'
import { cancelCall } from '../call/call-actions'
import { optionsOf, type Sent } from '../call/call-options'
import { OutcomePane } from './outcome/OutcomePane'
import { RunningCalls } from './progress/RunningCalls'
import { useToolDraft } from './arguments/tool-draft'
import { ToolHeader } from './header/ToolHeader'
import styles from './tools.module.css'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly tool: Tool
  readonly change: CatalogueChange['change'] | undefined
}

/** One tool: what it is, its arguments, and beside them what became of the calls. */
export const ToolPane = memo(function ToolPane({ server, state, tool, change }: Props) {
  const article = useRef<HTMLElement>(null)
  useArgumentsFocus(article, { server, tool })

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    const { calls } = useCalls.getState()
    const all = callsOf(calls, server.id, tool.name)
    const shownId = useView.getState().places[server.id]?.calls[tool.name]
    const shown = shownId === undefined ? all[0] : all.find(({ id }) => id === shownId)
    // Those that are not looked at have a button of their own.
    if (shown && !shown.outcome) cancelCall(shown.id)
    else {
      const awaited = awaitedCalls(useInbox.getState().items, server.id, tool.name).at(-1)
      if (awaited === undefined) return
      withdraw(awaited)
    }
    event.preventDefault()
  }

  const footer = useMemo(() => <AlsoRunning server={server} tool={tool} />, [server, tool])
  return (
    <article
      ref={article}
      className={styles['tool']}
      onKeyDown={handleKey}
      aria-label={visibleText(tool.name)}
    >
      <ToolHeader serverId={server.id} tool={tool} />
      <ItemChange
        serverId={server.id}
        kind="tools"
        itemKey={tool.name}
        change={change}
        item={tool}
      />
      <div className="ui-fill">
        <TwoPanes
          name="call"
          edgeLabel="Width of the arguments"
          first={{
            id: 'arguments',
            minSize: 200,
            children: <ArgumentsPane server={server} state={state} tool={tool} footer={footer} />
          }}
          second={{
            id: 'outcome',
            minSize: 200,
            children: <Outcomes server={server} tool={tool} />
          }}
        />
      </div>
    </article>
  )
})

type CallsProps = Pick<Props, 'server' | 'tool'>

function Outcomes({ server, tool }: CallsProps) {
  const { key, fresh, reading } = useToolDraft(server.id, tool)
  const { calls, chosenId } = useToolCalls({ server, tool })
  const sendable = useDeferredValue('args' in reading ? reading.args : undefined)
  const handleShow = useCallback(
    (callId: CallId) => showCall(server.id, tool.name, callId),
    [server.id, tool.name]
  )
  const handleReuse = useCallback(
    (sent: Sent) => {
      const what = 'The arguments are those of an earlier call.'
      replaceDraft(key, latestDraft(key, fresh), sent.arguments, what, optionsOf(sent))
    },
    [key, fresh]
  )
  return (
    <OutcomePane
      serverId={server.id}
      tool={tool}
      calls={calls}
      chosenId={chosenId}
      sendable={sendable}
      onShow={handleShow}
      onReuse={handleReuse}
    />
  )
}

function AlsoRunning({ server, tool }: CallsProps) {
  const { calls, chosenId } = useToolCalls({ server, tool })
  const shownId = chosenId ?? calls[0]?.id
  const others = calls.filter((call) => !call.outcome && call.id !== shownId)
  return (
    <RunningCalls
      calls={others}
      onShow={(callId: CallId) => showCall(server.id, tool.name, callId)}
    />
  )
}

/** The calls of one tool, newest first, and the one that was chosen. */
function useToolCalls({ server, tool }: CallsProps) {
  const calls = useCalls(useShallow((state) => callsOf(state.calls, server.id, tool.name)))
  const chosenId = useView(({ places }) => places[server.id]?.calls[tool.name])
  return { calls, chosenId }
}

/** Whoever chose the tool by keyboard goes on with the keyboard. */
function useArgumentsFocus(
  article: React.RefObject<HTMLElement | null>,
  { server, tool }: CallsProps
): void {
  // The tool that was shown before may still be there for a moment.
  const isWanted = useView(
    ({ isArgumentsWanted, places }) => isArgumentsWanted && places[server.id]?.tool === tool.name
  )
  useEffect(() => {
    if (!isWanted) return
    wantArguments(false)
    const pane = article.current?.querySelector('[aria-label="Arguments"]')
    const field = pane?.querySelector<HTMLElement>('form :is(textarea, input, select)')
    const editor = pane?.querySelector<HTMLElement>('[data-editor]')
    const target = field ?? editor ?? pane?.querySelector<HTMLElement>('button[aria-keyshortcuts]')
    target?.focus()
  }, [isWanted, article])
}
