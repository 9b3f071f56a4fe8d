import { POLICIES, type Policy } from '../../../shared/inbox'
import controls from '../../ui/controls.module.css'
import { POLICY_WORDS } from './inbox-words'

type Props = {
  /** Of the control, where a label of its own belongs to it. */
  readonly id?: string
  readonly 'aria-label'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
  readonly value: Policy | undefined
  /** All there are, if it does not say. */
  readonly policies?: readonly Policy[] | undefined
  /** What holds where nothing is set, in words. */
  readonly unset: string
  readonly onChange: (policy: Policy | undefined) => void
}

/** What happens before a call. */
export function PolicySelect(props: Props) {
  const { value, policies = POLICIES, unset, onChange, ...control } = props
  return (
    <select
      {...control}
      className={`${controls['input']} ${controls['select']}`}
      value={value ?? ''}
      onChange={({ target }) => onChange(policies.find((policy) => policy === target.value))}
    >
      <option value="">{unset}</option>
      {policies.map((policy) => (
        <option key={policy} value={policy}>
          {POLICY_WORDS[policy]}
        </option>
      ))}
    </select>
  )
}
