import { useRef } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import type { SessionState } from '../../../shared/servers/session-state'
import { variablesOf, type UriTemplate } from '../../../shared/protocol/uri-template'
import type { TemplateDraft } from '../../stores/kept/template-drafts'
import { ServerText } from '../../ui/text/ServerText'
import { useWantedFocus } from '../catalogue/use-wanted-focus'
import type { Completed } from '../completion/use-completion'
import { contextOf, withVariable, writtenIn } from './template-values'
import { VariableField } from './VariableField'
import styles from './resources.module.css'

type Props = {
  readonly serverId: ServerId
  readonly state: SessionState
  readonly uriTemplate: string
  readonly template: UriTemplate
  readonly draft: TemplateDraft
  readonly onDraft: (draft: TemplateDraft) => void
}

/** One field for each variable of a template. */
export function VariablesForm({ serverId, state, uriTemplate, template, draft, onDraft }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useWantedFocus(() => form.current?.querySelector<HTMLElement>('input, textarea'))
  const variables = variablesOf(template)
  const isCompleting = state.phase === 'ready' && 'completions' in state.capabilities
  const completed: Completed | undefined = isCompleting
    ? { serverId, ref: { type: 'ref/resource', uri: uriTemplate }, context: contextOf(draft) }
    : undefined
  return (
    <form
      ref={form}
      className={styles['variables']}
      aria-label="Variables"
      onSubmit={(event) => event.preventDefault()}
    >
      {variables.length === 0 && (
        <p className={styles['hint']}>It has no variables: it is a URI as it stands.</p>
      )}
      {variables.map((variable) => (
        <VariableField
          key={variable.name}
          variable={variable}
          written={writtenIn(draft, variable.name)}
          completed={completed}
          onChange={(written) => onDraft(withVariable(draft, variable.name, written))}
        />
      ))}
      {template.remarks.map((remark) => (
        <p key={remark} className={styles['remark']}>
          <ServerText>{remark}</ServerText>
        </p>
      ))}
    </form>
  )
}
