import { useMemo } from 'react'
import { Panel } from 'react-resizable-panels'
import type { Catalogue } from '../../../shared/catalogue'
import type { ServerSummary } from '../../../shared/server-config'
import type { SessionState } from '../../../shared/session-state'
import { runningTools, useCalls } from '../../stores/calls'
import { goTo, usePlace, wantArguments } from '../../stores/view'
import { EmptyState } from '../../ui/EmptyState'
import { PanelEdge, Panels } from '../../ui/Panels'
import { Skeleton } from '../../ui/Skeleton'
import { ServerText } from '../../ui/ServerText'
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

  if (isLoading) return <Skeleton rows={12} />
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
        <EmptyState title={`${server.name} offers no tools`} />
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
