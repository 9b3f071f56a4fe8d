import { useEffect, useState, type KeyboardEvent } from 'react'
import type { TrustSubject } from '../../shared/question/prompt'
import { type TrustDecision, isReached } from '../../shared/question/trust-kind'
import { WINDOW_RECORDS } from '../../shared/question/window-records'
import { visibleText } from '../../shared/text/visible-text'
import { Button } from '../ui/controls/Button'
import { Segments } from '../ui/controls/Segments'
import { ServerText } from '../ui/text/ServerText'
import { PromptFooter } from './PromptFooter'
import { SubjectView } from './SubjectView'
import type { PromptProps } from './PromptPage'
import { useReading } from './use-reading'
import styles from './prompt.module.css'

const DECISIONS: readonly { value: TrustDecision; label: string }[] = [
  { value: 'trust', label: 'Trust' },
  { value: 'refuse', label: 'Do not trust' },
  { value: 'later', label: 'Later' }
]

export function TrustPrompt({ ask, problem, onAnswer }: PromptProps<'trust'>) {
  const { subjects } = ask
  const [decisions, setDecisions] = useState<ReadonlyMap<string, TrustDecision>>(new Map())
  const { scroller, end, hasSeenAll, isShielded } = useReading()
  const canTrust = !isShielded && hasSeenAll
  const [first] = subjects
  const only = subjects.length === 1 ? first : undefined
  const trusted = [...decisions.values()].filter((decision) => decision === 'trust').length

  /** Of several, none is the one to answer with first: the person reads. */
  useEffect(() => {
    if (!only) scroller.current?.focus()
  }, [only, scroller])

  function decide(hash: string, decision: TrustDecision): void {
    onAnswer({ kind: 'trust', decisions: { [hash]: decision } })
  }

  return (
    <main className="ui-pane" onKeyDown={(event) => scrollByKey(event, scroller.current)}>
      <header className={styles['header']}>
        <h1 className={styles['title']}>
          <ServerText>{WINDOW_RECORDS.trust.title(ask)}</ServerText>
        </h1>
        <p className={styles['intro']}>
          {only
            ? `Nothing has been ${isReached(only) ? 'contacted' : 'started'}. What it would do is below, exactly as it is written.`
            : 'Nothing has been started. Decide for each; what you leave at Later stays as it is.'}
        </p>
      </header>
      <div
        ref={scroller}
        className={styles['content']}
        role="region"
        aria-label="What wants to run"
        tabIndex={0}
      >
        {subjects.map((subject) => (
          <SubjectView key={subject.hash} subject={subject} isOnly={only !== undefined}>
            {!only && (
              <Segments
                label={`Decision for ${visibleText(subject.name)}`}
                value={decisions.get(subject.hash) ?? 'later'}
                options={DECISIONS}
                onChange={(decision) =>
                  setDecisions((known) => new Map(known).set(subject.hash, decision))
                }
              />
            )}
          </SubjectView>
        ))}
        <div ref={end} />
      </div>
      <PromptFooter
        problem={problem}
        hint={hasSeenAll ? hintOf(only, trusted) : WINDOW_RECORDS.trust.readFirst}
      >
        {only ? (
          <>
            <Button disabled={isShielded} onClick={() => decide(only.hash, 'refuse')}>
              Do not trust
            </Button>
            <Button
              autoFocus
              title={WINDOW_RECORDS.trust.unanswered}
              onClick={() => onAnswer({ kind: 'dismissed' })}
            >
              Not now
            </Button>
            <Button isPrimary disabled={!canTrust} onClick={() => decide(only.hash, 'trust')}>
              Trust
            </Button>
          </>
        ) : (
          <Button
            isPrimary
            disabled={isShielded || (trusted > 0 && !canTrust)}
            onClick={() => onAnswer({ kind: 'trust', decisions: Object.fromEntries(decisions) })}
          >
            Done
          </Button>
        )}
      </PromptFooter>
    </main>
  )
}

function hintOf(only: TrustSubject | undefined, trusted: number): string {
  if (only) return 'Any change to it is asked about again.'
  return trusted === 1 ? '1 will be trusted.' : `${trusted} will be trusted.`
}

/** The buttons have the focus, and reading must not need the mouse. */
function scrollByKey(event: KeyboardEvent, scroller: HTMLElement | null): void {
  if (!scroller || scroller === event.target) return
  const page = scroller.clientHeight * 0.9
  const distances: Readonly<Record<string, number>> = {
    PageDown: page,
    PageUp: -page,
    End: scroller.scrollHeight,
    Home: -scroller.scrollHeight
  }
  const isChoosing = (event.target as HTMLElement).closest('[role="radio"]') !== null
  const distance = isChoosing && !event.key.startsWith('Page') ? undefined : distances[event.key]
  if (distance === undefined) return
  event.preventDefault()
  scroller.scrollBy({ top: distance })
}
