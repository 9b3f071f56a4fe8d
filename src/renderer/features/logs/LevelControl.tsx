import { useId } from 'react'
import { LOG_LEVELS, type LogLevel } from '../../../shared/protocol/log-level'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { useSession } from '../../stores/servers/sessions'
import { setLogLevel } from './level-actions'
import { levelWords } from './level-words'
import styles from './logs.module.css'

const OWN_CHOICE = ''

/** From which level on the server is asked to send log messages. */
export function LevelControl({ server }: { readonly server: ServerSummary }) {
  const { state, logLevel } = useSession(server.id)
  const { label, meaning, refusal } = levelWords(server.name, state)
  const id = useId()
  return (
    <span className={styles['asked']} title={refusal ?? meaning}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={`ui-input ${styles['level']}`}
        disabled={refusal !== undefined}
        aria-description={refusal ?? meaning}
        value={logLevel ?? OWN_CHOICE}
        onChange={(event) => setLogLevel(server.id, asLevel(event.target.value))}
      >
        <option value={OWN_CHOICE}>its own choice</option>
        {LOG_LEVELS.map((level) => (
          <option key={level} value={level}>
            {level}
          </option>
        ))}
      </select>
    </span>
  )
}

function asLevel(value: string): LogLevel | undefined {
  return LOG_LEVELS.find((level) => level === value)
}
