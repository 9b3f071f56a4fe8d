import type { Json } from '../../../../shared/json/json'
import type { Shape } from '../schema/shape'

/** What every control of a field is given. */
export type ControlProps = {
  readonly id: string
  /** Its accessible name; text from a server in it is made visible. */
  readonly label: string
  /** The name of the property, which often says what is written there. */
  readonly name: string
  readonly shape: Shape
  readonly value: Json | undefined
  readonly isRequired: boolean
  /** False where something always is, such as an item of a list. */
  readonly canBeAbsent: boolean
  readonly isInvalid: boolean
  /** The ids of what is said about it. */
  readonly describedBy: string | undefined
  readonly onChange: (next: Json | undefined) => void
}

/** The attributes by which assistive technology knows a control. */
export function ariaOf({ id, label, isRequired, isInvalid, describedBy }: ControlProps) {
  return {
    id,
    'aria-label': label,
    'aria-invalid': isInvalid,
    'aria-required': isRequired,
    ...(describedBy !== undefined && { 'aria-describedby': describedBy })
  }
}

/** What a control says in place of a value it does not have. */
export function stateWord(value: Json | undefined): string {
  if (value === undefined) return 'left out'
  return value === null ? 'null' : value === '' ? 'empty text' : ''
}
