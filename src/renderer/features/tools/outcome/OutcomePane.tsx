import { memo, useDeferredValue, useMemo } from 'react'
import type { Call } from '../../../../shared/calls/call-contract'
import type { Tool } from '../../../../shared/calls/catalogue'
import type { CallId, ServerId } from '../../../../shared/protocol/ids'
import type { JsonObject } from '../../../../shared/json/json'
import { useHistoryStore } from '../../../stores/calls/history'
import { useWhyNotCalled } from '../../../stores/calls/not-called'
import { usePlace } from '../../../stores/window/view'
import { EmptyState } from '../../../ui/panes/EmptyState'
import { timeOfDay } from '../../../ui/text/format'
import { Skeleton } from '../../../ui/panes/Skeleton'
import { HistoryPanel } from '../../history/HistoryPanel'
import { rowsOf } from '../../history/history-rows'
import { useHistory } from '../../history/use-history'
import { useKeptCall } from '../../history/use-kept-call'
import type { Sent } from '../../call/call-options'
import { CallOutcome } from './CallOutcome'
import styles from './outcome.module.css'

type Props = {
  readonly serverId: ServerId
  readonly tool: Tool
  /** Of this tool, newest first: those that are still remembered here. */
  readonly calls: readonly Call[]
  /** The one of these whose outcome is shown. */
  readonly shown: Call | undefined
  /** What the form would send now. */
  readonly sendable: JsonObject | undefined
  readonly onShow: (callId: CallId) => void
  readonly onReuse: (sent: Sent) => void
  readonly onCancel: () => void
}

/** What became of a call, and below it all calls of this tool. */
export function OutcomePane(props: Props) {
  const { serverId, tool, calls, shown, sendable, onShow, onReuse, onCancel } = props
  const entries = useHistory(serverId, tool.name)
  const removed = useHistoryStore((state) => state.removed)
  const rows = useMemo(() => rowsOf(entries, calls, removed), [entries, calls, removed])
  const wantedId = usePlace(serverId).calls[tool.name]
  const isRemembered = wantedId === undefined || calls.some(({ id }) => id === wantedId)
  const kept = useKeptCall(isRemembered ? undefined : rows.find(({ id }) => id === wantedId))
  const call = kept.kind === 'none' ? shown : kept.kind === 'kept' ? kept.call : undefined
  const shownId = call?.id ?? wantedId
  const isNotSent = useWhyNotCalled(serverId, tool.name) !== undefined
  // What the person waits for is drawn first, and then the list that it is in.
  const history = useDeferredValue(useMemo(() => ({ rows, shownId }), [rows, shownId]))
  return (
    <section className={styles['outcome']} aria-label="Result">
      {kept.kind === 'loading' && <Skeleton rows={4} />}
      {kept.kind === 'gone' && (
        <EmptyState title="This result is no longer kept">{kept.why}</EmptyState>
      )}
      {kept.kind === 'none' && !shown && (
        <EmptyState title="Not called yet">
          {rows.length === 0
            ? 'The result will be shown here, beside the arguments.'
            : 'The result will be shown here. Earlier calls are below.'}
        </EmptyState>
      )}
      {isNotSent && (
        <p className={styles['notSent']}>
          Nothing was sent.
          {call && ` The result below is of the call at ${timeOfDay(call.startedAt)}.`}
        </p>
      )}
      {call && (
        <div className={styles['shown']} data-old={isNotSent}>
          <CallOutcome
            call={call}
            tool={tool}
            sendable={call.hasCutArguments === true ? undefined : sendable}
            onReuse={onReuse}
            onCancel={onCancel}
          />
        </div>
      )}
      <LateHistory
        serverId={serverId}
        tool={tool.name}
        rows={history.rows}
        shownId={history.shownId}
        onShow={onShow}
        onReuse={onReuse}
      />
    </section>
  )
}

const LateHistory = memo(HistoryPanel)
