import { useState } from 'react'
import type { Exchange } from '../../../shared/calls/exchange'
import type { ServerId } from '../../../shared/protocol/ids'
import type { PromptAnswer } from '../../stores/calls/prompt-answers'
import type { PromptDraft } from '../../stores/kept/prompt-drafts'
import { EmptyState } from '../../ui/panes/EmptyState'
import { shortTimeOfDay } from '../../ui/text/format'
import { Segments } from '../../ui/controls/Segments'
import { Skeleton } from '../../ui/panes/Skeleton'
import { useAge } from '../../ui/time/use-age'
import { AnswerFrame } from '../exchange/AnswerFrame'
import { Answered } from '../exchange/Answered'
import { ExchangeFacts } from '../exchange/ExchangeFacts'
import { ExchangeFailure } from '../exchange/ExchangeFailure'
import { wrongAnswerWord } from '../exchange/wrong-answer'
import pane from '../exchange/exchange-pane.module.css'
import { Violations } from '../frame/Violations'
import { CopyMessages } from './CopyMessages'
import { Messages } from './Messages'
import styles from './prompts.module.css'

type Props = {
  readonly serverId: ServerId
  readonly answer: PromptAnswer
  /** What would be sent now. */
  readonly draft: PromptDraft
}

const VIEWS = [
  { value: 'messages', label: 'Messages' },
  { value: 'raw', label: 'Raw' }
] as const

export function PromptResult({ serverId, answer, draft }: Props) {
  const [view, setView] = useState<'messages' | 'raw'>('messages')
  const { last, runningKey, startedAt, refusal } = answer
  if (!last) {
    if (runningKey !== undefined) return <Skeleton rows={8} />
    if (refusal !== undefined) {
      return <EmptyState title="It could not be asked for">{refusal}</EmptyState>
    }
    return (
      <EmptyState title="Not asked for yet">
        Its messages will be shown here, beside the arguments.
      </EmptyState>
    )
  }
  const isOther = JSON.stringify(sorted(answer.arguments)) !== JSON.stringify(sorted(draft))
  return (
    <section className="ui-pane" aria-label="Messages">
      <div className={pane['toolbar']}>
        <strong role="status" data-tone={toneOf(last)} className="ui-tone">
          {runningKey !== undefined ? 'Waiting' : wordOf(last)}
        </strong>
        <span className="ui-spring" />
        <CopyMessages exchange={last} />
        <Segments label="How to show the answer" value={view} options={VIEWS} onChange={setView} />
      </div>
      {refusal !== undefined && (
        <p className="ui-note ui-problem" role="alert">
          {refusal}
        </p>
      )}
      <div className={pane['body']} role="group" aria-label="Answer" tabIndex={0}>
        {view === 'raw' ? (
          <AnswerFrame {...last} />
        ) : (
          <>
            <ExchangeFailure {...last} serverId={serverId} asked="prompt" />
            <Answered exchange={last}>
              {(result, body) => <Messages {...{ serverId, result, body }} />}
            </Answered>
          </>
        )}
      </div>
      {last.violations && (
        <Violations
          label="Findings about the answer"
          entries={[{ seq: last.answerSeq ?? 0, violations: last.violations }]}
        />
      )}
      <p className={styles['facts']}>
        {runningKey !== undefined && startedAt !== undefined && <Asked since={startedAt} />}
        {answer.answeredAt !== undefined && <span>{shortTimeOfDay(answer.answeredAt)}</span>}
        <ExchangeFacts exchange={last} />
        {isOther && <span>asked for with other arguments than these</span>}
      </p>
    </section>
  )
}

function Asked({ since }: { readonly since: number }) {
  return <span>asked {useAge(since)}</span>
}

function wordOf({ outcome }: Exchange): string {
  switch (outcome.kind) {
    case 'result':
    case 'held':
      return 'Messages'
    case 'error':
      return 'Protocol error'
    case 'timeout':
      return 'Timed out'
    case 'cancelled':
      return 'Cancelled'
    case 'connection-lost':
      return 'Connection lost'
    case 'not-an-answer':
      return wrongAnswerWord(outcome.failure)
  }
}

function toneOf({ outcome: { kind } }: Exchange): string {
  if (kind === 'result' || kind === 'held') return 'good'
  return kind === 'cancelled' ? 'quiet' : 'bad'
}

function sorted(texts: PromptDraft = {}): readonly (readonly [string, string])[] {
  return Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1))
}
