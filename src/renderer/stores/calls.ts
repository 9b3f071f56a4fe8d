import { create } from 'zustand'
import type { CallReport } from '../../shared/call'
import type { ServerId } from '../../shared/ids'

type CallsState = { readonly calls: readonly CallReport[] }

export const useCalls = create<CallsState>()(() => ({ calls: [] }))

/** As many as main keeps. */
const KEPT_CALLS = 200

/** In the order in which they were started; a call that is known is replaced where it stands. */
export function withCalls(
  calls: readonly CallReport[],
  changed: readonly CallReport[]
): readonly CallReport[] {
  const byId = new Map(calls.map((call) => [call.id, call]))
  for (const call of changed) byId.set(call.id, call)
  return [...byId.values()].slice(-KEPT_CALLS)
}

export function updateCalls(changed: readonly CallReport[]): void {
  useCalls.setState(({ calls }) => ({ calls: withCalls(calls, changed) }))
}

/** What main had when it was asked; what has changed since is newer. */
export function startCalls(listed: readonly CallReport[]): void {
  useCalls.setState(({ calls }) => ({ calls: withCalls(listed, calls) }))
}

/** Newest first. */
export function callsOf(
  calls: readonly CallReport[],
  serverId: ServerId,
  tool: string
): readonly CallReport[] {
  return calls.filter((call) => call.serverId === serverId && call.tool === tool).reverse()
}

/** The tools of a server that have a call which has not ended. */
export function runningTools(
  calls: readonly CallReport[],
  serverId: ServerId
): ReadonlySet<string> {
  const running = calls.filter((call) => !call.outcome && call.serverId === serverId)
  return new Set(running.map(({ tool }) => tool))
}
