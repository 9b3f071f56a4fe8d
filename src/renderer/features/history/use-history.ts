import { useEffect } from 'react'
import type { CallRow } from '../../../shared/calls/call-contract'
import type { ServerId } from '../../../shared/protocol/ids'
import { historyKey, loadHistory, useHistoryStore } from '../../stores/calls/history'

const NONE: readonly CallRow[] = []

/** The calls of a tool that main has kept, pinned ones first, then newest first. */
export function useHistory(serverId: ServerId, tool: string): readonly CallRow[] {
  const known = useHistoryStore(({ entries }) => entries[historyKey(serverId, tool)])
  const isKnown = known !== undefined
  useEffect(() => {
    if (!isKnown) loadHistory(serverId, tool)
  }, [serverId, tool, isKnown])
  return known ?? NONE
}
