import { FolderTree } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { Panel } from 'react-resizable-panels'
import { useShallow } from 'zustand/react/shallow'
import type { Catalogue } from '../../../shared/calls/catalogue'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import { runningCounts, useCalls } from '../../stores/calls/calls'
import { policiesOf, usePolicies } from '../../stores/calls/policies'
import { useSessions } from '../../stores/servers/sessions'
import { foldGroup, setGrouped, useGrouping } from '../../stores/kept/tool-groups'
import { goTo, usePlace, wantArguments } from '../../stores/window/view'
import { EmptyState } from '../../ui/panes/EmptyState'
import { IconButton } from '../../ui/controls/IconButton'
import { PaneBoundary } from '../../ui/panes/PaneBoundary'
import { defaultWidth } from '../../ui/panes/default-size'
import { PanelEdge, Panels } from '../../ui/panes/Panels'
import { Skeleton } from '../../ui/panes/Skeleton'
import { ServerText } from '../../ui/text/ServerText'
import { changesOf, type ChangeWords } from '../catalogue/changes-of'
import { ListFindings } from '../catalogue/ListFindings'
import { matchNamed, searched } from '../catalogue/match-named'
import { NothingListed } from '../catalogue/NothingListed'
import { RefreshButton } from '../catalogue/RefreshButton'
import { groupedRows, groupsOf, plainRows } from './list/group-tools'
import { RunningElsewhere } from './list/RunningElsewhere'
import { ToolList } from './list/ToolList'
import { ToolPane } from './ToolPane'
import styles from './tools.module.css'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly catalogue: Catalogue
}

export function ToolsPane({ server, state, catalogue }: Props) {
  const { tool: selected } = usePlace(server.id)
  // Whoever goes through the list by keys is not held up by the tools they pass.
  const shownName = useDeferredValue(selected)
  const { tools, isLoading } = catalogue
  const told = useSessions(({ byServer }) => byServer[server.id]?.changes)
  const changes = useMemo(() => changesOf(told ?? [], 'tools'), [told])
  const tool = useMemo(() => tools.find(({ name }) => name === shownName), [tools, shownName])

  if (isLoading && tools.length === 0) return <Skeleton rows={12} />
  return (
    <div className="ui-pane" data-pane="tools">
      {tools.length > 0 && <ListFindings catalogue={catalogue} offered="tools" />}
      {tools.length === 0 ? (
        <NothingListed {...{ server, state, catalogue }} offered="tools" />
      ) : (
        <div className="ui-fill">
          <Panels name="tools" orientation="horizontal">
            <Panel
              id="list"
              defaultSize={defaultWidth(220, 184)}
              minSize={140}
              groupResizeBehavior="preserve-pixel-size"
            >
              <Tools {...{ server, state, catalogue, changes }} />
            </Panel>
            <PanelEdge label="Width of the list of tools" />
            <Panel id="tool" minSize={320}>
              {tool ? (
                // What is still there of the tool that was left cannot be called by mistake.
                <div className={styles['shown']} inert={shownName !== selected}>
                  <PaneBoundary key={tool.name} name="this tool">
                    <ToolPane {...{ server, state, tool }} change={changes.get(tool.name)} />
                  </PaneBoundary>
                </div>
              ) : (
                <NoTool selected={shownName} />
              )}
            </Panel>
          </Panels>
        </div>
      )}
    </div>
  )
}

/** A tool that was chosen and is no longer offered is not the same as none. */
function NoTool({ selected }: { readonly selected: string | undefined }) {
  if (selected === undefined) {
    return (
      <EmptyState title="Choose a tool">
        Its arguments and its result will be side by side here.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="This tool is gone">
      The server no longer offers <ServerText>{selected}</ServerText>. What you wrote for it is
      kept.
    </EmptyState>
  )
}

type ListProps = Props & { readonly changes: ChangeWords }

function Tools({ server, state, catalogue, changes }: ListProps) {
  const { tools } = catalogue
  const { tool: selected, toolFilter } = usePlace(server.id)
  const { isGrouped, folded } = useGrouping(server.id)
  const running = useCalls(useShallow(({ calls }) => runningCounts(calls, server.id)))
  const records = usePolicies((state) => state.records)
  const policies = useMemo(() => policiesOf(records, server.id), [records, server.id])
  const groups = groupsOf(tools)
  useEffect(() => {
    const idle = requestIdleCallback(() => searched(tools))
    return () => cancelIdleCallback(idle)
  }, [tools])
  const rows = useMemo(() => {
    const isFlat = !isGrouped || groups.size === 0 || toolFilter.trim() !== ''
    return isFlat ? plainRows(matchNamed(tools, toolFilter)) : groupedRows(tools, groups, folded)
  }, [tools, toolFilter, isGrouped, groups, folded])
  return (
    <ToolList
      rows={rows}
      total={tools.length}
      filter={toolFilter}
      selected={selected}
      running={running}
      changes={changes}
      policies={policies}
      actions={
        <>
          {groups.size > 0 && (
            <IconButton
              label="Group by the beginning of the name"
              aria-pressed={isGrouped}
              onClick={() => setGrouped(server.id, !isGrouped)}
            >
              <FolderTree aria-hidden="true" size={14} />
            </IconButton>
          )}
          <RefreshButton serverId={server.id} state={state} isLoading={catalogue.isLoading} />
        </>
      }
      footer={<RunningElsewhere serverId={server.id} />}
      onFilter={(filter) => goTo(server.id, { toolFilter: filter })}
      onSelect={(name) => goTo(server.id, { tool: name })}
      onFold={(prefix, isFolded) => foldGroup(server.id, prefix, isFolded)}
      onEnter={() => wantArguments()}
    />
  )
}
