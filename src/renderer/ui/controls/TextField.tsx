import type { InputHTMLAttributes } from 'react'
import { Field } from './Field'
import { useHiddenNote } from '../text/HiddenNote'
import styles from './field.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  /** For what a machine reads: commands, paths, addresses. */
  readonly isCode?: boolean
}

export function TextField({ label, value, onChange, hint, problem, isCode, ...rest }: Props) {
  const hidden = useHiddenNote(value, undefined)
  return (
    <Field label={label} hint={hint} problem={problem}>
      {({ 'aria-describedby': described, ...control }) => (
        <>
          <input
            {...control}
            {...rest}
            aria-describedby={
              [described, hidden.describedBy].filter(Boolean).join(' ') || undefined
            }
            className={styles['input']}
            data-code={isCode === true}
            spellCheck={isCode !== true}
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {hidden.note}
        </>
      )}
    </Field>
  )
}
