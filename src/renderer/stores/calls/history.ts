/** The calls that main has kept, by tool. Only those of tools that someone has looked at are here. */
import { create } from 'zustand'
import type { CallRow } from '../../../shared/calls/call-contract'
import type { CallId, ServerId } from '../../../shared/protocol/ids'
import { request } from '../../bridge/bridge'
import { notify } from '../window/notices'

type HistoryState = {
  readonly entries: Readonly<Record<string, readonly CallRow[]>>
  /** Calls that the person has removed, although they are still remembered elsewhere. */
  readonly removed: ReadonlySet<CallId>
}

export const useHistoryStore = create<HistoryState>()(() => ({ entries: {}, removed: new Set() }))

export function historyKey(serverId: ServerId, tool: string): string {
  return JSON.stringify([serverId, tool])
}

/** Asks main for the calls of a tool. */
export function loadHistory(serverId: ServerId, tool: string): void {
  request('history.list', { serverId, tool })
    .then((listed) => setHistory(serverId, tool, listed))
    .catch(notify)
}

function setHistory(serverId: ServerId, tool: string, listed: readonly CallRow[]): void {
  const key = historyKey(serverId, tool)
  useHistoryStore.setState(({ entries }) => ({ entries: { ...entries, [key]: listed } }))
}

/** What nobody has looked at is not asked for. */
export function updateHistory({ serverId, tool }: { serverId: ServerId; tool: string }): void {
  const { entries } = useHistoryStore.getState()
  if (entries[historyKey(serverId, tool)]) loadHistory(serverId, tool)
}

/** What is brought back is kept again, and so is in the list whatever is said here. */
export function hideRemoved(callIds: readonly CallId[]): void {
  useHistoryStore.setState(({ removed }) => ({ removed: new Set([...removed, ...callIds]) }))
}
