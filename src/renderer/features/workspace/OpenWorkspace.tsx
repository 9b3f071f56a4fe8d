import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Catalogue } from '../../../shared/calls/catalogue'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import { goTo, usePlace, type WorkspaceTab } from '../../stores/window/view'
import { PaneBoundary } from '../../ui/panes/PaneBoundary'
import { PromptsPane } from '../prompts/PromptsPane'
import { ResourcesPane } from '../resources/ResourcesPane'
import { ToolsPane } from '../tools/ToolsPane'
import { InfoTab } from './InfoTab'
import { LogsTab } from './LogsTab'
import styles from './workspace.module.css'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly catalogue: Catalogue
}

/** A server that is open, or was: what it offers, in tabs. */
export function OpenWorkspace({ server, state, catalogue }: Props) {
  const { tab } = usePlace(server.id)
  const { tools, resources, resourceTemplates, prompts, isLoading } = catalogue
  const tabs: readonly { value: WorkspaceTab; title: string; body: ReactNode }[] = [
    {
      value: 'tools',
      title: `Tools${countOf(tools.length, isLoading)}`,
      body: <ToolsPane server={server} state={state} catalogue={catalogue} />
    },
    {
      value: 'resources',
      title: `Resources${countOf(resources.length + resourceTemplates.length, isLoading)}`,
      body: <ResourcesPane {...{ server, state, catalogue }} />
    },
    {
      value: 'prompts',
      title: `Prompts${countOf(prompts.length, isLoading)}`,
      body: <PromptsPane {...{ server, state, catalogue }} />
    },
    { value: 'logs', title: 'Logs', body: <LogsTab server={server} /> },
    { value: 'info', title: 'Info', body: <InfoTab {...{ server, state, catalogue }} /> }
  ]
  return (
    <Tabs.Root
      className="ui-pane"
      value={tab}
      onValueChange={(chosen) => goTo(server.id, { tab: chosen as WorkspaceTab })}
    >
      <Tabs.List className={styles['tabList']} aria-label={server.name}>
        {tabs.map(({ value, title }) => (
          <Tabs.Trigger key={value} value={value} className={styles['tab']}>
            {title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ value, body }) => (
        <Tabs.Content key={value} value={value} className="ui-fill" data-pane={value}>
          <PaneBoundary name={NAMES[value]}>{body}</PaneBoundary>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

const NAMES: Readonly<Record<WorkspaceTab, string>> = {
  tools: 'the tools',
  resources: 'the resources',
  prompts: 'the prompts',
  logs: 'the logs',
  info: 'what is known of the server'
}

/** Nothing while it is not known. */
function countOf(count: number, isLoading: boolean): string {
  return isLoading && count === 0 ? '' : ` ${count}`
}
