import { useEffect, useRef, type InputHTMLAttributes, type ReactNode } from 'react'
import styles from './checkbox.module.css'

type Props = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'checked' | 'onChange' | 'children'
> & {
  /** `some` when it stands for several of which not all are ticked. */
  readonly isChecked: boolean | 'some'
  readonly onChange: (isChecked: boolean) => void
  /** Without it the box needs an `aria-label`. */
  readonly children?: ReactNode
}

export function Checkbox({ isChecked, onChange, children, ...rest }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const isMixed = isChecked === 'some'
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  }, [isMixed])
  const input = (
    <input
      ref={box}
      type="checkbox"
      className={styles['box']}
      checked={isChecked === true}
      onChange={(event) => onChange(event.target.checked)}
      {...rest}
    />
  )
  if (children === undefined) return input
  return (
    <label className={styles['labelled']}>
      {input}
      <span>{children}</span>
    </label>
  )
}
