import { Checkbox } from '../../../ui/controls/Checkbox'
import { ServerText } from '../../../ui/text/ServerText'
import type { Json } from '../../../../shared/json/json'
import type { ControlProps } from './field-control'
import { indexOfValue, type Option } from '../schema/options'
import { isSameJson } from '../schema/same-json'
import styles from './controls.module.css'

type Props = ControlProps & { readonly options: readonly Option[] }

/** A list in which each choice stands at most once, in the order in which they were ticked. */
export function TicksControl({ id, label, options, value, describedBy, onChange }: Props) {
  const items = Array.isArray(value) ? (value as readonly Json[]) : []

  function handleTick(option: Option, isTicked: boolean): void {
    onChange(
      isTicked ? [...items, option.value] : items.filter((item) => !isSameJson(item, option.value))
    )
  }

  return (
    <div
      id={id}
      role="group"
      aria-label={label}
      aria-describedby={describedBy}
      tabIndex={-1}
      className={styles['ticks']}
    >
      {options.map((option, index) => (
        <Checkbox
          key={index}
          isChecked={items.some((item) => isSameJson(item, option.value))}
          onChange={(isTicked) => handleTick(option, isTicked)}
        >
          <ServerText>{option.label}</ServerText>
        </Checkbox>
      ))}
      {items.length === 0 && (
        <span className={styles['word']}>
          {value === undefined ? 'left out' : value === null ? 'null' : 'empty list'}
        </span>
      )}
    </div>
  )
}

/** Whether ticks can show the value exactly as it is. */
export function canTick(options: readonly Option[], value: Json | undefined): boolean {
  if (!Array.isArray(value)) return value === undefined || value === null
  const places = (value as readonly Json[]).map((item) => indexOfValue(options, item))
  return !places.includes(-1) && new Set(places).size === places.length
}
