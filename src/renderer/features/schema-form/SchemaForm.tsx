import { useId } from 'react'
import { ServerText } from '../../ui/ServerText'
import { visibleText } from '../../../shared/visible-text'
import type { Field, Texts } from './fields'
import styles from './schema-form.module.css'

type Props = {
  readonly fields: readonly Field[]
  readonly texts: Texts
  readonly problems: ReadonlyMap<string, string>
  /** Until then, a field that was left empty is not yet wrong. */
  readonly hasTried: boolean
  readonly onChange: (name: string, text: string) => void
}

export function SchemaForm({ fields, texts, problems, hasTried, onChange }: Props) {
  if (fields.length === 0) return <p className={styles['none']}>This tool takes no arguments.</p>
  return fields.map((field) => (
    <FieldRow
      key={field.name}
      field={field}
      text={texts.get(field.name) ?? ''}
      problem={hasTried || texts.has(field.name) ? problems.get(field.name) : undefined}
      onChange={(text) => onChange(field.name, text)}
    />
  ))
}

type RowProps = {
  readonly field: Field
  readonly text: string
  readonly problem: string | undefined
  readonly onChange: (text: string) => void
}

function FieldRow({ field, text, problem, onChange }: RowProps) {
  const id = useId()
  const hint = hintOf(field)
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        <ServerText>{field.name}</ServerText>
        {field.isRequired && <span className={styles['required']}> required</span>}
        <span className={styles['hint']}>{visibleText(hint)}</span>
      </label>
      <Widget id={id} field={field} text={text} problem={problem} onChange={onChange} />
      {field.description !== undefined && (
        <p className={styles['description']}>
          <ServerText>{field.description}</ServerText>
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles['problem']}>
          {problem}
        </p>
      )}
    </div>
  )
}

function hintOf(field: Field): string {
  if (field.kind === 'json') return `JSON, because it is ${field.why}`
  if (field.kind === 'choice') return ''
  return field.kind
}

function Widget({ id, field, text, problem, onChange }: RowProps & { readonly id: string }) {
  const common = {
    id,
    value: text,
    className: styles['control'],
    'aria-invalid': problem !== undefined,
    'aria-required': field.isRequired,
    ...(problem !== undefined && { 'aria-describedby': `${id}-problem` }),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value)
  }
  if (field.kind === 'choice') {
    return (
      <select {...common}>
        <option value="">{field.isRequired ? 'choose one' : 'not sent'}</option>
        {field.choices.map(({ label }, index) => (
          <option key={index} value={index}>
            {visibleText(label)}
          </option>
        ))}
      </select>
    )
  }
  const placeholder = field.isRequired ? undefined : 'not sent'
  if (field.kind === 'number' || field.kind === 'integer') {
    return <input {...common} placeholder={placeholder} inputMode="decimal" spellCheck={false} />
  }
  return (
    <textarea
      {...common}
      rows={field.kind === 'json' ? 3 : 1}
      placeholder={placeholder}
      spellCheck={false}
      data-kind={field.kind}
    />
  )
}
