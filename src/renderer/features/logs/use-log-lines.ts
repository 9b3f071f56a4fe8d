import { useMemo } from 'react'
import type { ServerId } from '../../../shared/ids'
import type { TrafficEntry } from '../../../shared/traffic'
import { usePassing } from '../../growing-list'
import { useTraffic } from '../../stores/traffic'
import { isLogLine } from './log-lines'

export function useLogLines(serverId: ServerId): readonly TrafficEntry[] {
  const entries = useTraffic((state) => state.entries)
  const isOwnLine = useMemo(
    () => (entry: TrafficEntry) => entry.serverId === serverId && isLogLine(entry),
    [serverId]
  )
  return usePassing(entries, isOwnLine)
}
