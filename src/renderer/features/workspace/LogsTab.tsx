import { useMemo } from 'react'
import type { ServerSummary } from '../../../shared/server-config'
import { useTraffic } from '../../stores/traffic'
import { EmptyState } from '../../ui/EmptyState'
import { timeOfDay } from '../../ui/format'
import { ServerText } from '../../ui/ServerText'
import { VirtualRows } from '../../ui/VirtualRows'
import styles from './workspace.module.css'

/** What the server wrote to stderr, newest at the bottom. */
export function LogsTab({ server }: { readonly server: ServerSummary }) {
  const entries = useTraffic((state) => state.entries)
  const lines = useMemo(
    () => entries.filter(({ kind, serverId }) => kind === 'stderr' && serverId === server.id),
    [entries, server.id]
  )
  if (lines.length === 0) {
    return <EmptyState title="Nothing on stderr">{server.name} has not written a line.</EmptyState>
  }
  return (
    <VirtualRows label="stderr" role="log" count={lines.length}>
      {(index) => {
        const line = lines[index]
        return (
          line && (
            <div className={styles['logLine']}>
              <time>{timeOfDay(line.time)}</time>
              <span>
                <ServerText>{line.text ?? ''}</ServerText>
              </span>
            </div>
          )
        )
      }}
    </VirtualRows>
  )
}
