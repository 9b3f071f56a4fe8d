import { visibleText } from '../../../shared/text/visible-text'
import { Field } from './Field'
import styles from './field.module.css'

type Props<T extends string> = {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
  readonly hint?: string | undefined
  readonly problem?: string | undefined
}

/** One of several, of which only the chosen one is visible. */
export function Select<T extends string>(props: Props<T>) {
  const { label, value, options, onChange, hint, problem } = props
  const isKnown = options.some((option) => option.value === value)
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <select
          {...control}
          className={styles['input']}
          value={value}
          onChange={(event) => onChange(event.target.value as T)}
        >
          {!isKnown && <option value={value}>{visibleText(value)}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
