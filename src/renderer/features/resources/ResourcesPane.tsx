import { ListTree } from 'lucide-react'
import { useMemo } from 'react'
import { Panel } from 'react-resizable-panels'
import type { Catalogue } from '../../../shared/calls/catalogue'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import { useReadings } from '../../stores/calls/readings'
import { setFlat, toggleFolder, useTreeView } from '../../stores/kept/resource-tree'
import { useSession } from '../../stores/servers/sessions'
import { goTo, usePlace, wantArguments } from '../../stores/window/view'
import { defaultWidth } from '../../ui/panes/default-size'
import { EmptyState } from '../../ui/panes/EmptyState'
import { IconButton } from '../../ui/controls/IconButton'
import { PaneBoundary } from '../../ui/panes/PaneBoundary'
import { PanelEdge, Panels } from '../../ui/panes/Panels'
import { Skeleton } from '../../ui/panes/Skeleton'
import { ListFindings } from '../catalogue/ListFindings'
import { NothingListed } from '../catalogue/NothingListed'
import { RefreshButton } from '../catalogue/RefreshButton'
import { AnyUri } from './AnyUri'
import { matchResources } from './match-resources'
import { ResourceList } from './ResourceList'
import { ResourcePane } from './ResourcePane'
import { resourceId, rowsOf, templateId, type ResourceRow } from './resource-tree'
import { marksOf } from './row-marks'
import { TemplatePane } from './TemplatePane'
import styles from './resources.module.css'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly catalogue: Catalogue
}

const NONE_CLOSED: ReadonlySet<string> = new Set()

export function ResourcesPane({ server, state, catalogue }: Props) {
  const serverId = server.id
  const place = usePlace(serverId)
  const { resourceFilter: filter } = place
  const { resources, resourceTemplates, isLoading } = catalogue
  const { subscriptions, changes } = useSession(serverId)
  const byResource = useReadings((readings) => readings.byResource)
  const { isFlat, closed: closedFolders } = useTreeView(serverId)
  // Whoever filters wants to see what was found.
  const closed = filter === '' ? closedFolders : NONE_CLOSED
  const rows = useMemo(
    () =>
      rowsOf({
        resources: matchResources(resources, filter),
        templates: matchResources(resourceTemplates, filter),
        closed,
        isFlat
      }),
    [resources, resourceTemplates, filter, closed, isFlat]
  )
  const marks = useMemo(
    () => marksOf(serverId, changes, subscriptions, byResource),
    [serverId, changes, subscriptions, byResource]
  )
  const total = resources.length + resourceTemplates.length

  function select({ resource, template }: ResourceRow): void {
    if (resource) goTo(serverId, { resource: resource.uri })
    else if (template) goTo(serverId, { template: template.uriTemplate })
  }

  if (isLoading && total === 0) return <Skeleton rows={12} />
  if (total === 0 && place.resource === undefined) {
    return (
      <div className="ui-pane">
        <NothingListed
          {...{ server, state, catalogue }}
          offered="resources"
          action={<AnyUri serverId={serverId} isReady={state.phase === 'ready'} />}
        />
      </div>
    )
  }
  return (
    <div className="ui-pane">
      <ListFindings catalogue={catalogue} offered="resources" />
      <div className="ui-fill">
        <Panels name="resources" orientation="horizontal">
          <Panel
            id="list"
            defaultSize={defaultWidth(280, 208)}
            minSize={160}
            groupResizeBehavior="preserve-pixel-size"
          >
            <div className={styles['side']}>
              <ResourceList
                rows={rows}
                total={total}
                filter={filter}
                selected={selectedId(place)}
                marks={marks}
                isFlat={isFlat}
                onFilter={(resourceFilter) => goTo(serverId, { resourceFilter })}
                onSelect={select}
                onFold={({ id }) => filter === '' && toggleFolder(serverId, id)}
                onEnter={() => wantArguments()}
                actions={
                  <>
                    <IconButton
                      label="Show as a tree"
                      aria-pressed={!isFlat}
                      onClick={() => setFlat(serverId, !isFlat)}
                    >
                      <ListTree aria-hidden="true" size={14} />
                    </IconButton>
                    <RefreshButton {...{ serverId, state, isLoading }} hasNoKey />
                  </>
                }
              />
              <AnyUri serverId={serverId} isReady={state.phase === 'ready'} />
            </div>
          </Panel>
          <PanelEdge label="Width of the list of resources" />
          <Panel id="resource" minSize={320}>
            <PaneBoundary key={selectedId(place)} name="this resource">
              <Chosen {...{ server, state, catalogue }} />
            </PaneBoundary>
          </Panel>
        </Panels>
      </div>
    </div>
  )
}

function Chosen({ server, state, catalogue }: Props) {
  const { resource: uri, template: text } = usePlace(server.id)
  const template = catalogue.resourceTemplates.find(({ uriTemplate }) => uriTemplate === text)
  if (text !== undefined) {
    if (template) return <TemplatePane key={text} {...{ server, state, template }} />
    return <EmptyState title="This template is gone">The server no longer lists it.</EmptyState>
  }
  if (uri === undefined) {
    return (
      <EmptyState title="Choose a resource">
        What it holds will be shown here. A template asks for its variables first.
      </EmptyState>
    )
  }
  const resource = catalogue.resources.find((listed) => listed.uri === uri)
  return <ResourcePane key={uri} {...{ server, state, uri, resource }} />
}

function selectedId(place: ReturnType<typeof usePlace>): string | undefined {
  if (place.template !== undefined) return templateId(place.template)
  return place.resource === undefined ? undefined : resourceId(place.resource)
}
