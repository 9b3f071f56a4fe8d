/** Draws what belongs to a tool, with a server that is open and a main that only listens. */
import type { ReactNode } from 'react'
import type { Tool } from '../../../shared/calls/catalogue'
import type { IpcResult } from '../../../shared/ipc/ipc-wire'
import { ServerId } from '../../../shared/protocol/ids'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import { useCalls } from '../../stores/calls/calls'
import { useDrafts, useReplaced } from '../../stores/kept/drafts'
import { useView } from '../../stores/window/view'
import { drawn } from '../../testing'

export type Asked = { readonly route: string; readonly input: Record<string, unknown> }

export const SERVER: ServerSummary = {
  id: ServerId.parse('user:demo'),
  name: 'demo',
  scope: 'user',
  standing: { kind: 'usable' },
  warnings: [],
  transport: 'stdio',
  command: 'demo',
  args: [],
  envNames: []
}

export const READY: SessionState = {
  phase: 'ready',
  since: 0,
  era: 'legacy',
  protocolVersion: '2025-06-18',
  server: { name: 'demo', version: '1' },
  capabilities: {},
  clientCapabilities: {},
  why: 'It answered.',
  handshakeMs: 1
}

export function toolNamed(name: string, inputSchema: unknown = { type: 'object' }): Tool {
  return { name, inputSchema }
}

/** Nothing is answered, or everything in the same way; what was asked is heard. */
export async function drawnTool(
  children: ReactNode,
  answer?: IpcResult
): Promise<{ readonly place: HTMLElement; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = []
  const request = (route: string, inputJson: string): Promise<string> => {
    asked.push({ route, input: JSON.parse(inputJson || '{}') as Record<string, unknown> })
    return answer ? Promise.resolve(JSON.stringify(answer)) : new Promise(() => undefined)
  }
  Object.assign(window, { patchbay: { request, on: () => () => undefined } })
  return { place: await drawn(children), asked }
}

/** As if nothing had been done yet. */
export function forgetAll(): void {
  useDrafts.setState({ drafts: {} })
  useReplaced.setState({ replaced: {} })
  useCalls.setState({ calls: [] })
  useView.setState({ places: {} })
}
