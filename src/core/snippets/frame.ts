/** The request of a call as it goes over the wire. */
import type { JsonObject } from '../../shared/json/json'
import { MODERN_REVISION } from '../../shared/protocol/revisions'
import { modernMeta } from '../conversation/handshake'
import type { SnippetRequest } from './snippet-request'

export type CallFrame = {
  readonly jsonrpc: '2.0'
  readonly id: number
  readonly method: 'tools/call'
  readonly params: {
    readonly name: string
    readonly arguments: JsonObject
    readonly _meta?: Readonly<Record<string, unknown>>
  }
}

/** A server that is not open is taken for one of the era that it is to be opened in. */
export function isModernCall({ state, definition }: SnippetRequest): boolean {
  return state.phase === 'ready' ? state.era === 'modern' : definition.settings?.era === 'modern'
}

/** A token asks for progress, which not everybody can show. */
export function callFrame(wanted: SnippetRequest, id: number, hasToken: boolean): CallFrame {
  const { state, version, tool, arguments: args, meta } = wanted
  const client = { name: 'patchbay', title: 'Patchbay', version }
  const clientCapabilities = state.phase === 'ready' ? state.clientCapabilities : {}
  const all = {
    ...meta,
    ...(isModernCall(wanted) && modernMeta({ client, clientCapabilities })),
    ...(hasToken && { progressToken: id })
  }
  const params = { name: tool, arguments: args, ...(Object.keys(all).length > 0 && { _meta: all }) }
  return { jsonrpc: '2.0', id, method: 'tools/call', params }
}

export function frameSnippet(wanted: SnippetRequest): string {
  return JSON.stringify(callFrame(wanted, 1, true), null, 2)
}

/** What was agreed upon, or would be proposed. */
export function revisionOf(wanted: SnippetRequest, proposed: string): string {
  if (isModernCall(wanted)) return MODERN_REVISION
  return wanted.state.phase === 'ready' ? wanted.state.protocolVersion : proposed
}
