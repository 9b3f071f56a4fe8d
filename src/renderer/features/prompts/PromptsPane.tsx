import { useMemo } from 'react'
import { Panel } from 'react-resizable-panels'
import type { Catalogue } from '../../../shared/calls/catalogue'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import { useSession } from '../../stores/servers/sessions'
import { goTo, usePlace, wantArguments } from '../../stores/window/view'
import { defaultWidth } from '../../ui/panes/default-size'
import { EmptyState } from '../../ui/panes/EmptyState'
import { PaneBoundary } from '../../ui/panes/PaneBoundary'
import { PanelEdge, Panels } from '../../ui/panes/Panels'
import { Skeleton } from '../../ui/panes/Skeleton'
import { changesOf } from '../catalogue/changes-of'
import { ListFindings } from '../catalogue/ListFindings'
import { matchNamed } from '../catalogue/match-named'
import { NothingListed } from '../catalogue/NothingListed'
import { RefreshButton } from '../catalogue/RefreshButton'
import { PromptList } from './PromptList'
import { PromptPane } from './PromptPane'

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
  const { promptFilter: filter } = place
  const shown = useMemo(() => matchNamed(prompts, filter), [prompts, filter])
  const prompt = prompts.find(({ name }) => name === place.prompt)

  if (prompts.length === 0) {
    if (isLoading) return <Skeleton rows={12} />
    return <NothingListed {...{ server, state, catalogue }} offered="prompts" />
  }
  return (
    <div className="ui-pane">
      <ListFindings catalogue={catalogue} offered="prompts" />
      <div className="ui-fill">
        <Panels name="prompts" orientation="horizontal">
          <Panel
            id="list"
            defaultSize={defaultWidth(240, 176)}
            minSize={140}
            groupResizeBehavior="preserve-pixel-size"
          >
            <PromptList
              prompts={shown}
              total={prompts.length}
              filter={filter}
              selected={place.prompt}
              changes={changed}
              onFilter={(promptFilter) => goTo(server.id, { promptFilter })}
              onSelect={(name) => goTo(server.id, { prompt: name })}
              onEnter={() => wantArguments()}
              actions={<RefreshButton serverId={server.id} state={state} isLoading={isLoading} />}
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
      </div>
    </div>
  )
}
