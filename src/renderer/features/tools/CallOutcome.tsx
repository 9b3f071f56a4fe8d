import { useMemo, useState } from 'react'
import type { CallReport } from '../../../shared/call'
import type { Tool } from '../../../shared/catalogue'
import type { JsonObject } from '../../../shared/json'
import type { SchemaFinding } from '../../../shared/schema/validate'
import type { Verdict } from '../../../shared/verdicts'
import { Segments } from '../../ui/Segments'
import { BlockActions } from '../content/BlockActions'
import { wholeJson } from '../content/use-body-text'
import type { Sent } from './call-options'
import { callVerdicts } from './call-verdicts'
import { CallFacts } from './CallFacts'
import { CallLogs } from './CallLogs'
import { CallProgress } from './CallProgress'
import { OutcomeView } from './OutcomeView'
import { chooseView, useResultView, type View } from './result-view'
import { TooLargeToCheck } from './TooLargeToCheck'
import { useResult } from './use-result'
import { verdictOf } from './verdict'
import { Verdicts } from './Verdicts'
import styles from './outcome.module.css'

type Props = {
  readonly call: CallReport
  readonly tool: Tool
  readonly sendable: JsonObject | undefined
  /** More came than was kept of it. */
  readonly isCut: boolean
  readonly onReuse: (sent: Sent) => void
  readonly onCancel: () => void
}

const VIEWS = [
  { value: 'rendered', label: 'Rendered' },
  { value: 'structured', label: 'Structured' },
  { value: 'raw', label: 'Raw' },
  { value: 'sent', label: 'Sent' }
] as const satisfies readonly { value: View; label: string }[]

/** What is shown, and why: a new object whenever the person asks to be led somewhere. */
export type Revealed = { readonly about: Verdict['about']; readonly pointer: string }

/** One call: how it ended, what Patchbay finds about it, and what came. */
export function CallOutcome({ call, tool, sendable, isCut, onReuse, onCancel }: Props) {
  const view = useResultView((state) => state.view)
  const loaded = useResult(call)
  const [revealed, setRevealed] = useState<Revealed>()
  const { arguments: args } = call
  const hasEnded = call.outcome !== undefined
  const verdicts = useMemo(
    () => callVerdicts({ arguments: args, tool, hasEnded, loaded, isCut }),
    [args, tool, hasEnded, loaded, isCut]
  )
  const { word, tone } = verdictOf(call)
  const isOther = useMemo(
    () => sendable !== undefined && JSON.stringify(args) !== JSON.stringify(sendable),
    [args, sendable]
  )

  function handleReveal(about: Verdict['about'], { pointer }: SchemaFinding): void {
    chooseView(about === 'input' ? 'sent' : 'structured')
    setRevealed({ about, pointer })
  }

  return (
    <>
      <div className={styles['toolbar']}>
        <strong className={styles['verdict']} data-tone={tone} role="status">
          {word}
        </strong>
        {call.isForced === true && (
          <span
            className={styles['forced']}
            title="The schema forbids these arguments; they were sent all the same."
          >
            sent anyway
          </span>
        )}
        <span className={styles['spring']} />
        <span className={styles['views']}>
          <Segments
            label="How to show the result"
            value={view}
            options={VIEWS}
            onChange={chooseView}
          />
          {loaded.kind === 'result' && (
            <BlockActions
              what="the whole result"
              copied={() => wholeJson(loaded.result, loaded.body)}
              body={loaded.body}
              form="json"
              suggestedName={`${tool.name}-result.json`}
            />
          )}
        </span>
      </div>
      <Verdicts verdicts={verdicts} onReveal={handleReveal} />
      {loaded.kind === 'result' && (!loaded.isWhole || isCut) && <TooLargeToCheck isCut={isCut} />}
      <div className={styles['result']} role="group" aria-label="Outcome" tabIndex={0}>
        {call.outcome || view === 'sent' ? (
          <OutcomeView
            call={call}
            view={view}
            loaded={loaded}
            verdicts={verdicts}
            revealed={revealed}
          />
        ) : (
          <CallProgress call={call} onCancel={onCancel} />
        )}
      </div>
      {call.outcome && (
        <div className={styles['logs']}>
          <CallLogs logs={call.logs} count={call.logCount} />
        </div>
      )}
      <CallFacts
        call={call}
        hasVerdicts={verdicts.length > 0}
        onReuse={isOther ? onReuse : undefined}
      />
    </>
  )
}
