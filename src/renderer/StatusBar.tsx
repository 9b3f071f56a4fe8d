import { isOpen } from '../shared/session-state'
import { useServers } from './stores/servers'
import { useSessions } from './stores/sessions'
import { useTraffic } from './stores/traffic'
import { useView } from './stores/view'
import { count } from './ui/format'
import styles from './app.module.css'

export function StatusBar() {
  const servers = useServers((state) => state.servers.length)
  const open = useSessions(
    ({ byServer }) => Object.values(byServer).filter(({ state }) => isOpen(state)).length
  )
  const entries = useTraffic((state) => state.entries.length)
  const violations = useTraffic((state) => state.violations)
  const version = useView((state) => state.app?.version)
  return (
    <footer className={styles['statusBar']}>
      <span>
        {open}/{count(servers, 'server')} open
      </span>
      <span>{count(entries, 'entry', 'entries')}</span>
      <span data-tone={violations > 0 ? 'bad' : 'quiet'}>{count(violations, 'violation')}</span>
      <span className={styles['spring']} />
      <span>Patchbay {version}</span>
    </footer>
  )
}
