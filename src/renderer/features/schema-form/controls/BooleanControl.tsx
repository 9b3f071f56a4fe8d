import { Segments } from '../../../ui/controls/Segments'
import type { ControlProps } from './field-control'
import styles from './controls.module.css'

type Answer = 'left out' | 'true' | 'false'

const ANSWERS = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' }
] as const
const ANSWERS_OR_NONE = [{ value: 'left out', label: 'left out' }, ...ANSWERS] as const

export function BooleanControl(props: ControlProps) {
  const { id, label, value, isRequired, canBeAbsent, describedBy, onChange } = props
  const isOptional = canBeAbsent && !isRequired
  const answer = typeof value === 'boolean' ? String(value) : isOptional ? 'left out' : ''
  return (
    <div id={id} className={styles['line']} tabIndex={-1} aria-describedby={describedBy}>
      <Segments<Answer>
        label={label}
        value={(value === null ? '' : answer) as Answer}
        options={isOptional ? ANSWERS_OR_NONE : ANSWERS}
        onChange={(chosen) => onChange(chosen === 'left out' ? undefined : chosen === 'true')}
      />
      {(value === null || (value === undefined && !isOptional)) && (
        <span className={styles['word']}>{value === null ? 'null' : 'left out'}</span>
      )}
    </div>
  )
}
