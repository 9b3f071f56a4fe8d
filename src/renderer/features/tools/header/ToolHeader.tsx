import { memo, useDeferredValue, useMemo } from 'react'
import { claimsOf, descriptionOf, titleOf, type Tool } from '../../../../shared/calls/catalogue'
import type { ServerId } from '../../../../shared/protocol/ids'
import { isSchemaInvalid, schemaFaultLabel } from '../../../../shared/verdicts/verdicts'
import { policiesOf, policyFor, usePolicies } from '../../../stores/calls/policies'
import { MixedLetters } from '../../../ui/text/MixedLetters'
import { ServerText } from '../../../ui/text/ServerText'
import { DefinitionButton } from '../../catalogue/DefinitionButton'
import { ItemIcon } from '../../catalogue/ItemIcon'
import { Description } from './Description'
import { policyMarkWords } from '../list/PolicyMark'
import { Remarks } from './Remarks'
import { badgesOf } from '../list/tool-badges'
import styles from './tool-header.module.css'

type Props = {
  readonly serverId: ServerId
  readonly tool: Tool
}

/** What a tool is, by its server's words, and what Patchbay has to say about it. */
export const ToolHeader = memo(function ToolHeader({ serverId, tool }: Props) {
  const title = titleOf(tool)
  const description = descriptionOf(tool)
  const claims = claimsOf(tool)
  return (
    <header className={styles['header']}>
      <div className={styles['line']}>
        <ItemIcon serverId={serverId} icons={tool['icons']} />
        <h2 className={styles['name']}>
          <ServerText>{tool.name}</ServerText>
        </h2>
        <MixedLetters name={tool.name} />
        {title !== tool.name && (
          <span className={styles['subtle']}>
            <ServerText>{title}</ServerText>
          </span>
        )}
        {claims.length > 0 && (
          <span
            className={styles['small']}
            title="The server says so. Patchbay has not checked it."
          >
            {claims.join(' · ')} <i>(server says)</i>
          </span>
        )}
        <PolicyBadge serverId={serverId} tool={tool.name} />
        {badgesOf(tool).map(({ kind, words }) => (
          <span key={kind} className="ui-badge">
            {words}
          </span>
        ))}
        <span className={styles['spring']} />
        <Findings tool={tool} />
        <DefinitionButton name={tool.name} item={tool} />
      </div>
      {description !== undefined && <Description text={description} />}
    </header>
  )
})

function PolicyBadge({ serverId, tool }: { readonly serverId: ServerId; readonly tool: string }) {
  const policy = usePolicies(({ records }) => policyFor(policiesOf(records, serverId), tool))
  if (!policy) return null
  return (
    <span className="ui-badge" title="You have set this, under Options or for the server.">
      {policyMarkWords(policy)}
    </span>
  )
}

/** Comes a moment after the rest: looking at a schema takes time, and nobody waits for it. */
function Findings({ tool }: { readonly tool: Tool }) {
  const examined = useDeferredValue<Tool | undefined>(tool, undefined)
  const fault = useMemo(() => examined && isSchemaInvalid(examined), [examined])
  if (!examined) return null
  return (
    <>
      {fault !== undefined && (
        <span className={styles['fault']} title={fault}>
          {schemaFaultLabel(examined)}
        </span>
      )}
      <Remarks tool={examined} />
    </>
  )
}
