import {
  ChevronDown,
  ChevronRight,
  GitCompare,
  MoreHorizontal,
  RotateCcw,
  Undo2,
  X
} from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import type { CallId, ServerId } from '../../../shared/protocol/ids'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { visibleText } from '../../../shared/text/visible-text'
import { useServers } from '../../stores/servers/servers'
import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/controls/Dialog'
import { IconButton } from '../../ui/controls/IconButton'
import { MenuButton } from '../../ui/controls/Menu'
import type { Sent } from '../call/call-options'
import { openHistory, useResultView } from '../call/result-view'
import { CompareCalls } from './CompareCalls'
import { restore, runAgain } from './history-actions'
import { HistoryFilter } from './HistoryFilter'
import { HistoryList } from './HistoryList'
import { historyMenu } from './history-menu'
import type { HistoryRow } from './history-rows'
import type { ToolHistory } from './use-history'
import { useIsLow } from './use-is-low'
import styles from './history.module.css'

type Props = {
  readonly serverId: ServerId
  readonly tool: string
  readonly history: ToolHistory
  readonly shownId: CallId | undefined
  readonly onShow: (callId: CallId) => void
  readonly onReuse: (sent: Sent) => void
}

/** With more than these a filter is of use. */
const A_HANDFUL = 8

type Pair = { readonly before: CallId; readonly after: CallId }

/** All calls of a tool, and what can be done with the one that is shown. */
export function HistoryPanel({ serverId, tool, history, shownId, onShow, onReuse }: Props) {
  const { rows, total, filter, view, want } = history
  const panel = useRef<HTMLElement>(null)
  const title = useRef<HTMLButtonElement>(null)
  const isLow = useIsLow(panel, total > 0)
  const isWanted = useResultView((state) => state.isHistoryOpen)
  const [isDrawn, setIsDrawn] = useState(false)
  /** Where there is room for one thing only, it is drawn over the result when it is asked for. */
  const isOpen = isLow ? isDrawn : isWanted
  const isRemote = useServers(({ servers }) => isRemoteServer(servers, serverId))
  const [comparing, setComparing] = useState<HistoryRow>()
  const [pair, setPair] = useState<Pair>()
  const [namingId, setNamingId] = useState<CallId>()
  const shown = rows.find((row) => row !== undefined && row.id === shownId)
  if (total === 0) return null

  function handleChosen(callId: CallId): void {
    const other = rows.find((row) => row?.id === callId)
    if (comparing && other && other.id !== comparing.id) {
      const [before, after] =
        comparing.startedAt < other.startedAt ? [comparing, other] : [other, comparing]
      setPair({ before: before.id, after: after.id })
      setComparing(undefined)
    } else if (!comparing) onShow(callId)
  }

  function handleDone(): void {
    setIsDrawn(false)
    title.current?.focus()
  }

  function open(wanted: boolean): void {
    if (isLow) setIsDrawn(wanted)
    else openHistory(wanted)
  }

  const menuOf = (row: HistoryRow) =>
    historyMenu(row, {
      isRemote,
      onReuse,
      onCompare: (compared) => {
        open(true)
        setComparing(compared)
      },
      onName: (named) => {
        open(true)
        setNamingId(named.id)
      }
    })

  return (
    <section
      ref={panel}
      className={styles['panel']}
      aria-label="History"
      data-drawn={isLow && isOpen}
    >
      <header className={styles['header']}>
        <button
          ref={title}
          type="button"
          className={styles['title']}
          aria-expanded={isOpen}
          onClick={() => open(!isOpen)}
        >
          {isOpen ? (
            <ChevronDown aria-hidden="true" size={14} />
          ) : (
            <ChevronRight aria-hidden="true" size={14} />
          )}
          History{' '}
          <span className={styles['count']}>
            {filter === '' ? total : `${rows.length} of ${total}`}
          </span>
        </button>
        <span className="ui-spring" />
        {comparing ? (
          <IconButton label="Do not compare" onClick={() => setComparing(undefined)}>
            <X aria-hidden="true" size={14} />
          </IconButton>
        ) : (
          shown && (
            <>
              <IconButton label="Restore its arguments" onClick={() => restore(shown, onReuse)}>
                <Undo2 aria-hidden="true" size={14} />
              </IconButton>
              <IconButton label="Run it again" onClick={() => void runAgain(shown)}>
                <RotateCcw aria-hidden="true" size={14} />
              </IconButton>
              <IconButton
                label="Compare it with another call"
                disabled={total < 2 || shown.ending === 'running'}
                onClick={() => {
                  open(true)
                  setComparing(shown)
                }}
              >
                <GitCompare aria-hidden="true" size={14} />
              </IconButton>
              <MenuButton label="More about this call" entries={() => menuOf(shown)}>
                <button type="button" className={styles['more']} aria-label="More about this call">
                  <MoreHorizontal aria-hidden="true" size={14} />
                </button>
              </MenuButton>
            </>
          )
        )}
      </header>
      {comparing && (
        <p className={styles['hint']} role="status">
          Choose the call to compare it with: click it, or use the arrow keys and Enter.
        </p>
      )}
      {isOpen && (total > A_HANDFUL || filter !== '') && (
        <HistoryFilter history={history} onLeave={() => list(panel)?.focus()} />
      )}
      {isOpen && view.failure !== undefined && (
        <p className={styles['hint']} role="alert">
          {view.failure} <Button onClick={view.retry}>Try again</Button>
        </p>
      )}
      {isOpen && filter !== '' && rows.length === 0 && view.count?.isComplete === true && (
        <p className={styles['hint']} role="status">
          No call that is kept matches. Calls that run or are not kept are not searched.
        </p>
      )}
      {isOpen && (
        <HistoryList
          rows={rows}
          onVisible={want}
          shownId={shownId}
          comparingId={comparing?.id}
          namingId={namingId}
          menuOf={menuOf}
          onChoose={handleChosen}
          onName={setNamingId}
          onEscape={() => setComparing(undefined)}
          onDone={isLow ? handleDone : undefined}
        />
      )}
      {pair && (
        <Dialog
          title={`Two calls of ${visibleText(tool)}`}
          description="What is different between them."
          onClose={() => setPair(undefined)}
        >
          <CompareCalls before={pair.before} after={pair.after} />
        </Dialog>
      )}
    </section>
  )
}

function list({ current }: RefObject<HTMLElement | null>): HTMLElement | null | undefined {
  return current?.querySelector<HTMLElement>('[role="listbox"]')
}

const WITHOUT_CURL: ReadonlySet<string> = new Set(['stdio', 'websocket', 'unknown'])

function isRemoteServer(servers: readonly ServerSummary[], serverId: ServerId): boolean {
  const server = servers.find(({ id }) => id === serverId)
  return server !== undefined && !WITHOUT_CURL.has(server.transport)
}
