import { create } from 'zustand'
import type { Call, CallChange } from '../../../shared/calls/call-contract'
import type { ServerId } from '../../../shared/protocol/ids'
import type { JsonObject } from '../../../shared/json/json'

type CallsState = { readonly calls: readonly Call[] }

export const useCalls = create<CallsState>()(() => ({ calls: [] }))

/** As many as main keeps. */
const KEPT_CALLS = 200
/** Of a call that was told of before this window was there; the list, which is on its way, has them. */
const NOT_TOLD: JsonObject = {}

/** In the order in which they were started; a call that is known is replaced where it stands. */
export function withCalls(calls: readonly Call[], changed: readonly CallChange[]): readonly Call[] {
  const byId = new Map(calls.map((call) => [call.id, call]))
  for (const call of changed) byId.set(call.id, newer(byId.get(call.id), call))
  const all = [...byId.values()]
  const surplus = all.length - KEPT_CALLS
  if (surplus <= 0) return all
  const dropped = new Set(all.filter(({ outcome }) => outcome).slice(0, surplus))
  return all.filter((call) => !dropped.has(call))
}

/** An answer to a question can arrive after the event that told of more. */
function newer(known: Call | undefined, told: CallChange): Call {
  if (known?.outcome && !told.outcome) return known
  const { arguments: args = NOT_TOLD, ...change } = told
  if (!known || args !== NOT_TOLD) return { ...change, arguments: args }
  const { meta, hasLargeArguments } = known
  return {
    ...change,
    arguments: known.arguments,
    ...(meta && { meta }),
    ...(hasLargeArguments && { hasLargeArguments })
  }
}

export function updateCalls(changed: readonly CallChange[]): void {
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

/** The calls of a server that have not ended, newest first. */
export function runningOf(calls: readonly Call[], serverId: ServerId): readonly Call[] {
  return calls.filter((call) => !call.outcome && call.serverId === serverId).reverse()
}

/** How many calls of each tool of a server have not ended. */
export function runningCounts(
  calls: readonly Call[],
  serverId: ServerId
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { tool } of runningOf(calls, serverId)) counts.set(tool, (counts.get(tool) ?? 0) + 1)
  return counts
}
