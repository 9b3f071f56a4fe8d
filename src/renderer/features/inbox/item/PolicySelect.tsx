import { useState } from 'react'
import { POLICIES, type Policy } from '../../../../shared/question/inbox'
import controls from '../../../ui/controls/controls.module.css'
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

/**
 * What happens before a call. Whoever goes through it by keys passes others on their way, and sets only
 * the one at which they leave it, or press Enter.
 */
export function PolicySelect(props: Props) {
  const { value, policies = POLICIES, unset, onChange, ...control } = props
  const [passed, setPassed] = useState<{ readonly policy: Policy | undefined }>()
  const [isByKey, setIsByKey] = useState(false)

  function commit(): void {
    if (passed && passed.policy !== value) onChange(passed.policy)
    setPassed(undefined)
  }

  return (
    <select
      {...control}
      className={`ui-input ${controls['select']}`}
      value={(passed ? passed.policy : value) ?? ''}
      onPointerDown={() => setIsByKey(false)}
      onKeyDown={({ key }) => {
        setIsByKey(true)
        if (key === 'Enter') commit()
        if (key === 'Escape') setPassed(undefined)
      }}
      onBlur={commit}
      onChange={({ target }) => {
        const policy = policies.find((one) => one === target.value)
        if (isByKey) setPassed({ policy })
        else onChange(policy)
      }}
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
