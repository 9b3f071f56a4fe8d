/** For tests: a call that is to be written down. */
import { ServerId } from '../../shared/protocol/ids'
import type { RemoteDefinition, StdioDefinition } from '../../shared/servers/server-config'
import { IDLE } from '../../shared/servers/session-state'
import type { SnippetRequest } from './snippet-request'

const named = { id: ServerId.parse('server'), name: 'server', scope: 'command line' } as const

/** What a shell, a program or a person could trip over. */
export const AWKWARD = {
  quotes: `it's "quoted" \`here\``,
  shell: '$HOME $(id) ${PATH} !! \\ ; rm -rf / && #',
  lines: 'one\ntwo\r\n\ttab',
  unicode: 'é 数据 😀 \u2028',
  empty: '',
  nested: { list: [1, null, true, { '-x': "'" }] }
}

export function processOf(change: Partial<StdioDefinition> = {}): StdioDefinition {
  return { ...named, transport: 'stdio', command: 'node', args: [], env: {}, ...change }
}

export function remoteOf(change: Partial<RemoteDefinition> = {}): RemoteDefinition {
  const url = 'https://example.test/mcp'
  return { ...named, transport: 'streamable-http', url, headers: {}, ...change }
}

export function wantedCall(change: Partial<SnippetRequest> = {}): SnippetRequest {
  return {
    definition: processOf(),
    state: IDLE,
    version: '1.2.3',
    tool: 'echo',
    arguments: AWKWARD,
    ...change
  }
}

export function ready(
  era: 'legacy' | 'modern',
  protocolVersion: string
): Extract<SnippetRequest['state'], { phase: 'ready' }> {
  return {
    phase: 'ready',
    since: 0,
    era,
    protocolVersion,
    server: { name: 'server', version: '1' },
    capabilities: {},
    clientCapabilities: { roots: {} },
    why: 'It answered.',
    handshakeMs: 1
  }
}
