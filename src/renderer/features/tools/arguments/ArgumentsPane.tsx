import { memo, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Tool } from '../../../../shared/calls/catalogue'
import { isObject, type JsonObject } from '../../../../shared/json/json'
import { offsetOf } from '../../../../shared/json/json-place'
import type { ServerSummary } from '../../../../shared/servers/server-config'
import type { SchemaFinding } from '../../../../shared/schema/validate'
import type { SessionState } from '../../../../shared/servers/session-state'
import {
  halfWrittenIn,
  jsonOf,
  latestDraft,
  replaceDraft,
  saveDraft,
  withoutScrap,
  withValue,
  type Draft
} from '../../../stores/kept/drafts'
import { useView } from '../../../stores/window/view'
import { useSendShortcut } from '../../exchange/use-send-shortcut'
import { SchemaForm } from '../../schema-form/SchemaForm'
import { ArgumentProblems, useProblemFocus } from './ArgumentProblems'
import { ArgumentsJson } from './ArgumentsJson'
import { ArgumentsMenu } from './ArgumentsMenu'
import { AwaitedApprovals } from './AwaitedApprovals'
import { startCall } from '../../call/call-actions'
import { hasProblem, readOptions, setOptions } from '../../call/call-options'
import { CallBar } from './CallBar'
import { CallOptions } from './CallOptions'
import { shownFindings } from '../../call/check-arguments'
import { exampleArguments } from './example-values'
import { focusField } from '../../schema-form/focus-field'
import { HalfWritten } from './HalfWritten'
import { ReplacedNote } from './ReplacedNote'
import { TASK_ONLY, TaskOnly } from './TaskOnly'
import { isTaskOnly } from '../list/tool-badges'
import { useToolDraft } from './tool-draft'
import { ToolPolicyField } from './ToolPolicyField'
import { UnreadableJson } from './UnreadableJson'
import { checkAgain, useArgumentsCheck, type Refused } from './use-arguments-check'
import { usePaste } from './use-paste'
import { WhyNotReady } from './WhyNotReady'
import styles from './arguments.module.css'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly tool: Tool
  /** Below the arguments. */
  readonly footer: ReactNode
}

export const ArgumentsPane = memo(function ArgumentsPane(props: Props) {
  const { server, state, tool, footer } = props
  const schema = tool['inputSchema']
  const { key, draft, reading, fresh, noForm } = useToolDraft(server.id, tool)
  /** What main found in these arguments: it may know more of the schema than may be shown here. */
  const [refused, setRefused] = useState<Refused>()
  const { verdict, hidden, isCurrent } = useArgumentsCheck(schema, draft.value, refused)
  const options = useMemo(() => readOptions(draft), [draft])
  const [areOptionsShown, setAreOptionsShown] = useState(false)
  /** What is missing is shown once the person has tried without it. */
  const [hasTried, setHasTried] = useState(false)
  /** The problems that were shown when the arguments were not sent: only those are sent anyway. */
  const [shownProblems, setShownProblems] = useState<string>()
  const [place, setPlace] = useState<{ readonly offset: number }>()
  const pane = useRef<HTMLElement>(null)
  const problem = 'problem' in reading ? reading.problem : undefined
  const isUnreadable = problem !== undefined && draft.json !== undefined
  // What was wrong with the last that could be read says nothing about what is written now.
  const all = useMemo(() => {
    if (isUnreadable) return NO_FINDINGS
    return verdict.kind === 'fails' ? [...hidden, ...verdict.findings] : hidden
  }, [verdict, hidden, isUnreadable])
  const isForm = draft.mode === 'form'
  const findings = useMemo(() => shownFindings(all, { hasTried, isForm }), [all, hasTried, isForm])
  const hasProblems = all.length > 0 || options.isMetaHidden === true
  const isArmed = hasTried && hasProblems && shownProblems === problemsKey(all, options)
  if (hasTried && isCurrent && !hasProblems) setHasTried(false)
  const focus = useProblemFocus(pane)
  const isReady = state.phase === 'ready'
  const refusal = isReady && isTaskOnly(tool, state.capabilities) ? TASK_ONLY : undefined

  function handleCall(): void {
    if (hasProblem(options)) return setAreOptionsShown(true)
    if (!('args' in reading) || !isReady) return
    const latest = checkAgain(schema, draft.value, refused)
    const isForced = latest.verdict.kind === 'fails'
    const isDoubtful = isForced || latest.hidden.length > 0 || options.isMetaHidden === true
    const found = latest.verdict.kind === 'fails' ? latest.verdict.findings : NO_FINDINGS
    const problems = [...latest.hidden, ...found]
    if (isDoubtful && !(hasTried && problemsKey(problems, options) === shownProblems)) {
      return holdBack(problems)
    }
    setHasTried(isDoubtful)
    const started = startCall({
      serverId: server.id,
      tool: tool.name,
      arguments: reading.args,
      ...(options.meta && { meta: options.meta }),
      ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
      ...(isForced && { isForced })
    })
    void started.then((misfit) => {
      if (!misfit) return
      const verdict = { kind: 'fails', ...misfit, leavesOut: [] } as const
      setRefused({ value: draft.value, verdict })
      holdBack([...latest.hidden, ...misfit.findings])
    })
  }

  /** Shows the problems; the next try sends the arguments all the same. */
  function holdBack(problems: readonly SchemaFinding[]): void {
    setShownProblems(problemsKey(problems, options))
    if (options.isMetaHidden) setAreOptionsShown(true)
    focus.want(problems[0]?.pointer ?? '')
    setHasTried(true)
  }
  useSendShortcut(() => {
    // Another tool may be chosen already, and only not drawn yet.
    const { tool: chosen = tool.name } = useView.getState().places[server.id] ?? {}
    if (refusal === undefined && chosen === tool.name) handleCall()
  })

  /** Of what is there now: a field can change two things before any of them is drawn. */
  function edit(change: (latest: Draft) => Draft): void {
    focus.forget()
    saveDraft(key, change({ ...latestDraft(key, fresh), mode: draft.mode }))
  }

  function handleReplace(args: JsonObject, what: string): void {
    setHasTried(false)
    replaceDraft(key, draft, args, what)
  }
  usePaste(pane, (args) => handleReplace(args, 'The arguments are what you pasted.'))

  function handleGoTo(pointer: string): void {
    if (draft.mode === 'json') setPlace({ offset: offsetOf(jsonOf(draft), pointer) })
    else if (pane.current) focusField(pane.current, pointer)
  }

  const [halfWritten] = halfWrittenIn(draft)
  return (
    <section ref={pane} className={styles['arguments']} aria-label="Arguments">
      <CallBar
        mode={draft.mode}
        noForm={noForm}
        optionCount={setOptions(draft)}
        areOptionsShown={areOptionsShown}
        isArmed={isArmed}
        isReady={isReady}
        refusal={refusal}
        menu={
          <ArgumentsMenu
            examples={() => exampleArguments(schema)}
            text={() => jsonOf(draft)}
            onReset={() => handleReplace(fresh.value, 'The arguments are as at the beginning.')}
            onReplace={handleReplace}
          />
        }
        onMode={(mode) => edit((latest) => ({ ...latest, mode }))}
        onOptions={() => setAreOptionsShown(!areOptionsShown)}
        onCall={handleCall}
      />
      <WhyNotReady server={server} state={state} />
      <AwaitedApprovals serverId={server.id} tool={tool.name} />
      {refusal !== undefined && <TaskOnly onSend={handleCall} />}
      <ReplacedNote draftKey={key} />
      {areOptionsShown && (
        <CallOptions draft={draft} onEdit={edit} onClose={() => setAreOptionsShown(false)}>
          <ToolPolicyField key={tool.name} serverId={server.id} tool={tool.name} />
        </CallOptions>
      )}
      {draft.mode === 'json' ? (
        <ArgumentsJson {...{ schema, draft, problem, noForm, place }} onEdit={edit} />
      ) : isUnreadable ? (
        <UnreadableJson
          problem={problem}
          onBack={() => edit((latest) => ({ ...latest, mode: 'json' }))}
          onTakeLast={() =>
            handleReplace(draft.value, 'The arguments are the last that could be read.')
          }
        />
      ) : (
        <form className={styles['form']} onSubmit={(event) => event.preventDefault()}>
          <SchemaForm
            schema={schema}
            value={draft.value}
            findings={findings}
            scraps={draft.scraps}
            label="Arguments"
            onScraps={(scraps) => edit((latest) => ({ ...latest, scraps }))}
            onChange={(value) => edit((latest) => withValue(latest, isObject(value) ? value : {}))}
          />
        </form>
      )}
      {draft.mode === 'form' &&
        !isUnreadable &&
        problem !== undefined &&
        halfWritten !== undefined && (
          <HalfWritten
            problem={problem}
            onGoTo={() => handleGoTo(halfWritten)}
            onDiscard={() => edit((latest) => withoutScrap(latest, halfWritten))}
          />
        )}
      {!isUnreadable && (
        <ArgumentProblems
          verdict={verdict}
          findings={findings}
          heading={focus.heading}
          onGoTo={handleGoTo}
        />
      )}
      {footer}
    </section>
  )
})

const NO_FINDINGS: readonly SchemaFinding[] = []

function problemsKey(
  findings: readonly SchemaFinding[],
  { isMetaHidden = false }: { readonly isMetaHidden?: boolean }
): string {
  return JSON.stringify([findings, isMetaHidden])
}
