import { ToggleGroup } from 'radix-ui'
import styles from './controls.module.css'

type Segment<T extends string> = {
  readonly value: T
  readonly label: string
  /** A whole sentence: why it cannot be chosen now. */
  readonly refusal?: string | undefined
}

type Props<T extends string> = {
  readonly label: string
  readonly value: T
  readonly options: readonly Segment<T>[]
  readonly onChange: (value: T) => void
}

/** One of a few, all of them visible. */
export function Segments<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      className={styles['segments']}
      aria-label={label}
      value={value}
      onValueChange={(chosen) => chosen !== '' && onChange(chosen as T)}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className={styles['segment']}
          disabled={option.refusal !== undefined}
          title={option.refusal}
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
