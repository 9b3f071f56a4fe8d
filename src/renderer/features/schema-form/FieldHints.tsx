import type { Json } from '../../../shared/json/json'
import { ServerText } from '../../ui/text/ServerText'
import { constraintHints, shortJson } from './schema/hints'
import { isSameJson } from './schema/same-json'
import { valueIn, type SchemaObject } from './schema/schema-object'
import type { Shape } from './schema/shape'
import styles from './schema-form.module.css'

type Props = {
  readonly shape: Shape
  /** What was said about the same place already. */
  readonly said: SchemaObject
  readonly value: Json | undefined
  readonly onChange: (next: Json) => void
}

/** What is asked of a value, and what the schema names as the usual one. */
export function FieldHints({ shape, said, value, onChange }: Props) {
  const before = constraintHints(said)
  const hints = [...constraintHints(shape.schema), ...shape.demands].filter(
    (hint) => !before.includes(hint)
  )
  const fallback = Object.hasOwn(said, 'default') ? undefined : valueIn(shape.schema, 'default')
  const isDefault = fallback !== undefined && isSameJson(fallback, value)
  if (hints.length === 0 && (fallback === undefined || isDefault)) return null
  return (
    <p className={styles['hint']}>
      <ServerText>{hints.join(' · ')}</ServerText>
      {fallback !== undefined && !isDefault && (
        <>
          {hints.length > 0 && ' · '}
          default <code>{<ServerText>{shortJson(fallback)}</ServerText>}</code>, the schema says
          <button type="button" className={styles['link']} onClick={() => onChange(fallback)}>
            Use it
          </button>
        </>
      )}
    </p>
  )
}
