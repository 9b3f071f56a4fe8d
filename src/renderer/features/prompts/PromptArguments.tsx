import { useId, useRef, useState } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import type { SessionState } from '../../../shared/servers/session-state'
import type { PromptDraft } from '../../stores/kept/prompt-drafts'
import { Button } from '../../ui/controls/Button'
import { count } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { useWantedFocus } from '../catalogue/use-wanted-focus'
import { CompletionField } from '../completion/CompletionField'
import type { Completed } from '../completion/use-completion'
import pane from '../exchange/exchange-pane.module.css'
import { SEND_SHORTCUT, useSendShortcut } from '../exchange/use-send-shortcut'
import type { argumentsOf, PromptArgument } from '../../../shared/calls/prompt-arguments'
import styles from './prompts.module.css'

type Props = {
  readonly serverId: ServerId
  readonly state: SessionState
  readonly name: string
  readonly asked: ReturnType<typeof argumentsOf>
  readonly draft: PromptDraft
  readonly isRunning: boolean
  readonly onDraft: (draft: PromptDraft) => void
  readonly onGet: () => void
  readonly onCancel: () => void
}

/** The arguments of a prompt. What is required and missing can be left out on purpose. */
export function PromptArguments(props: Props) {
  const { serverId, state, name, asked, draft, isRunning, onDraft, onGet, onCancel } = props
  const form = useRef<HTMLFormElement>(null)
  const [hasTried, setHasTried] = useState(false)
  const isReady = state.phase === 'ready'
  const missing = asked.known.filter(
    (argument) => argument.isRequired && !Object.hasOwn(draft, argument.name)
  )
  const isForced = hasTried && missing.length > 0
  const unknown = Object.keys(draft).filter(
    (written) => !asked.known.some((argument) => argument.name === written)
  )
  const isCompleting = isReady && 'completions' in state.capabilities
  const completed: Completed | undefined = isCompleting
    ? { serverId, ref: { type: 'ref/prompt', name }, context: draft }
    : undefined
  useWantedFocus(() => {
    const field = form.current?.querySelector<HTMLElement>('input, textarea')
    return field ?? form.current?.closest('section')?.querySelector<HTMLElement>('button')
  })

  function handleGet(): void {
    if (!isReady || isRunning) return
    if (missing.length > 0 && !hasTried) {
      setHasTried(true)
      focusMissing(form.current)
      return
    }
    onGet()
  }
  useSendShortcut(handleGet)

  return (
    <section className="ui-pane" aria-label="Arguments">
      <div className={pane['toolbar']}>
        <Button
          isPrimary
          shortcut={SEND_SHORTCUT}
          aria-keyshortcuts="Control+Enter"
          disabled={!isReady || isRunning}
          title={isReady ? undefined : 'The server is not open.'}
          onClick={handleGet}
        >
          {isForced ? 'Get anyway' : 'Get'}
        </Button>
        {isRunning && <Button onClick={onCancel}>Cancel</Button>}
        {isForced && (
          <span className="ui-problem" role="status">
            {count(missing.length, 'required argument')} left out
          </span>
        )}
      </div>
      <form
        ref={form}
        className={styles['form']}
        aria-label="Arguments of the prompt"
        onSubmit={(event) => event.preventDefault()}
      >
        {asked.known.length === 0 && <p className="ui-subtle">It takes no arguments.</p>}
        {asked.known.map((argument) => (
          <ArgumentField
            key={argument.name}
            argument={argument}
            value={Object.hasOwn(draft, argument.name) ? draft[argument.name] : undefined}
            isMissing={hasTried && missing.includes(argument)}
            completed={completed}
            onChange={(value) => onDraft(withArgument(draft, argument.name, value))}
          />
        ))}
        {unknown.map((extra) => (
          <p key={extra} className={styles['stray']}>
            The prompt no longer knows{' '}
            <code>
              <ServerText>{extra}</ServerText>
            </code>
            , but it is sent.{' '}
            <button type="button" onClick={() => onDraft(withArgument(draft, extra, undefined))}>
              Leave it out
            </button>
          </p>
        ))}
        {asked.strays > 0 && (
          <p className={styles['stray']}>
            {count(asked.strays, 'argument')} the server lists cannot be filled in: without a name,
            or twice.
          </p>
        )}
      </form>
    </section>
  )
}

type FieldProps = {
  readonly argument: PromptArgument
  readonly value: string | undefined
  readonly isMissing: boolean
  readonly completed: Completed | undefined
  readonly onChange: (value: string | undefined) => void
}

function ArgumentField({ argument, value, isMissing, completed, onChange }: FieldProps) {
  const { name, title, description, isRequired } = argument
  const id = useId()
  return (
    <div className={styles['field']}>
      <p className={styles['fieldName']}>
        <code>
          <ServerText>{name}</ServerText>
        </code>
        {isRequired && (
          <span className={styles['required']} title="The server says that it is required">
            required
          </span>
        )}
        {title !== undefined && (
          <span className="ui-subtle">
            <ServerText>{title}</ServerText>
          </span>
        )}
      </p>
      <CompletionField
        name={name}
        value={value}
        isRequired={isRequired}
        isInvalid={isMissing}
        hasLines
        describedBy={`${id}-about`}
        completed={completed}
        onChange={onChange}
      />
      <p id={`${id}-about`} className={styles['about']}>
        {isMissing && <span className="ui-problem">It is required, and left out. </span>}
        {description !== undefined && <ServerText>{description}</ServerText>}
      </p>
    </div>
  )
}

function focusMissing(form: HTMLFormElement | null): void {
  const required = form?.querySelectorAll<HTMLInputElement>('[aria-required="true"]') ?? []
  ;[...required].find(({ value }) => value === '')?.focus()
}

/** An own member whatever the name, even where objects have one of that name by birth. */
function withArgument(draft: PromptDraft, name: string, value: string | undefined): PromptDraft {
  const others = Object.entries(draft).filter(([known]) => known !== name)
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]])
}
