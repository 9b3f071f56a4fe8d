import { useMemo } from 'react'
import type { Call } from '../../../../shared/calls/call-contract'
import { assertNever } from '../../../../shared/protocol/errors'
import { explainOutcome } from '../../../../shared/advice/explain'
import type { Verdict } from '../../../../shared/verdicts/verdicts'
import { EmptyState } from '../../../ui/panes/EmptyState'
import { ServerText } from '../../../ui/text/ServerText'
import { Skeleton } from '../../../ui/panes/Skeleton'
import { ErrorDetails } from '../../exchange/ErrorDetails'
import { HeldErrorDetails } from '../../exchange/HeldErrorDetails'
import { ResponseBody } from '../../exchange/ResponseBody'
import { useServerSince } from '../../exchange/use-server-since'
import { argumentsIn } from './call-verdicts'
import type { Revealed } from './CallOutcome'
import { Explained } from './Explained'
import { RawAnswer } from './RawAnswer'
import { RenderedResult } from './RenderedResult'
import type { View } from '../../call/result-view'
import { SentView } from './SentView'
import { StructuredResult } from './StructuredResult'
import type { LoadedResult } from './use-result'
import type { LoadedSent } from './use-sent'
import styles from './outcome.module.css'

type Props = {
  readonly call: Call
  readonly sent: LoadedSent
  readonly view: View
  readonly loaded: LoadedResult
  readonly verdicts: readonly Verdict[]
  readonly revealed: Revealed | undefined
}

/** The outcome of a call, in the way that was chosen. What went wrong is said above what came. */
export function OutcomeView({ call, sent, view, loaded, verdicts, revealed }: Props) {
  const { id: callId, outcome } = call
  const answer = useMemo(() => ({ callId }), [callId])
  const server = useServerSince(call.serverId)
  if (view === 'sent') return <SentView {...{ call, sent, verdicts, revealed }} />
  if (!outcome) return null
  if (view === 'raw') return <RawAnswer call={call} outcome={outcome} />
  const given = argumentsIn(verdicts, sent)
  const explanation = explainOutcome(outcome, {
    asked: 'call',
    ...(given && { arguments: given }),
    ...(server && { server })
  })
  return (
    <>
      {explanation && <Explained {...explanation} />}
      {outcome.kind === 'error' &&
        (outcome.isHeld ? (
          <HeldErrorDetails answer={answer} error={outcome.error} />
        ) : (
          <ErrorDetails error={outcome.error} />
        ))}
      {outcome.kind === 'connection-lost' && <LastWords lines={outcome.lastStderr ?? []} />}
      {outcome.kind === 'not-an-answer' && <ResponseBody failure={outcome.failure} />}
      <Result call={call} view={view} loaded={loaded} verdicts={verdicts} revealed={revealed} />
    </>
  )
}

function Result({ call, view, loaded, verdicts, revealed }: Omit<Props, 'sent'>) {
  switch (loaded.kind) {
    case 'none':
      return null
    case 'loading':
      return <Skeleton rows={6} />
    case 'gone':
      return <EmptyState title="This result cannot be shown">{loaded.why}</EmptyState>
    case 'result':
      return view === 'structured' ? (
        <StructuredResult loaded={loaded} verdicts={verdicts} revealed={revealed} />
      ) : (
        <RenderedResult loaded={loaded} serverId={call.serverId} />
      )
    default:
      return assertNever(loaded)
  }
}

/** What the process said last. */
function LastWords({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <div className={styles['lastWords']}>
      <p className="ui-subtle">The last lines of its stderr:</p>
      <pre role="log" aria-label="stderr">
        <ServerText>{lines.join('\n')}</ServerText>
      </pre>
    </div>
  )
}
