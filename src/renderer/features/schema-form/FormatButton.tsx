import { CalendarDays, Clock, Dices } from 'lucide-react'
import { useRef } from 'react'
import { fromPicker, type PickedFormat } from './picked-time'
import styles from './controls.module.css'

type Props = {
  readonly format: string | undefined
  readonly label: string
  readonly onPick: (text: string) => void
}

const INPUT_TYPES: Readonly<Record<PickedFormat, string>> = {
  date: 'date',
  time: 'time',
  'date-time': 'datetime-local'
}

/** Beside text of a known format: a way to get one without typing it. What is typed stays as it is. */
export function FormatButton({ format, label, onPick }: Props) {
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
    return <TimePicker format={format} label={label} onPick={onPick} />
  }
  return null
}

type PickerProps = Omit<Props, 'format'> & { readonly format: PickedFormat }

/** The picker of the system needs an input of its own, which is only ever seen by it. */
function TimePicker({ format, label, onPick }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const Icon = format === 'time' ? Clock : CalendarDays
  return (
    <span className={styles['picker']}>
      <input
        ref={input}
        type={INPUT_TYPES[format]}
        step={1}
        tabIndex={-1}
        aria-hidden="true"
        className={styles['unseen']}
        onChange={(event) =>
          event.target.value !== '' && onPick(fromPicker(format, event.target.value))
        }
      />
      <button
        type="button"
        className={styles['small']}
        aria-label={`Pick ${label}`}
        title="Pick from a calendar or clock"
        onClick={() => input.current?.showPicker()}
      >
        <Icon aria-hidden="true" size={13} />
      </button>
    </span>
  )
}
