import { RotateCw } from 'lucide-react'
import { useMemo } from 'react'
import { Panel } from 'react-resizable-panels'
import type { Catalogue } from '../../../shared/catalogue'
import { explainOutcome } from '../../../shared/explain'
import type { ServerSummary } from '../../../shared/server-config'
import type { SessionState } from '../../../shared/session-state'
import { runningTools, useCalls } from '../../stores/calls'
import { goTo, usePlace, wantArguments } from '../../stores/view'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { IconButton } from '../../ui/IconButton'
import { PanelEdge, Panels } from '../../ui/Panels'
import { Skeleton } from '../../ui/Skeleton'
import { ServerText } from '../../ui/ServerText'
import { refreshCatalogue } from '../servers/session-actions'
import { matchTools } from './match-tools'
import { ToolList } from './ToolList'
import { ToolPane } from './ToolPane'
import styles from './tools.module.css'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly catalogue: Catalogue
}

export function ToolsPane({ server, state, catalogue }: Props) {
  const place = usePlace(server.id)
  const { tools, findings, isLoading } = catalogue
  const shown = useMemo(() => matchTools(tools, place.toolFilter), [tools, place.toolFilter])
  const calls = useCalls((state) => state.calls)
  const running = useMemo(() => runningTools(calls, server.id), [calls, server.id])
  const tool = tools.find(({ name }) => name === place.tool)

  if (isLoading && tools.length === 0) return <Skeleton rows={12} />
  return (
    <div className={styles['pane']}>
      {findings.length > 0 && (
        <ul className={styles['findings']} role="status">
          {findings.map((finding) => (
            <li key={finding}>
              <ServerText>{finding}</ServerText>
            </li>
          ))}
        </ul>
      )}
      {tools.length === 0 ? (
        <NoTools {...{ server, state, catalogue }} />
      ) : (
        <div className={styles['split']}>
          <Panels name="tools" orientation="horizontal">
            <Panel
              id="list"
              defaultSize={220}
              minSize={140}
              groupResizeBehavior="preserve-pixel-size"
            >
              <ToolList
                tools={shown}
                total={tools.length}
                filter={place.toolFilter}
                selected={place.tool}
                onFilter={(toolFilter) => goTo(server.id, { toolFilter })}
                running={running}
                action={<Refresh {...{ server, state, catalogue }} />}
                onSelect={(name) => goTo(server.id, { tool: name })}
                onEnter={() => wantArguments()}
              />
            </Panel>
            <PanelEdge label="Width of the list of tools" />
            <Panel id="tool" minSize={320}>
              {tool ? (
                <ToolPane key={tool.name} server={server} state={state} tool={tool} />
              ) : (
                <EmptyState title="Choose a tool">
                  Its arguments and its result will be side by side here.
                </EmptyState>
              )}
            </Panel>
          </Panels>
        </div>
      )}
    </div>
  )
}

function Refresh({ server, state, catalogue: { isLoading } }: Props) {
  return (
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
  )
}

/** That none could be listed does not mean that there are none. */
function NoTools({ server, state, catalogue }: Props) {
  const explanation = catalogue.failure && explainOutcome(catalogue.failure)
  const action = (
    <Button
      shortcut="F5"
      disabled={state.phase !== 'ready'}
      onClick={() => refreshCatalogue(server.id)}
    >
      Refresh
    </Button>
  )
  if (!explanation) return <EmptyState title={`${server.name} offers no tools`} action={action} />
  return (
    <EmptyState title={`The tools of ${server.name} could not be listed`} action={action}>
      <ServerText>{explanation.what.slice(0, 1_000)}</ServerText> {explanation.next}
    </EmptyState>
  )
}
