import { create } from 'zustand'
import type { Call } from '../../shared/call'
import type { ServerId } from '../../shared/ids'

type CallsState = { readonly calls: readonly Call[] }

export const useCalls = create<CallsState>()(() => ({ calls: [] }))

/** In the order in which they were started; a call that is known is replaced where it stands. */
export function withCalls(calls: readonly Call[], changed: readonly Call[]): readonly Call[] {
  const byId = new Map(calls.map((call) => [call.id, call]))
  for (const call of changed) byId.set(call.id, call)
  return [...byId.values()]
}

export function updateCalls(changed: readonly Call[]): void {
  useCalls.setState(({ calls }) => ({ calls: withCalls(calls, changed) }))
}

/** What main had when it was asked; what has changed since is newer. */
export function startCalls(listed: readonly Call[]): void {
  useCalls.setState(({ calls }) => ({ calls: withCalls(listed, calls) }))
}

/** Newest first. */
export function callsOf(calls: readonly Call[], serverId: ServerId, tool: string): readonly Call[] {
  return calls.filter((call) => call.serverId === serverId && call.tool === tool).reverse()
}
