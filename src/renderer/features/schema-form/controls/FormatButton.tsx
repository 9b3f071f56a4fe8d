import { CalendarDays, Clock, Dices } from 'lucide-react'
import { useRef } from 'react'
import type { Json } from '../../../../shared/json/json'
import { fromPicker, toPicker, type PickedFormat } from './picked-time'
import styles from './controls.module.css'

type Props = {
  readonly format: string | undefined
  readonly label: string
  readonly value: Json | undefined
  /** Gets a text, or the value again that there was before. */
  readonly onPick: (value: Json | undefined) => void
  readonly onClear: () => void
}

const INPUT_TYPES: Readonly<Record<PickedFormat, string>> = {
  date: 'date',
  time: 'time',
  'date-time': 'datetime-local'
}

/** Beside text of a known format: a way to get one without typing it. What is typed stays as it is. */
export function FormatButton({ format, ...rest }: Props) {
  const { label, onPick } = rest
  if (format === 'uuid') {
    return (
      <button
        type="button"
        className={styles['small']}
        aria-label={`New UUID for ${label}`}
        onClick={() => onPick(crypto.randomUUID())}
      >
        <Dices aria-hidden="true" size={13} />
        New
      </button>
    )
  }
  if (format === 'date' || format === 'time' || format === 'date-time') {
    return <TimePicker format={format} {...rest} />
  }
  return null
}

type PickerProps = Omit<Props, 'format'> & { readonly format: PickedFormat }

/**
 * The picker of the system needs an input of its own, which is only ever seen by it. It begins with
 * what is in the field, and whoever leaves it with Escape has that again, to the letter.
 */
function TimePicker({ format, label, value, onPick, onClear }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const start = useRef<{ readonly value: Json | undefined; readonly picked: string }>(undefined)
  const Icon = format === 'time' ? Clock : CalendarDays

  function handleOpen(): void {
    if (!input.current) return
    input.current.value = toPicker(format, typeof value === 'string' ? value : '')
    // The input leaves out what it does not understand.
    start.current = { value, picked: input.current.value }
    input.current.showPicker()
  }

  function handlePicked(picked: string): void {
    if (picked === start.current?.picked) onPick(start.current.value)
    else if (picked === '') onClear()
    else onPick(fromPicker(format, picked))
  }

  return (
    <span className={styles['picker']}>
      <input
        ref={input}
        type={INPUT_TYPES[format]}
        step={1}
        tabIndex={-1}
        aria-hidden="true"
        className={styles['native']}
        onChange={(event) => handlePicked(event.target.value)}
      />
      <button
        type="button"
        className={styles['small']}
        aria-label={`Pick ${label}`}
        title="Pick from a calendar or clock"
        onClick={handleOpen}
      >
        <Icon aria-hidden="true" size={13} />
      </button>
    </span>
  )
}
