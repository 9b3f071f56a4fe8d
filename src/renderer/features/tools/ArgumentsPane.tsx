import { RotateCcw } from 'lucide-react'
import type { ArgumentsRead, Field } from '../schema-form/fields'
import { SchemaForm } from '../schema-form/SchemaForm'
import { toForm, toJson, newDraft, type Draft } from '../../stores/drafts'
import { Button } from '../../ui/Button'
import { CodeEditor } from '../../ui/CodeEditor'
import { IconButton } from '../../ui/IconButton'
import { Segments } from '../../ui/Segments'
import { ServerText } from '../../ui/ServerText'
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

export function ArgumentsPane({ fields, draft, read, isReady, onDraft, onCall }: Props) {
  function handleMode(mode: Draft['mode']): void {
    const changed = mode === 'json' && draft.mode === 'form' ? toJson(fields, draft) : undefined
    const back = mode === 'form' && draft.mode === 'json' ? toForm(fields, draft) : undefined
    const next = changed ?? back
    if (next) onDraft(next)
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
        <IconButton label="Reset the arguments" onClick={() => onDraft(newDraft(fields))}>
          <RotateCcw aria-hidden="true" size={14} />
        </IconButton>
        <Button
          isPrimary
          shortcut={SHORTCUT}
          aria-keyshortcuts="Control+Enter"
          disabled={!isReady || read.problems.size > 0 || read.jsonProblem !== undefined}
          onClick={onCall}
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
            onChange={(name, text) =>
              onDraft({ ...draft, texts: new Map([...draft.texts, [name, text]]) })
            }
          />
          <Extra names={Object.keys(draft.extra)} />
        </form>
      ) : (
        <>
          <p className={styles['jsonProblem']} role="status">
            {read.jsonProblem}
          </p>
          <div className={styles['editor']}>
            <CodeEditor
              label="Arguments as JSON"
              language="json"
              value={draft.json}
              onChange={(json) => onDraft({ ...draft, json })}
            />
          </div>
        </>
      )}
    </section>
  )
}

const SHORTCUT = navigator.platform.startsWith('Mac') ? '⌘↵' : 'Ctrl ↵'

/** What is sent too, though the form has no field that could show it. */
function Extra({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className={styles['subtle']}>
      Also sent, and shown in JSON only: <ServerText>{names.join(', ')}</ServerText>
    </p>
  )
}
