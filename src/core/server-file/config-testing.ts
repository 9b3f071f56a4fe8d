/** Definitions for tests. */
import { ServerId } from '../../shared/protocol/ids'
import type { RemoteDefinition, StdioDefinition } from '../../shared/servers/server-config'

export function processOf(
  command: string,
  args: readonly string[] = [],
  more: Partial<StdioDefinition> = {}
): StdioDefinition {
  const known = { id: ServerId.parse('test'), name: 'test', scope: 'project' } as const
  return { ...known, transport: 'stdio', command, args, env: {}, ...more }
}

export function addressOf(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  more: Partial<RemoteDefinition> = {}
): RemoteDefinition {
  const known = { id: ServerId.parse('test'), name: 'test', scope: 'project' } as const
  return { ...known, transport: 'auto', url, headers, ...more }
}
