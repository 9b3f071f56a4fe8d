import { useState, type FormEvent, type KeyboardEvent } from 'react'
import type { InputField } from '../../shared/question/prompt'
import { WINDOW_RECORDS } from '../../shared/question/window-records'
import { Button } from '../ui/controls/Button'
import { ServerText } from '../ui/text/ServerText'
import { DefinitionLines } from './DefinitionLines'
import { PromptFooter } from './PromptFooter'
import { useShield } from '../ui/attention/use-shield'
import { ValueRow, type GivenValue } from './ValueRow'
import type { PromptProps } from './PromptPage'
import styles from './prompt.module.css'

export function ValuesPrompt({ ask, problem, onAnswer }: PromptProps<'values'>) {
  const { title, intro, lines, fields, explanation } = ask
  const [values, setValues] = useState(
    () => new Map(fields.map((field) => [field.id, initial(field)]))
  )
  const isShielded = useShield()
  const missing = fields.filter(
    ({ id, isOptional }) => isOptional !== true && !values.get(id)?.value
  )

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (missing.length > 0 || isShielded) return
    onAnswer({ kind: 'values', values: Object.fromEntries(values) })
  }

  return (
    <main className="ui-pane">
      <form className="ui-pane" onSubmit={handleSubmit} onKeyDown={submitOnControlEnter}>
        <header className={styles['header']}>
          <h1 className={styles['title']}>
            <ServerText>{title}</ServerText>
          </h1>
          {intro !== undefined && (
            <p className={styles['intro']}>
              <ServerText>{intro}</ServerText>
            </p>
          )}
        </header>
        <div className={styles['content']}>
          {lines && (
            <div className={styles['known']}>
              <DefinitionLines lines={lines} />
            </div>
          )}
          {fields.map((field, index) => (
            <ValueRow
              key={field.id}
              field={field}
              given={values.get(field.id) ?? initial(field)}
              isFirst={index === 0}
              onChange={(given) => setValues((known) => new Map(known).set(field.id, given))}
            />
          ))}
          <p className={styles['explanation']}>{explanation}</p>
        </div>
        <PromptFooter problem={problem} hint={hintOf(missing)}>
          <Button
            title={WINDOW_RECORDS.values.unanswered}
            onClick={() => onAnswer({ kind: 'dismissed' })}
          >
            Cancel
          </Button>
          <Button type="submit" isPrimary disabled={missing.length > 0 || isShielded}>
            Use
          </Button>
        </PromptFooter>
      </form>
    </main>
  )
}

function initial({ defaultValue, options }: InputField): GivenValue {
  const isPossible = options === undefined || options.includes(defaultValue ?? '')
  return { value: isPossible ? (defaultValue ?? '') : '', isRemembered: false }
}

function hintOf(missing: readonly InputField[]): string {
  const [first] = missing
  if (!first) return ''
  if (missing.length > 1) return `${missing.length} values are still empty.`
  return 'A value is still empty.'
}

/** In a text of several lines Enter alone begins the next one. */
function submitOnControlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
