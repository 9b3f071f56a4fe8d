import { useMemo } from 'react'
import type { Prompt } from '../../../shared/calls/catalogue'
import type { CatalogueChange } from '../../../shared/calls/catalogue-change'
import type { ServerId } from '../../../shared/protocol/ids'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import { visibleText } from '../../../shared/text/visible-text'
import { usePromptAnswer } from '../../stores/calls/prompt-answers'
import { promptDraftKey, savePromptDraft, usePromptDrafts } from '../../stores/kept/prompt-drafts'
import { TwoPanes } from '../../ui/panes/TwoPanes'
import { ServerText } from '../../ui/text/ServerText'
import { DefinitionButton } from '../catalogue/DefinitionButton'
import { ItemChange } from '../catalogue/ItemChange'
import { ItemIcon } from '../catalogue/ItemIcon'
import { cancelPrompt, getPrompt } from './prompt-actions'
import { PromptArguments } from './PromptArguments'
import { PromptResult } from './PromptResult'
import { argumentsOf } from '../../../shared/calls/prompt-arguments'
import styles from './prompts.module.css'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly prompt: Prompt
  readonly change: CatalogueChange['change'] | undefined
}

const NOTHING_WRITTEN = {}

export function PromptPane({ server, state, prompt, change }: Props) {
  const { name } = prompt
  const key = promptDraftKey(server.id, name)
  const draft = usePromptDrafts(({ drafts }) => drafts[key]) ?? NOTHING_WRITTEN
  const asked = useMemo(() => argumentsOf(prompt), [prompt])
  const answer = usePromptAnswer(server.id, name)
  return (
    <article className="ui-pane" aria-label={visibleText(name)}>
      <PromptHeader serverId={server.id} prompt={prompt} />
      <ItemChange
        serverId={server.id}
        kind="prompts"
        itemKey={name}
        change={change}
        item={prompt}
      />
      <div className="ui-fill">
        <TwoPanes
          name="prompt"
          edgeLabel="Width of the arguments"
          first={{
            id: 'arguments',
            minSize: 200,
            defaultSize: '38%',
            children: (
              <PromptArguments
                serverId={server.id}
                state={state}
                name={name}
                asked={asked}
                draft={draft}
                isRunning={answer.runningKey !== undefined}
                onDraft={(changed) => savePromptDraft(key, changed)}
                onGet={() => void getPrompt(server.id, name, draft)}
                onCancel={() => cancelPrompt(server.id, name)}
              />
            )
          }}
          second={{
            id: 'messages',
            minSize: 220,
            children: <PromptResult serverId={server.id} answer={answer} draft={draft} />
          }}
        />
      </div>
    </article>
  )
}

type HeaderProps = { readonly serverId: ServerId; readonly prompt: Prompt }

function PromptHeader({ serverId, prompt }: HeaderProps) {
  const { name, title, description } = prompt
  return (
    <header className={styles['header']}>
      <ItemIcon serverId={serverId} icons={prompt['icons']} />
      <h2 className={styles['name']}>
        <ServerText>{name}</ServerText>
      </h2>
      {typeof title === 'string' && title !== '' && title !== name && (
        <span className="ui-subtle">
          <ServerText>{title}</ServerText>
        </span>
      )}
      <DefinitionButton name={name} item={prompt} />
      {typeof description === 'string' && description !== '' && (
        <p className={styles['description']}>
          <ServerText>{description}</ServerText>
        </p>
      )}
    </header>
  )
}
