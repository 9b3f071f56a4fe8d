import { useMemo } from 'react'
import type { ServerSummary } from '../../../shared/server-config'
import type { TrafficEntry } from '../../../shared/traffic'
import { useTraffic } from '../../stores/traffic'
import { EmptyState } from '../../ui/EmptyState'
import { timeOfDay } from '../../ui/format'
import { ServerText } from '../../ui/ServerText'
import { VirtualRows } from '../../ui/VirtualRows'
import styles from './workspace.module.css'

/** What the server wrote to stderr and sent as log messages, newest at the bottom. */
export function LogsTab({ server }: { readonly server: ServerSummary }) {
  const entries = useTraffic((state) => state.entries)
  const lines = useMemo(
    () => entries.filter((entry) => entry.serverId === server.id && isLogLine(entry)),
    [entries, server.id]
  )
  if (lines.length === 0) {
    return (
      <EmptyState title="Nothing logged">
        {server.name} has written nothing to stderr and sent no log message.
      </EmptyState>
    )
  }
  return (
    <VirtualRows label="Log" role="log" items={lines}>
      {({ time, kind, text = '' }) => (
        <div className={styles['logLine']}>
          <time>{timeOfDay(time)}</time>
          <span className={styles['logSource']}>{kind === 'stderr' ? 'stderr' : 'message'}</span>
          <span>
            <ServerText>{text}</ServerText>
          </span>
        </div>
      )}
    </VirtualRows>
  )
}

function isLogLine({ kind, method }: TrafficEntry): boolean {
  return kind === 'stderr' || method === 'notifications/message'
}
