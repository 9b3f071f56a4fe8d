import { useId, type ReactNode } from 'react'
import styles from './field.module.css'

/** What the control inside has to carry, so that the label and the problem belong to it. */
export type ControlProps = {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby'?: string
}

type Props = {
  readonly label: string
  readonly hint?: string | undefined
  /** A whole sentence: what is wrong with what is written. */
  readonly problem?: string | undefined
  readonly children: (props: ControlProps) => ReactNode
}

/** A label, one control, and what there is to say about it. */
export function Field({ label, hint, problem, children }: Props) {
  const id = useId()
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(problem === undefined ? [] : [`${id}-problem`])
  ].join(' ')
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['content']}>
        {children({
          id,
          'aria-invalid': problem !== undefined,
          ...(described !== '' && { 'aria-describedby': described })
        })}
        {hint !== undefined && (
          <p id={`${id}-hint`} className="ui-hint">
            {hint}
          </p>
        )}
        <Problem id={`${id}-problem`} text={problem} />
      </div>
    </div>
  )
}

type GroupProps = {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly children: ReactNode
}

/** A label over several controls that have names of their own. */
export function FieldGroup({ label, hint, problem, children }: GroupProps) {
  const id = useId()
  return (
    <div className={styles['field']} role="group" aria-labelledby={id}>
      <span id={id} className={styles['label']}>
        {label}
      </span>
      <div className={styles['content']}>
        {children}
        {hint !== undefined && <p className="ui-hint">{hint}</p>}
        <Problem id={`${id}-problem`} text={problem} />
      </div>
    </div>
  )
}

function Problem({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p id={id} className="ui-problem">
      {text}
    </p>
  )
}
