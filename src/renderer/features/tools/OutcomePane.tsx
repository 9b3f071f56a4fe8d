import { useState } from 'react'
import type { CallReport } from '../../../shared/call'
import type { CallId } from '../../../shared/ids'
import type { JsonObject } from '../../../shared/json'
import { EmptyState } from '../../ui/EmptyState'
import { bytes, milliseconds, shortTimeOfDay } from '../../ui/format'
import { Segments } from '../../ui/Segments'
import { revealFrame } from '../traffic/dock'
import { Violations } from '../traffic/Violations'
import { CallProgress } from './CallProgress'
import { OutcomeView, type View } from './OutcomeView'
import { verdictOf } from './verdict'
import styles from './tools.module.css'

type Props = {
  readonly calls: readonly CallReport[]
  readonly shown: CallReport | undefined
  /** What the form would send now. */
  readonly sendable: JsonObject
  readonly onShow: (callId: CallId) => void
  readonly onReuse: (args: JsonObject) => void
  readonly onCancel: () => void
}

const VIEWS = [
  { value: 'rendered', label: 'Rendered' },
  { value: 'structured', label: 'Structured' },
  { value: 'raw', label: 'Raw' }
] as const

const SHOWN_CALLS = 30

export function OutcomePane({ calls, shown, sendable, onShow, onReuse, onCancel }: Props) {
  const [view, setView] = useState<View>('rendered')
  if (!shown) {
    return (
      <EmptyState title="Not called yet">
        The result will be shown here, beside the arguments.
      </EmptyState>
    )
  }
  const { word, tone } = verdictOf(shown)
  const isOther = JSON.stringify(shown.arguments) !== JSON.stringify(sendable)
  return (
    <section className={styles['outcome']} aria-label="Result">
      <div className={styles['toolbar']}>
        <strong className={styles['verdict']} data-tone={tone} role="status">
          {word}
        </strong>
        <span className={styles['spring']} />
        <Segments label="How to show the result" value={view} options={VIEWS} onChange={setView} />
      </div>
      <div className={styles['result']} role="group" aria-label="Outcome" tabIndex={0}>
        {shown.outcome ? (
          <OutcomeView key={shown.id} call={shown} outcome={shown.outcome} view={view} />
        ) : (
          <CallProgress call={shown} onCancel={onCancel} />
        )}
      </div>
      <Violations label="Findings about the answer" entries={[asEntry(shown)]} />
      {isOther && (
        <p className={styles['otherArguments']}>
          Called with other arguments than these.{' '}
          <button
            type="button"
            className={styles['frameLink']}
            onClick={() => onReuse(shown.arguments)}
          >
            Use its arguments
          </button>
        </p>
      )}
      <CallFacts call={shown} />
      <History calls={calls.slice(0, SHOWN_CALLS)} shown={shown} onShow={onShow} />
    </section>
  )
}

function asEntry({ answerSeq, violations }: CallReport) {
  return answerSeq === undefined || !violations ? undefined : { seq: answerSeq, violations }
}

function CallFacts({ call }: { readonly call: CallReport }) {
  const { requestSeq, answerSeq, answerBytes, tookMs } = call
  return (
    <p className={styles['callFacts']}>
      {tookMs !== undefined && <span>{milliseconds(tookMs)}</span>}
      {answerBytes !== undefined && <span>{bytes(answerBytes)}</span>}
      {requestSeq !== undefined && (
        <button
          type="button"
          className={styles['frameLink']}
          onClick={() => revealFrame(requestSeq)}
        >
          frame #{requestSeq}
          {answerSeq !== undefined && ` → #${answerSeq}`}
        </button>
      )}
    </p>
  )
}

type HistoryProps = Pick<Props, 'calls' | 'onShow'> & { readonly shown: CallReport }

function History({ calls, shown, onShow }: HistoryProps) {
  if (calls.length < 2) return null
  return (
    <ul className={styles['history']} aria-label="Calls of this tool">
      {calls.map((call) => {
        const { id, startedAt, tookMs } = call
        const { word, tone } = verdictOf(call)
        return (
          <li key={id}>
            <button
              type="button"
              aria-current={id === shown.id ? 'true' : undefined}
              onClick={() => onShow(id)}
            >
              <time>{shortTimeOfDay(startedAt)}</time>
              <span data-tone={tone}>{word.toLowerCase()}</span>
              {tookMs !== undefined && <span>{milliseconds(tookMs)}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
