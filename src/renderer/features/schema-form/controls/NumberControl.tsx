import { useState } from 'react'
import { isNumber, numberFrom, type ExactNumber } from '../../../../shared/json/exact-number'
import { useHiddenNote } from '../../../ui/text/HiddenNote'
import { ariaOf, stateWord, type ControlProps } from './field-control'
import styles from './controls.module.css'

/** What is no number yet is kept, and sent, as the text that was typed. */
export function NumberControl(props: ControlProps) {
  const { shape, value, canBeAbsent, onChange } = props
  /** While the person writes: "1." and "1e5" are numbers, but not how a number would be written. */
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? textOf(value)
  const { describedBy, note } = useHiddenNote(shown, props.describedBy)
  const isInteger = shape.field.kind === 'number' && shape.field.isInteger

  function handleChange(text: string): void {
    setTyped(text)
    if (text === '') onChange(canBeAbsent ? undefined : null)
    else onChange(numberFrom(text) ?? text)
  }

  return (
    <>
      <div className={styles['line']}>
        <input
          {...ariaOf({ ...props, describedBy })}
          className={styles['input']}
          data-number="true"
          inputMode={isInteger ? 'numeric' : 'decimal'}
          value={shown}
          placeholder={typed === undefined ? stateWord(value) : ''}
          spellCheck={false}
          autoComplete="off"
          onFocus={() => setTyped(textOf(value))}
          onBlur={() => setTyped(undefined)}
          onChange={(event) => handleChange(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && event.preventDefault()}
        />
        {typeof value === 'string' && <AsText text={value} onNumber={onChange} />}
      </div>
      {note}
    </>
  )
}

type AsTextProps = {
  readonly text: string
  readonly onNumber: (number: number | ExactNumber) => void
}

/** The text "5" looks like the number 5, and is not the same to a server. */
function AsText({ text, onNumber }: AsTextProps) {
  const meant = numberFrom(text)
  return (
    <>
      <span className={styles['tag']} title="It is sent as text, in quotes.">
        text
      </span>
      {meant !== undefined && (
        <button type="button" className={styles['small']} onClick={() => onNumber(meant)}>
          Make it a number
        </button>
      )}
    </>
  )
}

function textOf(value: ControlProps['value']): string {
  return isNumber(value) || typeof value === 'string' ? String(value) : ''
}
