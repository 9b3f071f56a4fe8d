import type { Json } from '../../../../shared/json/json'
import { ServerText } from '../../../ui/text/ServerText'
import type { ControlProps } from './field-control'
import { shortJson } from '../schema/hints'
import { isSameJson } from '../schema/same-json'
import styles from './controls.module.css'

type Props = ControlProps & { readonly only: Json }

/** Where the schema allows a single value, there is only whether it is sent. */
export function FixedControl({ id, label, only, value, isRequired, canBeAbsent, ...rest }: Props) {
  const isIt = value !== undefined && isSameJson(value, only)
  const written = typeof only === 'string' ? only : shortJson(only)
  return (
    <div
      id={id}
      role="group"
      aria-label={label}
      aria-describedby={rest.describedBy}
      tabIndex={-1}
      className={styles['line']}
    >
      <code className={styles['fixed']} data-absent={!isIt}>
        <ServerText>{written === '' ? '""' : written}</ServerText>
      </code>
      {!isIt && (
        <>
          <span className={styles['word']}>
            {value === undefined ? 'left out' : <ServerText>{`is ${shortJson(value)}`}</ServerText>}
          </span>
          <button type="button" className={styles['small']} onClick={() => rest.onChange(only)}>
            Set
          </button>
        </>
      )}
      {isIt && canBeAbsent && !isRequired && (
        <button type="button" className={styles['small']} onClick={() => rest.onChange(undefined)}>
          Leave out
        </button>
      )}
    </div>
  )
}
