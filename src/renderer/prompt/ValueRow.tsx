import { useId, useState, type ClipboardEvent } from 'react'
import type { InputField } from '../../shared/question/prompt'
import { visibleText } from '../../shared/text/visible-text'
import { Button } from '../ui/controls/Button'
import { ServerText } from '../ui/text/ServerText'
import styles from './prompt.module.css'

export type GivenValue = { readonly value: string; readonly isRemembered: boolean }

type Props = {
  readonly field: InputField
  readonly given: GivenValue
  readonly isFirst: boolean
  readonly onChange: (given: GivenValue) => void
}

export function ValueRow({ field, given, isFirst, onChange }: Props) {
  const id = useId()
  const { label, description, askedBy, canRemember, isOptional } = field
  return (
    <div className={styles['field']}>
      <label className={styles['fieldLabel']} htmlFor={id}>
        <ServerText>{label}</ServerText>
        {isOptional === true && ' (optional)'}
      </label>
      <p id={`${id}-about`} className={styles['about']}>
        {description !== undefined && (
          <>
            <ServerText>{description}</ServerText>{' '}
          </>
        )}
        <span>
          Asked by <ServerText>{askedBy}</ServerText>.
        </span>
      </p>
      <ValueInput
        id={id}
        field={field}
        value={given.value}
        isFirst={isFirst}
        onChange={(value) => onChange({ ...given, value })}
      />
      {canRemember && (
        <label className={styles['remember']}>
          <input
            type="checkbox"
            checked={given.isRemembered}
            onChange={(event) => onChange({ ...given, isRemembered: event.target.checked })}
          />
          Remember as a secret
        </label>
      )}
    </div>
  )
}

type InputProps = {
  readonly id: string
  readonly field: InputField
  readonly value: string
  readonly isFirst: boolean
  readonly onChange: (value: string) => void
}

function ValueInput({ id, field, value, isFirst, onChange }: InputProps) {
  const [isShown, setIsShown] = useState(!field.isSecret)
  const [hasLines, setHasLines] = useState(false)
  const common = {
    id,
    value,
    autoFocus: isFirst,
    'aria-describedby': `${id}-about`,
    'aria-required': field.isOptional !== true,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value)
  }
  const typed = { ...common, autoComplete: 'off', spellCheck: false }

  /** A one-line input would silently take the line ends out of a key. */
  function handlePaste(event: ClipboardEvent<HTMLInputElement>): void {
    const text = event.clipboardData.getData('text')
    if (!/[\r\n]/.test(text.trim())) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    const start = selectionStart ?? value.length
    setHasLines(true)
    onChange(value.slice(0, start) + text + value.slice(selectionEnd ?? start))
  }

  if (field.options) {
    return (
      <select {...common} className="ui-input">
        <option value="">choose one</option>
        {field.options.map((option, index) => (
          <option key={index} value={option}>
            {visibleText(option)}
          </option>
        ))}
      </select>
    )
  }
  return (
    <div className={styles['typed']}>
      {hasLines ? (
        <textarea {...typed} rows={4} className={styles['several']} data-is-masked={!isShown} />
      ) : (
        <input
          {...typed}
          type={isShown ? 'text' : 'password'}
          className="ui-input"
          onPaste={handlePaste}
        />
      )}
      {field.isSecret && (
        <Button
          aria-pressed={isShown}
          aria-label={`Show ${visibleText(field.label)}`}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </Button>
      )}
    </div>
  )
}
