/** Everything under Info as JSON, for a bug report. */
import type { Catalogue } from '../../../shared/calls/catalogue'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'

export function infoJson(server: ServerSummary, state: SessionState, catalogue: Catalogue): string {
  const { tools, resources, resourceTemplates, prompts } = catalogue
  const offered = {
    tools: tools.map(({ name }) => name),
    resources: resources.map(({ uri }) => uri),
    resourceTemplates: resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    prompts: prompts.map(({ name }) => name)
  }
  return JSON.stringify({ definition: server, session: state, catalogue: offered }, null, 2)
}
