/** What is fetched anew at each start may be another program each time, under the same definition. */
import type { Workbench } from '../workbench/workbench'
import type { ServerRegistry } from '../servers/registry'

/** Tells the person when a server whose version nobody pinned says that it has another one. */
export function watchVersions(registry: ServerRegistry, workbench: Workbench): void {
  workbench.onSession(({ serverId, state }) => {
    if (state.phase !== 'ready') return
    const { version } = state.server
    const before = registry.versionBefore(serverId, version)
    if (before === undefined) return
    const { name } = workbench.server(serverId)
    const message = `${name} says that it is version ${version} now; it was ${before} when it was last opened. Its definition pins no version.`
    workbench.problems.raise({
      key: `version ${serverId}`,
      kind: 'version',
      serverId,
      message,
      action: { kind: 'show', serverId }
    })
  })
}
