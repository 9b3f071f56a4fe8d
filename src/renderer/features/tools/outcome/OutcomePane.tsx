import { memo, useDeferredValue, useMemo } from 'react'
import type { Call } from '../../../../shared/calls/call-contract'
import type { Tool } from '../../../../shared/calls/catalogue'
import type { CallId, ServerId } from '../../../../shared/protocol/ids'
import type { JsonObject } from '../../../../shared/json/json'
import { useWhyNotCalled } from '../../../stores/calls/not-called'
import { EmptyState } from '../../../ui/panes/EmptyState'
import { timeOfDay } from '../../../ui/text/format'
import { Skeleton } from '../../../ui/panes/Skeleton'
import { HistoryPanel } from '../../history/HistoryPanel'
import { useHistory, type ToolHistory } from '../../history/use-history'
import { cancelCall } from '../../call/call-actions'
import { useCall } from '../../call/use-call'
import type { Sent } from '../../call/call-options'
import { CallOutcome } from './CallOutcome'
import styles from './outcome.module.css'

type Props = {
  readonly serverId: ServerId
  readonly tool: Tool
  /** Of this tool, newest first, as far as they are known here. */
  readonly calls: readonly Call[]
  /** The one that was chosen. */
  readonly chosenId: CallId | undefined
  /** What the form would send now. */
  readonly sendable: JsonObject | undefined
  readonly onShow: (callId: CallId) => void
  readonly onReuse: (sent: Sent) => void
}

/** What became of a call, and below it all calls of this tool. */
export function OutcomePane(props: Props) {
  const { serverId, tool, calls, chosenId, sendable, onShow, onReuse } = props
  const wanted = useHistory(serverId, tool.name, calls)
  const known = useCall(chosenId ?? calls[0]?.id ?? newestOfThisRun(wanted.rows))
  const call = known.kind === 'known' ? known.call : undefined
  const shownId = call?.id ?? chosenId
  const isNotSent = useWhyNotCalled(serverId, tool.name) !== undefined
  // What the person waits for is drawn first, and then the list that it is in.
  const late = useDeferredValue(useMemo(() => ({ wanted, shownId }), [wanted, shownId]))
  return (
    <section className={styles['outcome']} aria-label="Result">
      {known.kind === 'loading' && <Skeleton rows={4} />}
      {known.kind === 'gone' && (
        <EmptyState title="This result is no longer kept">{known.why}</EmptyState>
      )}
      {known.kind === 'none' && (
        <EmptyState title="Not called yet">
          {wanted.total === 0
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
            onCancel={() => cancelCall(call.id)}
          />
        </div>
      )}
      <LateHistory
        serverId={serverId}
        tool={tool.name}
        history={late.wanted}
        shownId={late.shownId}
        onShow={onShow}
        onReuse={onReuse}
      />
    </section>
  )
}

const LateHistory = memo(HistoryPanel)

/** After the page was loaded anew: only calls of this run know their frames. */
function newestOfThisRun(rows: ToolHistory['rows']): CallId | undefined {
  const own = rows.flatMap((row) => (row?.requestSeq === undefined ? [] : [row]))
  return own.toSorted((one, other) => other.startedAt - one.startedAt)[0]?.id
}
