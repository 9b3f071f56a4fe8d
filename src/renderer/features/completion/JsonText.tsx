import { useState, type Ref } from 'react'
import { fromJson } from '../../../shared/json/json'
import { visibleText } from '../../../shared/text/visible-text'
import { useHiddenNote } from '../../ui/text/HiddenNote'
import styles from './completion.module.css'

type Props = {
  readonly ref: Ref<HTMLTextAreaElement>
  readonly label: string
  readonly value: string
  readonly isRequired: boolean
  readonly isInvalid: boolean
  readonly describedBy: string | undefined
  readonly onChange: (value: string) => void
}

/** A text as JSON, because a field would change it by holding it. */
export function JsonText({ ref, label, value, onChange, ...rest }: Props) {
  /** While the person writes, it need not be readable. */
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? JSON.stringify(value)
  const { describedBy, note } = useHiddenNote(shown, rest.describedBy)
  const isReadable = readText(shown) !== undefined

  function handleChange(text: string): void {
    setTyped(text)
    const read = readText(text)
    if (read !== undefined) onChange(read)
  }

  return (
    <div className={styles['json']}>
      <p className={styles['failure']}>
        It is written as JSON, because a field would change the ends of its lines.
      </p>
      <textarea
        ref={ref}
        className={styles['lines']}
        aria-label={`${visibleText(label)} as JSON`}
        aria-required={rest.isRequired}
        aria-invalid={rest.isInvalid || !isReadable}
        aria-describedby={describedBy}
        value={shown}
        spellCheck={false}
        autoComplete="off"
        onBlur={() => isReadable && setTyped(undefined)}
        onChange={(event) => handleChange(event.target.value)}
      />
      {note}
      {!isReadable && (
        <p className="ui-problem">
          This is not a text in double quotes. Until it is, what was there before is kept.
        </p>
      )}
    </div>
  )
}

function readText(json: string): string | undefined {
  try {
    const value: unknown = fromJson(json)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined // it is still being written
  }
}
