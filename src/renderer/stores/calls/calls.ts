import { create } from 'zustand'
import type { Call, CallChange } from '../../../shared/calls/call-contract'
import type { CallId, ServerId } from '../../../shared/protocol/ids'
import type { JsonObject } from '../../../shared/json/json'
import { request } from '../../bridge/bridge'

/** The calls that main has told of, or was asked for: those that run, and some that have ended. */
type CallsState = { readonly calls: readonly Call[] }

export const useCalls = create<CallsState>()(() => ({ calls: [] }))

/** Main has the others. */
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
  if (known?.outcome && (!told.outcome || known.isKept)) return known
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

/** The table of calls has these now. */
export function markKept(ids: readonly CallId[]): void {
  const kept = new Set(ids)
  useCalls.setState(({ calls }) => ({
    calls: calls.map((call) => (kept.has(call.id) ? { ...call, isKept: true } : call))
  }))
}

export function knownCall(id: CallId): Call | undefined {
  return useCalls.getState().calls.find((call) => call.id === id)
}

/** As it is known here, or else as main has it. */
export async function readCall(callId: CallId): Promise<Call> {
  const known = knownCall(callId)
  if (known) return known
  const call = await request('call.read', { callId })
  updateCalls([call])
  return call
}

/** Brings the call that sent a frame, if one did. */
export async function readSentAs(seq: number): Promise<void> {
  const call = await request('call.sentAs', { seq })
  if (call) updateCalls([call])
}

/** What main had when it was asked; what has changed since is newer. */
export function startCalls(listed: readonly Call[]): void {
  useCalls.setState(({ calls }) => ({ calls: withCalls(listed, calls) }))
}

/** Newest first. */
export function callsOf(calls: readonly Call[], serverId: ServerId, tool: string): readonly Call[] {
  return calls
    .filter((call) => call.serverId === serverId && call.tool === tool)
    .reverse()
    .sort((one, other) => other.startedAt - one.startedAt)
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
