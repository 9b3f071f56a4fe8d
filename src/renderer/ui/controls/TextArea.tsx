import type { TextareaHTMLAttributes } from 'react'
import { useHiddenNote } from '../text/HiddenNote'

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> & {
  readonly 'aria-label': string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** For several lines, some of which a server may have written. */
export function TextArea({ value, onChange, ...rest }: Props) {
  const { describedBy, note } = useHiddenNote(value, rest['aria-describedby'])
  return (
    <div>
      <textarea
        {...rest}
        aria-describedby={describedBy}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {note}
    </div>
  )
}
