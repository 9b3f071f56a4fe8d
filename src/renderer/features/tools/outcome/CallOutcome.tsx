import { Search } from 'lucide-react'
import { memo, useMemo, useRef, useState } from 'react'
import type { Call } from '../../../../shared/calls/call-contract'
import type { Tool } from '../../../../shared/calls/catalogue'
import type { CallId } from '../../../../shared/protocol/ids'
import type { JsonObject } from '../../../../shared/json/json'
import type { SchemaFinding } from '../../../../shared/schema/validate'
import type { Verdict } from '../../../../shared/verdicts/verdicts'
import { IconButton } from '../../../ui/controls/IconButton'
import { Segments } from '../../../ui/controls/Segments'
import { BlockActions } from '../../content/BlockActions'
import { FoundContext } from '../../content/body/found'
import { TextOriginContext } from '../../content/text-view'
import { wholeJson } from '../../content/body/use-body-text'
import { FindBar } from './FindBar'
import type { Sent } from '../../call/call-options'
import { callVerdicts } from './call-verdicts'
import { CallFacts } from './CallFacts'
import { CallLogs } from '../progress/CallLogs'
import { CallProgress } from '../progress/CallProgress'
import { OutcomeView } from './OutcomeView'
import { chooseView, openFind, useResultView, type View } from '../../call/result-view'
import { TooLargeToCheck } from './TooLargeToCheck'
import { useFind } from './use-find'
import { useFindShortcut } from './use-find-shortcut'
import { useResult } from './use-result'
import { useSent } from './use-sent'
import { verdictOf } from './verdict'
import { Verdicts } from './Verdicts'
import styles from './outcome.module.css'

type Props = {
  readonly call: Call
  readonly tool: Tool
  readonly sendable: JsonObject | undefined
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

/**
 * One call: how it ended, what Patchbay finds about it, and what came. The bar above stays from call
 * to call; whatever has a state of its own begins anew with each.
 */
export function CallOutcome({ call, tool, sendable, onReuse, onCancel }: Props) {
  const view = useResultView((state) => state.view)
  const loaded = useResult(call)
  const sent = useSent(call)
  const { id, outcome, schemas, isCut = false } = call
  const isFinding = useResultView((state) => state.isFinding)
  const find = useFind(id, view, { isOpen: isFinding, hasEnded: outcome !== undefined })
  const result = useRef<HTMLDivElement>(null)
  useFindShortcut(result)
  const [led, setLed] = useState<{ readonly to: CallId; readonly revealed: Revealed }>()
  const revealed = led?.to === id ? led.revealed : undefined
  const hasEnded = outcome !== undefined
  const origin = useMemo(
    () => ({ serverId: call.serverId, tool: call.tool }),
    [call.serverId, call.tool]
  )
  const hasSchema = tool['outputSchema'] !== undefined
  const verdicts = useMemo(
    () => callVerdicts({ sent, tool, schemas, outcome, loaded, isCut }),
    [sent, tool, schemas, outcome, loaded, isCut]
  )
  const { word, tone } = verdictOf(call, hasFindings(call, verdicts))
  const isOther = useMemo(
    () =>
      sendable !== undefined &&
      sent.isWhole &&
      JSON.stringify(sent.arguments) !== JSON.stringify(sendable),
    [sent, sendable]
  )

  function handleReveal(about: Verdict['about'], { pointer }: SchemaFinding): void {
    chooseView(about === 'input' ? 'sent' : 'structured')
    setLed({ to: id, revealed: { about, pointer } })
  }

  return (
    <>
      <div className={styles['toolbar']}>
        <strong className="ui-tone" data-tone={tone} role="status">
          <span key={id}>{word}</span>
        </strong>
        {call.isForced === true && (
          <span
            className={styles['forced']}
            title="The schema forbids these arguments; they were sent all the same."
          >
            sent anyway
          </span>
        )}
        <span className="ui-spring" />
        <span className={styles['views']}>
          <ViewChoice />
          <IconButton label="Find in the result" shortcut="Ctrl F" onClick={openFind}>
            <Search aria-hidden="true" size={14} />
          </IconButton>
          {loaded.kind === 'result' && (
            <BlockActions
              key={id}
              what="the whole result"
              copied={() => wholeJson(loaded.result, loaded.body)}
              body={loaded.body}
              form="json"
              suggestedName={`${tool.name}-result.json`}
            />
          )}
        </span>
      </div>
      {isFinding && <FindBar find={find} fallback={() => result.current} />}
      <div key={id} className={styles['scroll']}>
        <Verdicts verdicts={verdicts} onReveal={handleReveal} />
        {hasEnded && !sent.isWhole && !sent.isLoading && <TooLargeToCheck what="sent" />}
        {loaded.kind === 'result' && isCut && (
          <TooLargeToCheck what={hasSchema ? 'unchecked' : 'kept'} />
        )}
        {loaded.kind === 'result' && !loaded.isWhole && !isCut && hasSchema && (
          <TooLargeToCheck what="result" />
        )}
        <div
          ref={result}
          className={styles['result']}
          role="group"
          aria-label="Outcome"
          tabIndex={0}
          data-view={call.outcome ? view : undefined}
        >
          {call.outcome || view === 'sent' ? (
            <TextOriginContext value={origin}>
              <FoundContext value={find.hit}>
                <OutcomeView
                  call={call}
                  sent={sent}
                  view={view}
                  loaded={loaded}
                  verdicts={verdicts}
                  revealed={revealed}
                />
              </FoundContext>
            </TextOriginContext>
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
          isOutputJudged={verdicts.some(isOutputJudged)}
          onReuse={isOther ? () => onReuse({ ...call, ...sent }) : undefined}
        />
      </div>
    </>
  )
}

/** The answer broke the protocol, or what the server itself promises. */
function hasFindings({ violations = [] }: Call, verdicts: readonly Verdict[]): boolean {
  return (
    violations.length > 0 ||
    verdicts.some(({ about, kind }) => about === 'output' && kind === 'wrong')
  )
}

function isOutputJudged({ about, kind }: Verdict): boolean {
  return about === 'output' && kind !== 'unknown'
}

/** One choice for all calls: it is not drawn anew with each. */
const ViewChoice = memo(function ViewChoice() {
  const view = useResultView((state) => state.view)
  return (
    <Segments label="How to show the result" value={view} options={VIEWS} onChange={chooseView} />
  )
})
