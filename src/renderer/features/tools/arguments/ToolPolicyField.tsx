import { useEffect, useId, useState } from 'react'
import type { ServerId } from '../../../../shared/protocol/ids'
import type { Policy, ToolPolicy } from '../../../../shared/question/inbox'
import { request } from '../../../bridge/bridge'
import { notify } from '../../../stores/window/notices'
import { usePolicies } from '../../../stores/calls/policies'
import { setPolicy } from '../../inbox/item/inbox-actions'
import { POLICY_WORDS, RISK_WORDS, UNSET_WORDS } from '../../inbox/item/inbox-words'
import { PolicySelect } from '../../inbox/item/PolicySelect'
import styles from './arguments.module.css'

type Props = { readonly serverId: ServerId; readonly tool: string }

/** Whether the person is asked before the tool is called. */
export function ToolPolicyField({ serverId, tool }: Props) {
  const id = useId()
  const records = usePolicies((state) => state.records)
  const [known, setKnown] = useState<ToolPolicy>()
  useEffect(() => {
    request('policies.ofTool', { serverId, tool }).then(setKnown, notify)
    // What is set may have been set elsewhere.
  }, [serverId, tool, records])
  const { ofServer, policy, isLost = false } = known ?? {}
  const isUnset = policy === undefined && ofServer === undefined

  return (
    <>
      <label htmlFor={id}>Before a call</label>
      <div>
        <PolicySelect
          id={id}
          aria-describedby={`${id}-note`}
          value={known?.policy}
          unset={
            ofServer
              ? `As for its server: ${POLICY_WORDS[ofServer].toLowerCase()}`
              : UNSET_WORDS.tool
          }
          onChange={(policy) => setPolicy(serverId, tool, policy)}
        />
        <p id={`${id}-note`} className={styles['hint']}>
          {known && `${RISK_WORDS[known.risk.level]}: ${known.risk.reasons.join(' ')} `}
          {wordsOn(isUnset && isLost ? 'lost' : isUnset ? 'unset' : policy)}
        </p>
      </div>
    </>
  )
}

/** Of what holds for whom. */
function wordsOn(what: Policy | 'lost' | 'unset' | undefined): string | undefined {
  switch (what) {
    case 'lost':
      return 'What was set before cannot be read any more, so you are asked each time.'
    case 'unset':
      return 'Your own calls are made at once; what Patchbay calls by itself goes by the risk.'
    case 'once':
      return 'Your own calls are made at once; you are asked once per run about those that Patchbay makes by itself.'
    case 'ask':
    case 'allow':
    case 'deny':
    case undefined:
      return undefined
  }
}
