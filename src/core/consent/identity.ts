/** Who a server is, as far as what was granted to it depends on that. */
import type { Tool } from '../../shared/calls/catalogue'
import type { ServerId } from '../../shared/protocol/ids'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { definitionHash } from '../trust/trust'
import { hashOfItem } from '../catalogue/lists'
import type { Workbench } from '../workbench/workbench'
import { canonicalHash } from '../values/canonical'

export type Identity = {
  readonly name: string
  /** Of its definition, and of what it says that it is. */
  readonly hash: string
  /** Of the definitions of all tools that are being called, so that no tool has the grant of another. */
  readonly tools: string
  /** The same, each by itself. */
  readonly running: readonly RunningTool[]
}

export type RunningTool = { readonly name: string; readonly hash: string }

/** The same for as long as the same is run or reached, whatever it is called and wherever it is written. */
export function whatRuns(definition: ServerDefinition): string {
  return definitionHash(definition, '')
}

export function identityOf(
  workbench: Pick<Workbench, 'server' | 'report' | 'calls'>,
  serverId: ServerId
): Identity {
  const definition = workbench.server(serverId)
  const { state, catalogue } = workbench.report(serverId)
  const { server, instructions } = state.phase === 'ready' ? state : {}
  const running = runningTools(workbench, serverId).map((tool) => ({
    name: tool,
    hash: hashOf(catalogue.tools, tool)
  }))
  return {
    name: definition.name,
    hash: canonicalHash([definition, server?.name, server?.version, instructions]),
    running,
    // How many calls of one tool run says nothing about what may be done in them.
    tools: canonicalHash([...new Set(running.map(({ hash }) => hash))].sort())
  }
}

/** By the calls that have not ended; a tool may be there more than once. */
export function runningTools(
  workbench: Pick<Workbench, 'calls'>,
  serverId: ServerId
): readonly string[] {
  return workbench
    .calls()
    .filter((call) => call.serverId === serverId && !call.outcome)
    .map(({ tool }) => tool)
}

/** What both sides agreed on, while they are talking. */
export function revisionOf(
  workbench: Pick<Workbench, 'report'>,
  serverId: ServerId
): string | undefined {
  const { state } = workbench.report(serverId)
  return state.phase === 'ready' ? state.protocolVersion : undefined
}

function hashOf(tools: readonly Tool[], tool: string): string {
  return hashOfItem(tools.find(({ name }) => name === tool) ?? { name: tool })
}
