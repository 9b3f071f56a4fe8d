import { useEffect, useId, useState } from 'react'
import type { ServerId } from '../../../shared/ids'
import type { Policy, ToolPolicy } from '../../../shared/inbox'
import { request } from '../../bridge'
import { notify } from '../../stores/notices'
import { POLICY_OPTIONS, RISK_WORDS } from '../inbox/inbox-words'
import styles from './arguments.module.css'

type Props = { readonly serverId: ServerId; readonly tool: string }

/** Whether the person is asked before the tool is called. */
export function ToolPolicyField({ serverId, tool }: Props) {
  const id = useId()
  const [known, setKnown] = useState<ToolPolicy>()
  useEffect(() => {
    request('policy.read', { serverId, tool }).then(setKnown, notify)
  }, [serverId, tool])

  async function handleChange(value: Policy | ''): Promise<void> {
    const change = value === '' ? {} : { policy: value }
    try {
      await request('policy.set', { serverId, tool, ...change })
      setKnown(await request('policy.read', { serverId, tool }))
    } catch (error) {
      notify(error)
    }
  }

  return (
    <>
      <label htmlFor={id}>Before a call</label>
      <div>
        <select
          id={id}
          className={styles['timeout']}
          aria-describedby={`${id}-note`}
          value={known?.policy ?? ''}
          onChange={(event) => void handleChange(event.target.value as Policy | '')}
        >
          {POLICY_OPTIONS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <p id={`${id}-note`} className={styles['note']}>
          {known && `${RISK_WORDS[known.risk.level]}: ${known.risk.reasons.join(' ')} `}
          Without more, your own calls are made at once, and those that Patchbay makes by itself go
          by the risk.
        </p>
      </div>
    </>
  )
}
