import { RotateCw } from 'lucide-react'
import { useMemo } from 'react'
import { Panel } from 'react-resizable-panels'
import type { Catalogue } from '../../../shared/catalogue'
import type { ServerSummary } from '../../../shared/server-config'
import type { SessionState } from '../../../shared/session-state'
import { useSession } from '../../stores/sessions'
import { goTo, usePlace, wantArguments } from '../../stores/view'
import { EmptyState } from '../../ui/EmptyState'
import { IconButton } from '../../ui/IconButton'
import { PaneBoundary } from '../../ui/PaneBoundary'
import { PanelEdge, Panels } from '../../ui/Panels'
import { Skeleton } from '../../ui/Skeleton'
import { changesOf } from '../catalogue/changes-of'
import { NothingListed } from '../catalogue/NothingListed'
import { matching } from '../catalogue/matching'
import { refreshCatalogue } from '../servers/session-actions'
import { PromptList } from './PromptList'
import { PromptPane } from './PromptPane'
import styles from './prompts.module.css'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly catalogue: Catalogue
}

export function PromptsPane({ server, state, catalogue }: Props) {
  const place = usePlace(server.id)
  const { prompts, isLoading } = catalogue
  const { changes } = useSession(server.id)
  const changed = useMemo(() => changesOf(changes, 'prompts'), [changes])
  const shown = useMemo(() => matching(prompts, place.promptFilter), [prompts, place.promptFilter])
  const prompt = prompts.find(({ name }) => name === place.prompt)

  if (prompts.length === 0) {
    if (isLoading) return <Skeleton rows={12} />
    return <NothingListed {...{ server, state, catalogue }} capability="prompts" what="prompts" />
  }
  return (
    <Panels name="prompts" orientation="horizontal">
      <Panel id="list" defaultSize={240} minSize={140} groupResizeBehavior="preserve-pixel-size">
        <PromptList
          prompts={shown}
          total={prompts.length}
          filter={place.promptFilter}
          selected={place.prompt}
          changes={changed}
          onFilter={(promptFilter) => goTo(server.id, { promptFilter })}
          onSelect={(name) => goTo(server.id, { prompt: name })}
          onEnter={() => wantArguments()}
          action={
            <IconButton
              label="Refresh"
              shortcut="F5"
              aria-keyshortcuts="F5"
              aria-busy={isLoading}
              disabled={state.phase !== 'ready'}
              onClick={() => refreshCatalogue(server.id)}
            >
              <RotateCw
                aria-hidden="true"
                size={14}
                className={isLoading ? styles['turning'] : undefined}
              />
            </IconButton>
          }
        />
      </Panel>
      <PanelEdge label="Width of the list of prompts" />
      <Panel id="prompt" minSize={320}>
        {prompt ? (
          <PaneBoundary key={prompt.name} name="this prompt">
            <PromptPane {...{ server, state, prompt }} change={changed.get(prompt.name)} />
          </PaneBoundary>
        ) : (
          <EmptyState
            title={place.prompt === undefined ? 'Choose a prompt' : 'This prompt is gone'}
          >
            {place.prompt === undefined
              ? 'Its arguments and its messages will be side by side here.'
              : 'The server no longer lists it.'}
          </EmptyState>
        )}
      </Panel>
    </Panels>
  )
}
