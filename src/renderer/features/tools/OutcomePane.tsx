import { useState } from 'react'
import { isToolError, type Call, type Outcome } from '../../../shared/call'
import { type CallId } from '../../../shared/ids'
import { errorName } from '../../../shared/json-rpc'
import { selectFrame } from '../../stores/view'
import { EmptyState } from '../../ui/EmptyState'
import { bytes, milliseconds, shortTimeOfDay } from '../../ui/format'
import { Segments } from '../../ui/Segments'
import { ServerText } from '../../ui/ServerText'
import { FrameText } from '../traffic/FrameText'
import { CallProgress } from './CallProgress'
import { ContentBlocks } from './ContentBlocks'
import { StructuredContent } from './StructuredContent'
import styles from './tools.module.css'

type Props = {
  readonly calls: readonly Call[]
  readonly shown: Call | undefined
  readonly onShow: (callId: CallId) => void
  readonly onCancel: () => void
}

type View = 'rendered' | 'structured' | 'raw'

const VIEWS = [
  { value: 'rendered', label: 'Rendered' },
  { value: 'structured', label: 'Structured' },
  { value: 'raw', label: 'Raw' }
] as const

export function OutcomePane({ calls, shown, onShow, onCancel }: Props) {
  const [view, setView] = useState<View>('rendered')
  if (!shown) {
    return (
      <EmptyState title="Not called yet">
        The result will be shown here, beside the arguments.
      </EmptyState>
    )
  }
  return (
    <section className={styles['outcome']} aria-label="Result">
      <div className={styles['toolbar']}>
        <Verdict call={shown} />
        <span className={styles['spring']} />
        <Segments label="How to show the result" value={view} options={VIEWS} onChange={setView} />
      </div>
      <div className={styles['result']}>
        {shown.outcome ? (
          <OutcomeView call={shown} outcome={shown.outcome} view={view} />
        ) : (
          <CallProgress call={shown} onCancel={onCancel} />
        )}
      </div>
      <CallFacts call={shown} />
      <History calls={calls} shown={shown} onShow={onShow} />
    </section>
  )
}

function Verdict({ call }: { readonly call: Call }) {
  const { word, tone } = verdictOf(call.outcome)
  return (
    <strong className={styles['verdict']} data-tone={tone} role="status">
      {word}
    </strong>
  )
}

export function verdictOf(outcome: Outcome | undefined): { word: string; tone: string } {
  if (!outcome) return { word: 'Running', tone: 'busy' }
  switch (outcome.kind) {
    case 'result':
      return isToolError(outcome)
        ? { word: 'Tool error', tone: 'bad' }
        : { word: 'Result', tone: 'good' }
    case 'error':
      return { word: 'Protocol error', tone: 'bad' }
    case 'timeout':
      return { word: 'Timed out', tone: 'bad' }
    case 'cancelled':
      return { word: 'Cancelled', tone: 'quiet' }
    case 'connection-lost':
      return { word: 'Connection lost', tone: 'bad' }
  }
}

type OutcomeProps = { readonly call: Call; readonly outcome: Outcome; readonly view: View }

function OutcomeView({ call, outcome, view }: OutcomeProps) {
  if (view === 'raw') {
    if (call.answerSeq !== undefined) return <FrameText seq={call.answerSeq} label="Answer" />
    return <EmptyState title="No answer came">There is no frame to show.</EmptyState>
  }
  switch (outcome.kind) {
    case 'result':
      return view === 'structured' ? (
        <StructuredContent result={outcome.result} />
      ) : (
        <ContentBlocks result={outcome.result} />
      )
    case 'error':
      return <ErrorAnswer {...outcome.error} />
    case 'timeout':
      return (
        <EmptyState title={`No answer within ${milliseconds(outcome.afterMs)}`}>
          Patchbay stopped waiting and told the server that the request is cancelled. An answer that
          still comes is shown in Traffic.
        </EmptyState>
      )
    case 'cancelled':
      return (
        <EmptyState title="You cancelled this call">
          The server was told. It may have done part of the work.
        </EmptyState>
      )
    case 'connection-lost':
      return (
        <EmptyState title={outcome.reason}>The call may have had an effect before that.</EmptyState>
      )
  }
}

function ErrorAnswer({ code, message, data }: { code: number; message: string; data?: unknown }) {
  const name = errorName(code)
  return (
    <div className={styles['blocks']}>
      <p>
        The server answered with error <code>{code}</code>
        {name !== undefined && ` (${name})`} instead of a result.
      </p>
      <pre className={styles['errorText']}>
        <ServerText>{message}</ServerText>
      </pre>
      {data !== undefined && (
        <pre className={styles['block']}>
          <ServerText>{JSON.stringify(data, null, 2)}</ServerText>
        </pre>
      )}
    </div>
  )
}

function CallFacts({ call }: { readonly call: Call }) {
  const { requestSeq, answerSeq, answerBytes, tookMs } = call
  return (
    <p className={styles['callFacts']}>
      {tookMs !== undefined && <span>{milliseconds(tookMs)}</span>}
      {answerBytes !== undefined && <span>{bytes(answerBytes)}</span>}
      {requestSeq !== undefined && (
        <button
          type="button"
          className={styles['frameLink']}
          onClick={() => selectFrame(requestSeq)}
        >
          frame #{requestSeq}
          {answerSeq !== undefined && ` → #${answerSeq}`}
        </button>
      )}
    </p>
  )
}

function History({ calls, shown, onShow }: Omit<Props, 'onCancel'>) {
  if (calls.length < 2) return null
  return (
    <ul className={styles['history']} aria-label="Calls of this tool">
      {calls.map((call) => {
        const { word, tone } = verdictOf(call.outcome)
        return (
          <li key={call.id}>
            <button
              type="button"
              aria-current={call.id === shown?.id ? 'true' : undefined}
              onClick={() => onShow(call.id)}
            >
              <time>{shortTimeOfDay(call.startedAt)}</time>
              <span data-tone={tone}>{word.toLowerCase()}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
