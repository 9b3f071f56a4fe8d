import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { Panel } from 'react-resizable-panels'
import { claimsOf, descriptionOf, titleOf, type Tool } from '../../../shared/catalogue'
import type { ServerSummary } from '../../../shared/server-config'
import type { SessionState } from '../../../shared/session-state'
import { request } from '../../bridge'
import { callsOf, updateCalls, useCalls } from '../../stores/calls'
import { draftKey, draftOf, newDraft, readDraft, saveDraft, useDrafts } from '../../stores/drafts'
import { notify } from '../../stores/notices'
import { showCall, usePlace, useView, wantArguments } from '../../stores/view'
import { PanelEdge, Panels } from '../../ui/Panels'
import { ServerText } from '../../ui/ServerText'
import { fieldsOf } from '../schema-form/fields'
import { ArgumentsPane } from './ArgumentsPane'
import { OutcomePane } from './OutcomePane'
import styles from './tools.module.css'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly tool: Tool
}

export function ToolPane({ server, state, tool }: Props) {
  const fields = useMemo(() => fieldsOf(tool['inputSchema']), [tool])
  const fresh = useMemo(() => newDraft(fields), [fields])
  const key = draftKey(server.id, tool.name)
  const draft = useDrafts(({ drafts }) => drafts[key]) ?? fresh
  const read = useMemo(() => readDraft(fields, draft), [fields, draft])
  const allCalls = useCalls(({ calls }) => calls)
  const calls = useMemo(() => callsOf(allCalls, server.id, tool.name), [allCalls, server, tool])
  const { calls: shownCalls } = usePlace(server.id)
  const shown = calls.find(({ id }) => id === shownCalls[tool.name]) ?? calls[0]
  const article = useRef<HTMLElement>(null)
  useArgumentsFocus(article)

  async function call(): Promise<void> {
    try {
      const started = await request('call.start', {
        serverId: server.id,
        tool: tool.name,
        arguments: read.args
      })
      updateCalls([started])
      showCall(server.id, tool.name, started.id)
    } catch (error) {
      notify(error)
    }
  }

  function handleCancel(): void {
    if (shown && !shown.outcome) request('call.cancel', { callId: shown.id }).catch(notify)
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !shown || shown.outcome) return
    handleCancel()
    event.preventDefault()
  }

  return (
    <article ref={article} className={styles['tool']} onKeyDown={handleKey} aria-label={tool.name}>
      <ToolHeader tool={tool} />
      <div className={styles['split']}>
        <Panels name="call" orientation="horizontal">
          <Panel id="arguments" minSize={200}>
            <ArgumentsPane
              fields={fields}
              draft={draft}
              read={read}
              isReady={state.phase === 'ready'}
              onDraft={(changed) => saveDraft(key, changed)}
              onCall={() => void call()}
            />
          </Panel>
          <PanelEdge label="Width of the arguments" />
          <Panel id="outcome" minSize={200}>
            <OutcomePane
              calls={calls}
              shown={shown}
              sendable={read.args}
              onShow={(callId) => showCall(server.id, tool.name, callId)}
              onReuse={(args) => saveDraft(key, draftOf(fields, args))}
              onCancel={handleCancel}
            />
          </Panel>
        </Panels>
      </div>
    </article>
  )
}

/** Whoever chose the tool by keyboard goes on with the keyboard. */
function useArgumentsFocus(article: React.RefObject<HTMLElement | null>): void {
  const isWanted = useView((state) => state.isArgumentsWanted)
  useEffect(() => {
    if (!isWanted) return
    wantArguments(false)
    const pane = article.current?.querySelector('[aria-label="Arguments"]')
    const field = pane?.querySelector<HTMLElement>('form :is(textarea, input, select)')
    const target = field ?? pane?.querySelector<HTMLElement>('button[aria-keyshortcuts]')
    target?.focus()
  }, [isWanted, article])
}

function ToolHeader({ tool }: { readonly tool: Tool }) {
  const title = titleOf(tool)
  const description = descriptionOf(tool)
  const claims = claimsOf(tool)
  return (
    <header className={styles['toolHeader']}>
      <h2 className={styles['toolName']}>
        <ServerText>{tool.name}</ServerText>
      </h2>
      {title !== tool.name && (
        <span className={styles['subtle']}>
          <ServerText>{title}</ServerText>
        </span>
      )}
      {claims.length > 0 && (
        <span className={styles['claims']} title="The server says so. Patchbay has not checked it.">
          {claims.join(' · ')} <i>(server says)</i>
        </span>
      )}
      {description !== undefined && (
        <p className={styles['description']}>
          <ServerText>{description}</ServerText>
        </p>
      )}
    </header>
  )
}
