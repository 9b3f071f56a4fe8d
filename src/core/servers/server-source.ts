import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import type { ServerDefinition } from '../../shared/servers/server-config'

/** Where servers come from. A list is a source that never changes and asks nobody. */
export type ServerSource = {
  readonly list: () => readonly ServerDefinition[]
  /** The definition as it is started; rejects when it may not be, or not yet. */
  readonly resolve: (id: ServerId) => Promise<ServerDefinition>
  /** A session begins with what was resolved; throws when it may not any more. */
  readonly begin?: (resolved: ServerDefinition) => void
}

export function fixedSource(servers: readonly ServerDefinition[]): ServerSource {
  return {
    list: () => servers,
    resolve: async (id) => {
      const found = servers.find((definition) => definition.id === id)
      if (found) return found
      throw new WorkbenchError(WorkbenchErrorCode.NotFound, `There is no server "${id}".`)
    }
  }
}

/** By id, or by name as a person would write it. */
export function findServer(
  servers: readonly ServerDefinition[],
  idOrName: string
): ServerDefinition {
  const found =
    servers.find(({ id }) => id === idOrName) ?? servers.find(({ name }) => name === idOrName)
  if (found) return found
  const known = servers.map(({ name }) => name).join(', ')
  const message = `There is no server "${idOrName}". Known servers: ${known}.`
  throw new WorkbenchError(WorkbenchErrorCode.NotFound, message)
}
