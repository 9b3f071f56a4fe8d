import { RotateCcw, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type MouseEvent } from 'react'
import { newDraft, toForm, toJson, type Draft } from '../../stores/drafts'
import { Button } from '../../ui/Button'
import { CodeEditor } from '../../ui/CodeEditor'
import { IconButton } from '../../ui/IconButton'
import { Segments } from '../../ui/Segments'
import { ServerText } from '../../ui/ServerText'
import type { ArgumentsRead, Field } from '../schema-form/fields'
import { SchemaForm } from '../schema-form/SchemaForm'
import styles from './tools.module.css'

type Props = {
  readonly fields: readonly Field[]
  readonly draft: Draft
  readonly read: ArgumentsRead & { readonly jsonProblem?: string }
  readonly isReady: boolean
  readonly onDraft: (draft: Draft) => void
  readonly onCall: () => void
}

const MODES = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' }
] as const

const SHORTCUT = navigator.platform.startsWith('Mac') ? '⌘↵' : 'Ctrl ↵'

export function ArgumentsPane({ fields, draft, read, isReady, onDraft, onCall }: Props) {
  const [beforeReset, setBeforeReset] = useState<Draft>()
  /** What is missing is shown once the person has tried without it. */
  const [hasTried, setHasTried] = useState(false)
  const canSend = read.problems.size === 0 && read.jsonProblem === undefined

  function handleCall(): void {
    setHasTried(!canSend)
    if (canSend && isReady) onCall()
  }
  useCallShortcut(handleCall)

  function handleMode(mode: Draft['mode']): void {
    if (mode === draft.mode) return
    const next = draft.mode === 'form' ? toJson(fields, draft) : toForm(fields, draft)
    if (next) onDraft(next)
  }

  function handleReset(): void {
    const empty = newDraft(fields)
    setBeforeReset(draft)
    setHasTried(false)
    onDraft(draft.mode === 'form' ? empty : toJson(fields, empty))
  }

  function handleEdit(changed: Draft): void {
    setBeforeReset(undefined)
    onDraft(changed)
  }

  return (
    <section className={styles['arguments']} aria-label="Arguments">
      <div className={styles['toolbar']}>
        <Segments
          label="How to write the arguments"
          value={draft.mode}
          options={MODES}
          onChange={handleMode}
        />
        <span className={styles['spring']} />
        {beforeReset ? (
          <IconButton label="Undo the reset" onClick={() => handleEdit(beforeReset)}>
            <Undo2 aria-hidden="true" size={14} />
          </IconButton>
        ) : (
          <IconButton label="Reset the arguments" onClick={handleReset}>
            <RotateCcw aria-hidden="true" size={14} />
          </IconButton>
        )}
        <Button
          isPrimary
          shortcut={SHORTCUT}
          aria-keyshortcuts="Control+Enter"
          disabled={!isReady}
          onClick={(event) => isFirstClick(event) && handleCall()}
        >
          Call
        </Button>
      </div>
      {draft.mode === 'form' ? (
        <form className={styles['form']} onSubmit={(event) => event.preventDefault()}>
          <SchemaForm
            fields={fields}
            texts={draft.texts}
            problems={read.problems}
            hasTried={hasTried}
            onChange={(name, text) =>
              handleEdit({ ...draft, texts: new Map([...draft.texts, [name, text]]) })
            }
          />
          <Extra names={Object.keys(draft.extra)} />
        </form>
      ) : (
        <>
          {read.jsonProblem !== undefined && (
            <p className={styles['jsonProblem']} role="status">
              {read.jsonProblem}
            </p>
          )}
          <LeftOut names={draft.leftOut} />
          <div className={styles['editor']}>
            <CodeEditor
              key={draft.written}
              label="Arguments as JSON"
              language="json"
              value={draft.json}
              onChange={(json) => handleEdit({ ...draft, json })}
            />
          </div>
        </>
      )}
    </section>
  )
}

/** The second click of a double click is not a second call. */
function isFirstClick(event: MouseEvent): boolean {
  return event.detail <= 1
}

/** Works wherever the cursor is; even an editor, which has other plans for the key, does not get it. */
function useCallShortcut(call: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    event.preventDefault()
    event.stopPropagation()
    call()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [])
}

/** What is sent too, though the form has no field that could show it. */
function Extra({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className={styles['subtle']}>
      Also sent, and shown in JSON only: <ServerText>{names.join(', ')}</ServerText>
    </p>
  )
}

function LeftOut({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className={styles['leftOut']}>
      Not in here, because it could not be read in the form:{' '}
      <ServerText>{names.join(', ')}</ServerText>
    </p>
  )
}
